import type { ComponentType, ReactNode } from "react";
import { type Held, useHeldKeys } from "../../keys/held-keys.ts";
import { lazyCode, useLazyCode } from "./lazy-code.ts";

interface LazyOptions {
  /** What happens to keys pressed before it is loaded. null: they are not for it. */
  keys: Held | null;
  /** Shown while it loads. */
  placeholder?: ReactNode;
}

/** A component whose code is loaded when it is first shown, or earlier by `start`; once loaded, it is rendered at once. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>, { keys, placeholder = null }: LazyOptions) {
  const code = lazyCode(async () => ({ Component: await load() }));
  function LazyComponent(props: Props) {
    const found = useLazyCode(code);
    useHeldKeys(keys, found === null);
    return found === null ? placeholder : <found.Component {...props} />;
  }
  return Object.assign(LazyComponent, { start: code.start });
}
