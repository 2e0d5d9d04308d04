import { useMemo, useRef } from "react";

// biome-ignore lint/suspicious/noExplicitAny: of functions of any kind only the names matter here
type Functions = Record<string, (...given: any[]) => unknown>;

/**
 * The same functions as long as the component is shown, each of which calls the latest: for components that are not
 * rendered again while nothing of theirs changed. Not to be called while rendering.
 */
export function useStable<Of extends Functions>(latest: Of): Of {
  const current = useRef(latest);
  current.current = latest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stay
  return useMemo(
    () => Object.fromEntries(Object.keys(latest).map((name) => [name, (...given: unknown[]) => current.current[name]?.(...given)])) as Of,
    [],
  );
}
