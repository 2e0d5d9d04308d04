/** Keys that are pressed while the code of what they are meant for is fetched: kept in their order, and pressed again when it is there. */
import { useLayoutEffect } from "react";
import { isField } from "./is-field.ts";

/** `all`: what comes takes the keyboard, as a menu does. `unknown`: it brings actions; keys of those that are there do what they do. */
export type Held = "all" | "unknown";

/** Nobody expects any more what was pressed before that. */
const holdMsMax = 5_000;
/** What comes has drawn itself and taken the focus long before. */
const framesMax = 60;

const waits = new Map<symbol, Held>();
let kept: KeyboardEvent[] = [];
/** Where they belong: into what has come, or to the page. */
let into: Held = "unknown";
let releasing = false;

/** From now on, until the answer is called: what they are meant for is there, or does not come. */
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

/** It does not come, or a hand has gone elsewhere: pressed there they would do something else. */
export function forgetKeys(): void {
  kept = [];
}

/** A key that no action has: kept if what knows it may be on its way. */
export function keepUnknownKey(event: KeyboardEvent): boolean {
  const mayCome = [...waits.values()].includes("unknown") && event.key.length === 1 && event.key !== " " && !isChord(event);
  if (mayCome) keep(event);
  return mayCome;
}

function onKeyDown(event: KeyboardEvent): void {
  // One of ours, pressed again; or the browser's.
  if (!event.isTrusted || event.isComposing || isChord(event) || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  // Behind one that waits, each has to.
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
  // In the frame after it was drawn, its actions are known.
  await nextFrame();
  for (let frames = 0; kept.length > 0 && waits.size === 0 && !isThere(); frames++) {
    if (frames === framesMax) forgetKeys();
    await nextFrame();
  }
  while (kept.length > 0 && waits.size === 0) {
    press(kept.shift() as KeyboardEvent);
    // What it changes is drawn before the next one comes.
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
  // What a browser does by itself with a key of a hand.
  if (isUnused && event.key.length === 1 && isField(target)) document.execCommand("insertText", false, event.key);
  target.dispatchEvent(new KeyboardEvent("keyup", event));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
