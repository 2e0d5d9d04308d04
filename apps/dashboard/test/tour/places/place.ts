import type { Locator } from "playwright-core";
import type { Key } from "../../../src/i18n/catalogue.ts";
import type { StagePage } from "../../stage.ts";
import type { Seed } from "../seed/seed.ts";

/** Somebody on their way through the screens, in one language and size. */
export interface Visit {
  page: StagePage;
  seed: Seed;
  size: "desktop" | "phone";
  /** The first button with this text; its place is any value. */
  button(key: Key, within?: Locator): Locator;
  item(key: Key): Locator;
  /** The dialog, menu, drawer or popover that is open on top. */
  top(): Locator;
}

/** One picture: a screen, or what opens over it. */
export interface Place {
  name: string;
  path: string;
  /** Presses what opens it, in whatever language the page is. */
  open?(visit: Visit): Promise<unknown>;
  /** What it is there for; default: the screen's title, or what has been opened. */
  shows?(visit: Visit): Locator;
  /** By how it is reached, it is there in this size alone. */
  only?: "desktop" | "phone";
  /** It lies over the page: what is beneath has been looked at before. */
  over?: true;
  /** Made by the server, without the dashboard: neither its theme nor its language. */
  isServers?: true;
}

type Opening = NonNullable<Place["open"]>;

/** By a key, as the screen's own actions have it. */
export const byKey =
  (...keys: string[]): Opening =>
  async ({ page }) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** By pressing buttons one after the other. */
export const byButton =
  (...texts: Key[]): Opening =>
  async ({ button }) => {
    for (const text of texts) await button(text).click();
  };

export const over = (name: string, path: string, open: Opening, more: Partial<Place> = {}): Place => ({
  name,
  path,
  open,
  over: true,
  ...more,
});
export const screen = (name: string, path: string, more: Partial<Place> = {}): Place => ({ name, path, ...more });
