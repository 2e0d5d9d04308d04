import type { ComponentType, ReactNode } from "react";
import { type Held, useHeldKeys } from "../keys/held-keys.ts";
import { late, useLate } from "./late.ts";

interface LateOptions {
  /** What is done with keys that are pressed before it is there. null: they are not for it. */
  keys: Held | null;
  /** In its place. */
  meanwhile?: ReactNode;
}

/** A component whose code is fetched when it is first shown, or before by `start`; once it is there, it is drawn at once. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>, { keys, meanwhile = null }: LateOptions) {
  const code = late(async () => ({ Component: await load() }));
  function LateComponent(props: Props) {
    const found = useLate(code);
    useHeldKeys(keys, found === null);
    return found === null ? meanwhile : <found.Component {...props} />;
  }
  return Object.assign(LateComponent, { start: code.start });
}
