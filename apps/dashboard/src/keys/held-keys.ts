/** Keys pressed while the code of their target is still loading: held in order, and dispatched when it is ready. */
import { useLayoutEffect } from "react";
import { isField } from "./is-field.ts";

/** `all`: the target takes the keyboard, as a menu does. `unknown`: it will register actions; keys of the existing ones work as usual. */
export type Held = "all" | "unknown";

/** After this time nobody expects an effect of the earlier keys. */
const holdMsMax = 5_000;
/** The target has rendered and taken the focus long before. */
const framesMax = 60;

const waits = new Map<symbol, Held>();
let kept: KeyboardEvent[] = [];
/** Where the keys go: the target, or the page. */
let into: Held = "unknown";
let releasing = false;

/** Starts holding keys until the returned function is called: the target is ready, or failed to load. */
export function holdKeys(which: Held): () => void {
  const wait = Symbol(which);
  waits.set(wait, which);
  if (which === "all") into = "all";
  document.addEventListener("keydown", onKeyDown, { capture: true });
  document.addEventListener("pointerdown", forgetKeys, { capture: true });
  const end = () => {
    clearTimeout(timer);
    if (waits.delete(wait)) void release();
  };
  const timer = setTimeout(() => {
    forgetKeys();
    end();
  }, holdMsMax);
  return end;
}

export function useHeldKeys(which: Held | null, isWaiting: boolean): void {
  useLayoutEffect(() => (isWaiting && which !== null ? holdKeys(which) : undefined), [which, isWaiting]);
}

/** The target failed to load, or the pointer was used elsewhere: dispatched now, the keys would have another effect. */
export function forgetKeys(): void {
  kept = [];
}

/** A key without an action: held if its action may still be registered. */
export function keepUnknownKey(event: KeyboardEvent): boolean {
  const mayCome = [...waits.values()].includes("unknown") && event.key.length === 1 && event.key !== " " && !isChord(event);
  if (mayCome) keep(event);
  return mayCome;
}

function onKeyDown(event: KeyboardEvent): void {
  // Dispatched by this file, or meant for the browser.
  if (!event.isTrusted || event.isComposing || isChord(event) || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  // After a held key, every following one must be held too.
  if (kept.length > 0 || [...waits.values()].includes("all")) keep(event);
}

function isChord({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function keep(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  kept.push(event);
}

async function release(): Promise<void> {
  if (releasing) return;
  releasing = true;
  // The target's actions are registered in the frame after it was rendered.
  await nextFrame();
  for (let frames = 0; kept.length > 0 && waits.size === 0 && !isThere(); frames++) {
    if (frames === framesMax) forgetKeys();
    await nextFrame();
  }
  while (kept.length > 0 && waits.size === 0) {
    press(kept.shift() as KeyboardEvent);
    // Renders its effect before the next one.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  releasing = false;
  if (waits.size > 0) return;
  into = "unknown";
  document.removeEventListener("keydown", onKeyDown, { capture: true });
  document.removeEventListener("pointerdown", forgetKeys, { capture: true });
}

function isThere(): boolean {
  return into === "unknown" || document.activeElement?.closest("[data-owns-keys]") != null;
}

function press(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const isUnused = target.dispatchEvent(new KeyboardEvent("keydown", event));
  // The browser's default for a key pressed by a person.
  if (isUnused && event.key.length === 1 && isField(target)) document.execCommand("insertText", false, event.key);
  target.dispatchEvent(new KeyboardEvent("keyup", event));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
