import type { ComponentType, ReactNode } from "react";
import { type Held, useHeldKeys } from "../../keys/held-keys.ts";
import { late, useLate } from "./late.ts";

interface LateOptions {
  /** What happens to keys pressed before it is loaded. null: they are not for it. */
  keys: Held | null;
  /** Shown while it loads. */
  meanwhile?: ReactNode;
}

/** A component whose code is loaded when it is first shown, or earlier by `start`; once loaded, it is rendered at once. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>, { keys, meanwhile = null }: LateOptions) {
  const code = late(async () => ({ Component: await load() }));
  function LateComponent(props: Props) {
    const found = useLate(code);
    useHeldKeys(keys, found === null);
    return found === null ? meanwhile : <found.Component {...props} />;
  }
  return Object.assign(LateComponent, { start: code.start });
}
