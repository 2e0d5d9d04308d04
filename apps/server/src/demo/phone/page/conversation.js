/** The list of messages: bubbles, days, typing, and scrolling to the end. */

/** @import { PhoneMessage } from "@parley/simulators/phone" */
/** @import { Bubble } from "./bubbles.js" */
/** @import { Store } from "./store.js" */

import { createBubble } from "./bubbles.js";
import { arrange, byId, h } from "./dom.js";
import { dayKey, dayOf } from "./format.js";

/** Within this distance from the end the list scrolls to new messages. */
const nearPx = 80;
const suggestions = ["Hi, is the blue jacket back in stock?", "Where is my order 4711?", "مرحبا، متى يصل طلبي؟"];

/**
 * @param {Store} store
 * @param {{ say(text: string): void; choose(message: PhoneMessage, choiceId: string): void; menu(message: PhoneMessage, button: HTMLElement): void }} does
 */
export function createConversation(store, does) {
  const scroll = byId("scroll");
  // Scrollable by keyboard in every browser.
  scroll.tabIndex = 0;
  const list = byId("messages");
  const typing = byId("typing");
  const newer = byId("newer");
  const empty = byId("empty");
  /** @type {Map<string, Bubble>} */
  let bubbles = new Map();
  /** @type {Map<string, HTMLElement>} */
  let days = new Map();
  let shown = "";

  const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < nearPx;
  const toEnd = () => {
    scroll.scrollTop = scroll.scrollHeight;
    newer.hidden = true;
  };
  newer.addEventListener("click", toEnd);
  scroll.addEventListener("scroll", () => {
    if (atEnd()) newer.hidden = true;
  });
  // A phone's on-screen keyboard shrinks the list; its end stays visible.
  new ResizeObserver(() => {
    if (newer.hidden) toEnd();
  }).observe(scroll);

  /** @param {string} id */
  function goTo(id) {
    const element = bubbles.get(id)?.element;
    if (element === undefined) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
    element.focus({ preventScroll: true });
  }

  function draw() {
    const { transcript, state, key, kind } = store;
    const business = state?.accounts.find((account) => account.id === key?.accountId)?.name ?? "the business";
    const which = `${kind} ${key?.accountId} ${key?.customerId}`;
    if (which !== shown) {
      bubbles = new Map();
      days = new Map();
      newer.hidden = true;
    }
    const fresh = which !== shown;
    shown = which;
    const follow = fresh || atEnd();
    const messages = transcript?.messages ?? [];
    const abilities = state?.abilities;
    const context = {
      kind,
      business,
      find: (/** @type {string} */ id) => store.transcript?.messages.find((message) => message.id === id),
      goTo,
      choose: does.choose,
      menu: does.menu,
      hasMenu: abilities !== undefined && (abilities.quote || abilities.reactions.length > 0),
    };
    /** @type {Element[]} */
    const wanted = [];
    let lastDay = "";
    let added = 0;
    let wrote = false;
    for (const message of messages) {
      const day = dayKey(message.at);
      if (day !== lastDay) wanted.push(dayMark(day, dayOf(message.at, store.now)));
      lastDay = day;
      let bubble = bubbles.get(message.id);
      if (bubble === undefined) {
        bubble = createBubble(message, context);
        bubbles.set(message.id, bubble);
        added++;
        wrote ||= message.from === "customer";
      } else bubble.update(message);
      wanted.push(bubble.element);
    }
    arrange(list, wanted);
    typing.hidden = store.thread?.typing !== true;
    drawEmpty(transcript !== null && messages.length === 0, business);
    if (follow || wrote) toEnd();
    else if (added > 0) newer.hidden = false;
  }

  /**
   * @param {string} day
   * @param {string} words
   */
  function dayMark(day, words) {
    const mark = days.get(day) ?? h("li", { class: "day" }, h("span", {}));
    days.set(day, mark);
    /** @type {HTMLElement} */ (mark.firstElementChild).textContent = words;
    return mark;
  }

  /**
   * @param {boolean} isEmpty
   * @param {string} business
   */
  function drawEmpty(isEmpty, business) {
    if (empty.hidden === !isEmpty) return;
    empty.hidden = !isEmpty;
    empty.replaceChildren(
      h("h3", {}, `Write to ${business}`),
      h("p", {}, "Your message takes the same route as one from a real phone, and appears in the inbox. Replies from there appear here."),
      h("div", {}, ...suggestions.map((text) => h("button", { type: "button", dir: "auto", on: { click: () => does.say(text) } }, text))),
    );
  }

  return { draw, toEnd };
}
