import type { Locator } from "playwright-core";
import type { Key } from "../../../src/i18n/catalogue.ts";
import type { StagePage } from "../../stage.ts";

/** One pass over the places, in one language and size. */
export interface Visit {
  page: StagePage;
  size: "desktop" | "phone";
  /** The first button with this text, with any value in its placeholder. */
  button(key: Key, within?: Locator): Locator;
  item(key: Key): Locator;
  /** The dialog, menu, drawer or popover that is open on top. */
  top(): Locator;
}

/** One screenshot: a screen, or something that opens over it. */
export interface Place {
  name: string;
  path: string;
  /** Opens it, in any language. */
  open?(visit: Visit): Promise<unknown>;
  /** Visible once it is complete; default: the title, or what was opened. */
  shows?(visit: Visit): Locator;
  /** It exists only in this size. */
  only?: "desktop" | "phone";
  /** It opens over the page: axe checks only the overlay. */
  over?: true;
  /** Rendered by the server: not translated, without themes. */
  isServers?: true;
}

type Opening = NonNullable<Place["open"]>;

/** Opened with the screen's shortcuts. */
export const byKey =
  (...keys: string[]): Opening =>
  async ({ page }) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Opened by pressing buttons in turn. */
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
