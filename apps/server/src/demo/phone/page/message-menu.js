/** The menu of one message: reactions and quoting. */

/** @import { PhoneMessage } from "@parley/simulators/phone" */
/** @import { Store } from "./store.js" */

import { act } from "./api.js";
import { byId, h, icon } from "./dom.js";

const gapPx = 6;

/**
 * @param {Store} store
 * @param {{ quote(message: PhoneMessage): void; refuse(words: string): void }} does
 */
export function createMessageMenu(store, does) {
  const menu = byId("actions");
  /** @type {HTMLElement | null} */
  let opener = null;

  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed" && menu.contains(document.activeElement)) opener?.focus();
  });
  menu.addEventListener("keydown", (event) => {
    const step =
      event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...menu.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons.at((at + step) % buttons.length)?.focus();
  });

  /**
   * @param {PhoneMessage} message
   * @param {HTMLElement} button
   */
  return (message, button) => {
    const { state, key, kind } = store;
    if (state === null || key === null) return;
    opener = button;
    const react = (/** @type {string | null} */ emoji) => {
      menu.hidePopover();
      button.focus();
      act(kind, key, "reactions", { messageId: message.id, emoji }).catch((error) => does.refuse(error.message));
    };
    const emojis = state.abilities.reactions.map((emoji) => {
      const on = message.reactions.customer === emoji;
      return h(
        "button",
        {
          type: "button",
          "aria-pressed": on,
          class: "emoji",
          "aria-label": `React with ${emoji}`,
          on: { click: () => react(on ? null : emoji) },
        },
        emoji,
      );
    });
    const quote = h(
      "button",
      {
        type: "button",
        class: "row",
        on: {
          click: () => {
            menu.hidePopover();
            does.quote(message);
          },
        },
      },
      icon("reply"),
      "Reply",
    );
    menu.replaceChildren(h("div", { class: "emojis" }, ...emojis), ...(state.abilities.quote ? [quote] : []));
    menu.showPopover();
    const { top, bottom, left, width } = button.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = menu;
    // Inside the phone, so that it looks like a part of it.
    const room = button.closest(".phone")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    const x = Math.min(Math.max(room.left + gapPx, left + width / 2 - offsetWidth / 2), room.right - offsetWidth - gapPx * 3);
    const above = top - offsetHeight - gapPx;
    menu.style.left = `${x}px`;
    menu.style.top = `${above > gapPx ? above : bottom + gapPx}px`;
    menu.querySelector("button")?.focus();
  };
}
