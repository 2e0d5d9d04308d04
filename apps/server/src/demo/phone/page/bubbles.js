/** Renders one message. Constant parts are created once; marks, reactions and problems are updated in place. */

/** @import { PhoneMessage } from "@parley/simulators/phone" */

import { mediaAddress } from "./api.js";
import { h, icon } from "./dom.js";
import { kindWords, summaryOf, timeOf } from "./format.js";

/**
 * @typedef {object} BubbleContext
 * @property {string} kind
 * @property {string} business
 * @property {(id: string) => PhoneMessage | undefined} find
 * @property {(id: string) => void} goTo
 * @property {(message: PhoneMessage, choiceId: string) => void} choose
 * @property {(message: PhoneMessage, button: HTMLElement) => void} menu
 * @property {boolean} hasMenu
 */

/** @typedef {{ element: HTMLElement; update(message: PhoneMessage): void }} Bubble */

/**
 * @param {PhoneMessage} first
 * @param {BubbleContext} context
 * @returns {Bubble}
 */
export function createBubble(first, context) {
  let message = first;
  const own = message.from === "customer";
  const content = h("div", { class: "content" });
  const marks = h("span", { class: "marks" });
  const edited = h("span", { hidden: true }, "edited ");
  const meta = h("p", { class: "meta" }, edited, h("time", { datetime: new Date(message.at).toISOString() }, timeOf(message.at)), marks);
  const reactions = h("p", { class: "reactions", hidden: true });
  const problem = h("p", { class: "problem", hidden: true });
  const more = h(
    "button",
    {
      type: "button",
      class: "icon more",
      "aria-label": `React or reply to: ${summaryOf(message).slice(0, 60)}`,
      "aria-haspopup": "dialog",
      on: { click: () => context.menu(message, more) },
    },
    icon("more"),
  );
  const bubble = h("div", { class: "bubble" }, content, meta, reactions);
  const element = h(
    "li",
    { class: `message ${own ? "own" : "their"}`, id: `m-${message.id}`, tabindex: -1 },
    bubble,
    context.hasMenu ? more : null,
    problem,
  );
  let drawn = "";

  /** @param {PhoneMessage} now */
  function update(now) {
    message = now;
    // The choices must stay usable, and a quoted text may have been edited: rendered again only if it differs.
    const { kind, text, media, place, choices, header, footer, note, deleted, replyTo } = now;
    const signature = JSON.stringify([kind, text, media, place, choices, header, footer, note, deleted, replyTo]);
    if (signature !== drawn) content.replaceChildren(...contentOf(now, context));
    drawn = signature;
    edited.hidden = !now.edited;
    marks.replaceChildren(...(own ? [markOf(now.status)] : []));
    drawReactions(reactions, now, context.business);
    element.classList.toggle("waiting", !own && (now.status === "pending" || now.status === "sent"));
    element.classList.toggle("failed", now.status === "failed");
    const words = now.status === "failed" && !own ? `Did not reach this phone: ${now.problem ?? "no reason given"}` : now.problem;
    problem.hidden = words === null;
    problem.textContent = words;
  }
  update(first);
  element.prepend(h("span", { class: "hidden" }, own ? "You: " : `${context.business}: `));
  return { element, update };
}

/** @param {PhoneMessage["status"]} status */
function markOf(status) {
  switch (status) {
    case "pending":
      return icon("clock", "Not sent yet");
    case "sent":
      return icon("one", "Sent");
    case "delivered":
      return icon("two", "Delivered");
    case "read": {
      const mark = icon("two", "Read");
      mark.classList.add("read");
      return mark;
    }
    default:
      return icon("warning", "Failed");
  }
}

/**
 * @param {HTMLElement} place
 * @param {PhoneMessage} message
 * @param {string} business
 */
function drawReactions(place, { reactions }, business) {
  const given = [
    { emoji: reactions.customer, who: "You" },
    { emoji: reactions.business, who: business },
  ].filter(({ emoji }) => emoji !== null);
  place.hidden = given.length === 0;
  place.replaceChildren(
    ...given.map(({ emoji, who }) => h("span", {}, h("span", { class: "hidden" }, `${who} reacted with `), emoji ?? "")),
  );
}

