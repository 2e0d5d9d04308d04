/** A person who uses only a keyboard. After each step the focus has to be on something visible. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { StagePage } from "../stage.ts";

const pressesMax = 150;
const focusMsMax = 10_000;

export interface Keyboard {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until it has the focus. */
  tabTo(what: string, wanted: Locator): Promise<void>;
  /** The same with an arrow key: inside a menu, a list or a row. */
  arrowTo(what: string, wanted: Locator, key?: string): Promise<void>;
  /** Moves to a button and presses Enter. */
  activate(what: string, wanted: Locator): Promise<void>;
  /** Moves to a field and types. */
  fill(what: string, wanted: Locator, text: string): Promise<void>;
  /** Opens a select by its button and chooses an option. */
  choose(what: string, button: Locator, name: string | RegExp): Promise<void>;
  /** Opens the palette, types, and runs the matching line. */
  palette(text: string, line: RegExp): Promise<void>;
  /** Fails if nothing has the focus, or something hidden has it. */
  focusIsSeen(afterWhat: string): Promise<void>;
}

export function keyboardOf(page: StagePage): Keyboard {
  const { keyboard } = page;
  const hasFocus = (wanted: Locator) => wanted.evaluateAll((all) => all.some((each) => each === document.activeElement));
  async function stepTo(key: string, what: string, wanted: Locator) {
    await wanted.first().waitFor();
    for (let presses = 0; presses < pressesMax; presses++) {
      if (await hasFocus(wanted)) return;
      await keyboard.press(key);
    }
    const last = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    assert.fail(`${pressesMax} times ${key} did not come to ${what}; the last it came to: ${last}`);
  }
  const hands: Keyboard = {
    async press(...keys) {
      for (const key of keys) await keyboard.press(key);
    },
    type: (text) => keyboard.type(text),
    tabTo: (what, wanted) => stepTo("Tab", what, wanted),
    arrowTo: (what, wanted, key = "ArrowDown") => stepTo(key, what, wanted),
    async activate(what, wanted) {
      await stepTo("Tab", what, wanted);
      await keyboard.press("Enter");
    },
    async fill(what, wanted, text) {
      await stepTo("Tab", what, wanted);
      await keyboard.type(text);
    },
    async choose(what, button, name) {
      await hands.activate(what, button);
      await hands.arrowTo(`${name} of ${what}`, page.getByRole("option", { name }));
      await keyboard.press("Enter");
      await page.getByRole("option", { name }).waitFor({ state: "detached" });
      await hands.focusIsSeen(`${name} is chosen`);
    },
    async palette(text, line) {
      await keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Search or run" });
      await palette.getByRole("combobox").and(page.locator(":focus")).waitFor();
      await keyboard.type(text);
      await palette.getByRole("option", { name: line }).first().waitFor();
      const chosen = palette.getByRole("option", { name: line, selected: true });
      for (let presses = 0; (await chosen.count()) === 0; presses++) {
        assert.ok(presses < pressesMax, `the arrows did not come to ${line}`);
        await keyboard.press("ArrowDown");
      }
      await keyboard.press("Enter");
      await palette.waitFor({ state: "detached" });
    },
    async focusIsSeen(afterWhat) {
      const isSeen = () => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return false;
        const { width, height } = activeElement.getBoundingClientRect();
        return width > 0 && height > 0 && activeElement.checkVisibility();
      };
      await page.waitForFunction(isSeen, undefined, { timeout: focusMsMax }).catch(() => assert.fail(`the focus is lost: ${afterWhat}`));
    },
  };
  return hands;
}
