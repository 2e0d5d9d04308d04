/** The screen of a voice call, over the conversation. */

/** @import { Store } from "./store.js" */

import { createCall } from "./call.js";
import { byId, h, icon } from "./dom.js";

const levelMs = 80;
const wordsShown = 4;

/**
 * @param {Store} store
 * @param {{ business(): string }} around
 */
export function createCallScreen(store, { business }) {
  const audio = /** @type {HTMLAudioElement} */ (byId("call-audio"));
  const screen = byId("call");
  const opener = byId("open-call");
  const buttons = {
    mute: /** @type {HTMLButtonElement} */ (byId("call-mute")),
    end: /** @type {HTMLButtonElement} */ (byId("call-end")),
    again: /** @type {HTMLButtonElement} */ (byId("call-again")),
    close: /** @type {HTMLButtonElement} */ (byId("call-close")),
  };
  const call = createCall(store, { changed: draw, business, audio });
  const meters = createMeters();
  let shown = "idle";

  opener.append(icon("call"));
  buttons.end.prepend(icon("call"));
  buttons.again.prepend(icon("call"));
  buttons.close.prepend(icon("close"));
  opener.addEventListener("click", () => call.start());
  buttons.mute.addEventListener("click", () => call.mute());
  buttons.end.addEventListener("click", () => call.hangUp());
  buttons.again.addEventListener("click", () => call.start());
  buttons.close.addEventListener("click", () => call.close());
  screen.addEventListener("keydown", (event) => {
    // A live call is not ended by a key pressed in passing.
    if (event.key === "Escape" && call.view.phase === "ended") call.close();
  });

  setInterval(() => {
    if (call.view.phase !== "connected") return;
    drawTime();
    const { microphone, remote } = call.stream;
    byId("call-ring").style.transform = `scale(${1 + Math.min(0.5, meters.of("remote", remote) * 3)})`;
    byId("call-voice").style.inlineSize = `${call.view.muted ? 0 : Math.min(100, meters.of("own", microphone) * 400)}%`;
  }, levelMs);

  function drawTime() {
    const { connectedAt, endedAt } = call.view;
    const seconds = connectedAt === null ? null : Math.floor(((endedAt ?? Date.now()) - connectedAt) / 1_000);
    const words = seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (byId("call-time").textContent !== words) byId("call-time").textContent = words;
  }

  function draw() {
    const { phase, muted, reason, failed, words } = call.view;
    const name = business();
    const isOver = phase === "ended";
    // A reader who has moved the focus elsewhere keeps it there.
    const isHere = document.activeElement === document.body || screen.contains(document.activeElement);
    screen.hidden = phase === "idle";
    screen.dataset["phase"] = phase;
    // What is behind the call is unreachable meanwhile.
    for (const other of screen.parentElement?.children ?? [])
      if (other !== screen) /** @type {HTMLElement} */ (other).inert = phase !== "idle";
    byId("call-name").textContent = name;
    byId("call-avatar").textContent = (Array.from(name)[0] ?? "").toUpperCase();
    const state = {
      idle: "",
      asking: "Waiting for your microphone…",
      calling: "Calling…",
      connecting: "Connecting…",
      connected: "Connected",
      ended: reason,
    }[phase];
    if (byId("call-state").textContent !== state) byId("call-state").textContent = state;
    screen.classList.toggle("failed", failed);
    drawTime();
    drawWords(words);
    byId("call-hint").textContent = hintOf();
    byId("call-level").hidden = phase !== "connected";
    for (const button of [buttons.mute, buttons.end]) button.hidden = isOver;
    for (const button of [buttons.again, buttons.close]) button.hidden = !isOver;
    buttons.mute.setAttribute("aria-pressed", String(muted));
    buttons.mute.replaceChildren(icon(muted ? "muted" : "audio"), "Mute");
    if (phase === shown) return;
    const [before, now] = [shown, phase];
    shown = phase;
    if (now === "idle") {
      meters.end();
      if (isHere) opener.focus();
    } else if (now === "ended") {
      if (isHere) buttons.again.focus();
    } else if (before === "idle" || before === "ended") buttons.end.focus();
  }

  /** @param {{ from: "caller" | "agent"; text: string }[]} words */
  function drawWords(words) {
    const list = byId("call-words");
    const isNew = words.length !== list.childElementCount;
    while (list.childElementCount > words.length) list.lastElementChild?.remove();
    for (const { from, text } of words.slice(list.childElementCount)) {
      const who = from === "caller" ? "You" : business();
      list.append(h("p", { class: from }, h("small", {}, who), h("span", { dir: "auto" }, text)));
    }
    for (const [at, row] of [...list.children].entries()) row.toggleAttribute("hidden", at < list.childElementCount - wordsShown);
    if (isNew) list.scrollTop = list.scrollHeight;
    // Not hidden while empty: a screen reader announces only additions to a list that already exists.
    list.tabIndex = words.length === 0 ? -1 : 0;
  }

  function hintOf() {
    const { phase, words } = call.view;
    if (phase === "idle" || phase === "ended") return "";
    const lines = store.state?.abilities.calls?.lines ?? [];
    const next = lines[words.filter(({ from }) => from === "caller").length % Math.max(1, lines.length)];
    if (next === undefined) return "";
    const speak = phase === "connected" ? "Speak, and" : "Once it answers, speak, and";
    return `This is a simulation: it notices that you speak, but does not understand words. ${speak} it assumes that you said: “${next}”`;
  }

  return {
    draw() {
      opener.hidden = store.state?.abilities.calls == null;
      opener.setAttribute("aria-label", `Call ${business()}`);
      call.moved();
      draw();
    },
    told: call.told,
  };
}

/** The volume of streams, from 0 to 1. */
function createMeters() {
  /** @type {AudioContext | null} */
  let context = null;
  /** @type {Map<string, { stream: MediaStream; analyser: AnalyserNode; samples: Float32Array<ArrayBuffer> }>} */
  const known = new Map();
  return {
    /**
     * @param {string} name
     * @param {MediaStream | null} stream
     */
    of(name, stream) {
      if (stream === null || stream.getAudioTracks().length === 0) return 0;
      let meter = known.get(name);
      if (meter?.stream !== stream) {
        context ??= new AudioContext();
        const analyser = context.createAnalyser();
        context.createMediaStreamSource(stream).connect(analyser);
        meter = { stream, analyser, samples: new Float32Array(analyser.fftSize) };
        known.set(name, meter);
      }
      meter.analyser.getFloatTimeDomainData(meter.samples);
      return Math.sqrt(meter.samples.reduce((sum, sample) => sum + sample * sample, 0) / meter.samples.length);
    },
    end() {
      known.clear();
      context?.close();
      context = null;
    },
  };
}