/**
 * @param {PhoneMessage} message
 * @param {BubbleContext} context
 * @returns {(Node | string)[]}
 */
function contentOf(message, context) {
  if (message.deleted) return [h("p", { class: "gone" }, "This message was deleted.")];
  /** @type {(Node | null)[]} */
  const parts = [
    message.note === undefined ? null : h("p", { class: "about" }, message.note),
    quoteOf(message, context),
    mediaOf(message, context.kind),
    message.header === undefined ? null : h("p", { class: "head", dir: "auto" }, message.header),
    textOf(message),
    message.footer === undefined ? null : h("p", { class: "foot", dir: "auto" }, message.footer),
    choicesOf(message, context),
  ];
  return parts.filter((part) => part !== null);
}

/**
 * @param {PhoneMessage} message
 * @param {BubbleContext} context
 */
function quoteOf(message, context) {
  const { replyTo } = message;
  if (replyTo === null) return null;
  const quoted = context.find(replyTo);
  if (quoted === undefined) return h("p", { class: "quote" }, "An earlier message");
  return h(
    "button",
    { type: "button", class: "quote", on: { click: () => context.goTo(replyTo) } },
    h("strong", {}, quoted.from === "customer" ? "You" : context.business),
    h("span", { dir: "auto" }, summaryOf(quoted)),
  );
}

/** @param {PhoneMessage} message */
function textOf(message) {
  if (message.kind === "other") return h("p", { class: "gone" }, `Shown only on a real phone: ${message.text ?? "unknown"}`);
  if (message.kind === "call") return h("p", { class: "card" }, icon("call"), h("span", {}, message.text ?? "Voice call"));
  if (message.kind === "contacts")
    return h("p", { class: "card" }, icon("contact", "Contact"), h("span", { dir: "auto" }, message.text ?? ""));
  return message.text === null ? null : h("p", { class: "text", dir: "auto" }, message.text);
}

/**
 * @param {PhoneMessage} message
 * @param {string} kind
 */
function mediaOf(message, kind) {
  const { media, place } = message;
  if (place !== undefined) {
    const where = `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`;
    return h(
      "p",
      { class: "card place" },
      icon("location", "Location"),
      h("span", {}, h("strong", { dir: "auto" }, place.name ?? "Location"), h("small", {}, where)),
    );
  }
  if (media === undefined) return null;
  const src = mediaAddress(kind, message.id);
  const word = kindWords[message.kind] ?? message.kind;
  switch (message.kind) {
    case "image":
    case "sticker": {
      const image = h("img", { src, alt: message.text ?? word, width: 240, height: 180, decoding: "async" });
      image.addEventListener("error", () => image.replaceWith(h("p", { class: "gone" }, `${word} cannot be shown.`)), { once: true });
      return h("a", { class: `frame ${message.kind}`, href: src, target: "_blank", rel: "noopener" }, image);
    }
    case "video":
      return h("video", { class: "frame", src, controls: true, preload: "metadata", width: 240, height: 180, "aria-label": word });
    case "audio":
      return h("audio", { class: "sound", src, controls: true, preload: "metadata", "aria-label": word });
    default:
      return h(
        "a",
        { class: "card", href: src, download: media.name ?? "document" },
        icon("document"),
        h("span", {}, h("strong", { dir: "auto" }, media.name ?? word), h("small", {}, media.mimeType)),
      );
  }
}

/**
 * @param {PhoneMessage} message
 * @param {BubbleContext} context
 */
function choicesOf(message, context) {
  const { choices } = message;
  if (choices === undefined) return null;
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": "Answers" },
    ...choices.map((choice) =>
      h(
        "button",
        { type: "button", on: { click: () => context.choose(message, choice.id) } },
        h("span", { dir: "auto" }, choice.title),
        choice.description === undefined ? null : h("small", { dir: "auto" }, choice.description),
      ),
    ),
  );
}
