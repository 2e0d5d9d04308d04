/** This browser's theme, density, language and rail state; public/theme.js reads the same before the first paint. */
import { useSyncExternalStore } from "react";
import { isLanguage, type LanguageCode, languages, preferredLanguage } from "../i18n/languages.ts";

export interface Appearance {
  theme: "system" | "light" | "dark";
  density: "comfortable" | "compact";
  language: LanguageCode;
  rail: "open" | "closed";
  /** The contact panel next to a conversation. */
  panel: "open" | "closed";
}

const storageKey = "appearance";
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let current = read();

function read(): Appearance {
  let kept: Partial<Record<keyof Appearance, string>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  } catch {
    // Storage is disabled or contains something else: the defaults apply.
  }
  return {
    theme: kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system",
    density: kept.density === "compact" ? "compact" : "comfortable",
    language: isLanguage(kept.language) ? kept.language : preferredLanguage(),
    rail: kept.rail === "closed" ? "closed" : "open",
    panel: kept.panel === "closed" ? "closed" : "open",
  };
}

function apply({ theme, density, language, rail }: Appearance): void {
  const root = document.documentElement;
  root.dataset["theme"] = theme === "dark" || (theme === "system" && systemDark.matches) ? "dark" : "light";
  root.dataset["density"] = density;
  root.dataset["rail"] = rail;
  root.lang = language;
  root.dir = languages[language].dir;
}

export function setAppearance(change: Partial<Appearance>): void {
  current = { ...current, ...change };
  apply(current);
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Valid until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function getAppearance(): Appearance {
  return current;
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

systemDark.addEventListener("change", () => apply(current));
// Changed in another tab of this browser.
addEventListener("storage", ({ key }) => {
  if (key !== storageKey) return;
  current = read();
  apply(current);
  for (const listener of listeners) listener();
});
apply(current);
