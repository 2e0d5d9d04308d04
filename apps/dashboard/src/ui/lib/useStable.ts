import { useMemo, useRef } from "react";

// biome-ignore lint/suspicious/noExplicitAny: only the names of the functions matter here, whatever their types
type Functions = Record<string, (...args: any[]) => unknown>;

/**
 * The same functions as long as the component is mounted, each calling the latest one: for memoized components. Must not be called while
 * rendering.
 */
export function useStable<Of extends Functions>(latest: Of): Of {
  const current = useRef(latest);
  current.current = latest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names do not change
  return useMemo(
    () => Object.fromEntries(Object.keys(latest).map((name) => [name, (...args: unknown[]) => current.current[name]?.(...args)])) as Of,
    [],
  );
}
