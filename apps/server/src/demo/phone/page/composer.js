/** The composer: text, quotes, samples, an own picture, a location. */

/** @import { PhoneMessage } from "@parley/simulators/phone" */
/** @import { Store } from "./store.js" */

import { act, sampleAddress } from "./api.js";
import { byId, h, icon } from "./dom.js";
import { summaryOf } from "./format.js";
import { sameThread } from "./store.js";

/** A well-known place. */
const place = { latitude: 51.5007, longitude: -0.1246, name: "Westminster Bridge" };

/** @param {Store} store */
export function createComposer(store) {
  const form = /** @type {HTMLFormElement} */ (byId("composer"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
  const quoting = byId("quoting");
  const refusal = byId("refusal");
  const attachments = byId("attachments");
  const unread = byId("unread");
  const picker = h("input", { type: "file", hidden: true });
  /** @type {PhoneMessage | null} */
  let quoted = null;
  /** Messages are sent one after the other, so that a second one is neither lost nor sent first while the first is in flight. */
  let sending = Promise.resolve();
  /** The returned text, as long as it is unchanged. */
  let givenBack = "";
  byId("attach").append(icon("attach"));
  byId("send").append(icon("send"));

  /** @param {string | null} words */
  function refuse(words) {
    refusal.hidden = words === null;
    refusal.textContent = words;
  }

  const grow = () => {
    text.style.blockSize = "auto";
    text.style.blockSize = `${Math.min(text.scrollHeight, 120)}px`;
  };

  /** @param {PhoneMessage | null} message */
  function quote(message) {
    quoted = message;
    quoting.hidden = message === null;
    if (message === null) return;
    const cancel = h(
      "button",
      { type: "button", class: "icon", "aria-label": "Remove the quote", on: { click: () => quote(null) } },
      icon("close"),
    );
    quoting.replaceChildren(
      h("p", {}, h("strong", {}, message.from === "customer" ? "You" : "Quoting"), h("span", { dir: "auto" }, summaryOf(message))),
      cancel,
    );
    text.focus();
  }

  /**
   * The typed text becomes the caption, and is returned if the message is refused. Waits for messages in flight.
   * @param {Record<string, unknown>} content
   * @param {boolean} takesText
   */
  function send(content, takesText) {
    const { kind, key } = store;
    if (key === null) return sending;
    refuse(null);
    const written = takesText ? text.value : "";
    const quoting = quoted;
    if (takesText) {
      text.value = "";
      grow();
    }
    quote(null);
    const caption = content["type"] !== "text" && written.trim() !== "" ? { caption: written } : {};
    sending = sending.then(async () => {
      try {
        await act(kind, key, "messages", { ...content, ...caption, ...(quoting === null ? {} : { replyTo: quoting.id }) });
      } catch (error) {
        refuse(error instanceof Error ? error.message : String(error));
        if (store.kind === kind && store.key !== null && sameThread(store.key, key)) giveBack(written, quoting);
      }
    });
    return sending;
  }

  /**
   * Before text written since, after text returned earlier.
   * @param {string} words
   * @param {PhoneMessage | null} quoting
   */
  function giveBack(words, quoting) {
    const parts = text.value === givenBack ? [text.value, words] : [words, text.value];
    text.value = parts.filter((part) => part !== "").join("\n");
    givenBack = text.value;
    grow();
    if (quoting !== null && quoted === null) quote(quoting);
  }

  const sendText = () => (text.value.trim() === "" ? undefined : send({ type: "text", text: text.value }, true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sendText();
  });
  text.addEventListener("input", () => {
    grow();
    refuse(null);
  });
  text.addEventListener("keydown", (event) => {
    // While an input method is composing, Enter belongs to it.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      sendText();
    }
    if (event.key === "Escape" && quoted !== null) quote(null);
  });

  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    picker.value = "";
    const { files: limit, captions } = store.state?.abilities ?? { files: null, captions: false };
    if (file === undefined || limit === null) return;
    if (!limit.mimeTypes.includes(file.type)) return refuse(`This platform only accepts ${limit.mimeTypes.join(" and ")}.`);
    if (file.size > limit.sizeBytesMax) return refuse(`The picture is larger than ${Math.floor(limit.sizeBytesMax / 1_048_576)} MB.`);
    await send({ type: "file", mimeType: file.type, name: file.name, data: await base64Of(file) }, captions);
  });

  function drawAttachments() {
    const { state, kind } = store;
    if (state === null) return;
    const { samples, files, location, captions } = state.abilities;
    const pick = (/** @type {Record<string, unknown>} */ content, /** @type {boolean} */ takesText) => () => {
      attachments.hidePopover();
      send(content, takesText);
      text.focus();
    };
    const pictures = samples
      .filter((sample) => sample.kind === "image")
      .map((sample) =>
        h(
          "button",
          { type: "button", class: "sample", on: { click: pick({ type: "sample", sample: sample.id }, captions) } },
          h("img", { src: sampleAddress(kind, sample.id), alt: "", width: 96, height: 72 }),
          sample.label,
        ),
      );
    const others = samples
      .filter((sample) => sample.kind !== "image")
      .map((sample) => row(sample.kind, sample.label, pick({ type: "sample", sample: sample.id }, captions)));
    attachments.replaceChildren(
      h("div", { class: "pictures" }, ...pictures),
      ...others,
      ...(location ? [row("location", `Location: ${place.name}`, pick({ type: "location", ...place }, false))] : []),
      ...(files === null
        ? []
        : [
            row("image", "Picture from this device…", () => {
              attachments.hidePopover();
              picker.accept = files.mimeTypes.join(",");
              picker.click();
            }),
          ]),
    );
  }
  attachments.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") drawAttachments();
  });

  function draw() {
    const { state, thread } = store;
    const { abilities } = state ?? {};
    byId("attach").hidden = abilities === undefined || (abilities.samples.length === 0 && abilities.files === null && !abilities.location);
    if (abilities !== undefined) text.maxLength = abilities.textMax;
    const count = thread?.unread ?? 0;
    unread.hidden = count === 0 || thread?.readReceipts === true;
    if (unread.hidden) return;
    const read = h(
      "button",
      {
        type: "button",
        on: { click: () => store.key !== null && act(store.kind, store.key, "read").catch((error) => refuse(error.message)) },
      },
      "Mark as read",
    );
    unread.replaceChildren(h("span", {}, `${count} unread`), read);
  }

  return {
    draw,
    quote,
    refuse,
    /** @param {string} words */
    say: (words) => send({ type: "text", text: words }, false),
    /** For another conversation: clears everything from the previous one. */
    clear() {
      text.value = "";
      grow();
      quote(null);
      refuse(null);
    },
  };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} click
 */
const row = (name, label, click) => h("button", { type: "button", on: { click } }, icon(name), label);

/** @param {File} file @returns {Promise<string>} */
function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(new Error("The picture could not be read.")));
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.readAsDataURL(file);
  });
}
