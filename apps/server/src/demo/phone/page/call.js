/** The customer's voice call: the microphone, the media, and the call's state. Drawn by call-screen.js. */

/** @import { PhoneCall, ThreadKey } from "@parley/simulators/phone" */
/** @import { Store } from "./store.js" */

import { act } from "./api.js";
import { sameThread } from "./store.js";

const gatherMsMax = 2_000;

/**
 * @typedef {object} CallView
 * @property {"idle" | "asking" | "calling" | "connecting" | "connected" | "ended"} phase
 * @property {boolean} muted
 * @property {number | null} connectedAt
 * @property {number | null} endedAt
 * @property {string} reason how it ended, for people
 * @property {boolean} failed
 * @property {{ from: "caller" | "agent"; text: string }[]} words
 */

/** @returns {CallView} */
const fresh = () => ({ phase: "idle", muted: false, connectedAt: null, endedAt: null, reason: "", failed: false, words: [] });

/**
 * @param {Store} store
 * @param {{ changed(): void; business(): string; audio: HTMLAudioElement }} around
 */
export function createCall(store, { changed, business, audio }) {
  let view = fresh();
  /** @type {{ kind: string; key: ThreadKey; id: string | null } | null} */
  let line = null;
  /** @type {RTCPeerConnection | null} */
  let connection = null;
  /** @type {MediaStream | null} */
  let microphone = null;
  /** The platform's events about calls, which may arrive before the response with the call's id. @type {Map<string, PhoneCall>} */
  const told = new Map();
  let described = false;
  let accepted = false;

  /** @param {Partial<CallView>} change */
  function set(change) {
    view = { ...view, ...change };
    changed();
  }

  /** Only once the business has accepted the call, and while it is not muted. */
  function listen() {
    for (const track of microphone?.getAudioTracks() ?? []) track.enabled = accepted && !view.muted;
  }

  function letGo() {
    for (const track of microphone?.getTracks() ?? []) track.stop();
    microphone = null;
    connection?.close();
    connection = null;
    audio.srcObject = null;
  }

  /**
   * @param {string} reason
   * @param {boolean} [failed]
   */
  function over(reason, failed = false) {
    if (view.phase === "ended" || view.phase === "idle") return;
    letGo();
    set({ phase: "ended", endedAt: Date.now(), reason, failed });
  }

  /** Whether the call was not hung up meanwhile. @param {object} mine */
  const runs = (mine) => line === mine && view.phase !== "ended" && view.phase !== "idle";

  async function start() {
    const { kind, key } = store;
    if (key === null || (view.phase !== "idle" && view.phase !== "ended")) return;
    view = fresh();
    described = false;
    accepted = false;
    told.clear();
    const mine = { kind, key, id: /** @type {string | null} */ (null) };
    line = mine;
    set({ phase: "asking" });
    try {
      const stream = await askForMicrophone();
      // The call was closed while the browser asked for permission.
      if (!runs(mine)) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      microphone = stream;
      set({ phase: "calling" });
      const sdp = await describe(stream);
      if (!runs(mine)) return;
      const { callId } = await act(kind, key, "calls", { sdp });
      mine.id = callId;
      if (!runs(mine)) return void hangUpAt(mine);
      const known = told.get(callId);
      if (known !== undefined) follow(known);
    } catch (error) {
      if (line === mine) over(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** @param {MediaStream} stream */
  async function describe(stream) {
    const peer = new RTCPeerConnection();
    connection = peer;
    for (const track of stream.getAudioTracks()) peer.addTrack(track, stream);
    listen();
    peer.addEventListener("track", ({ track, streams }) => {
      audio.srcObject = streams[0] ?? new MediaStream([track]);
      audio.play().catch((error) => console.warn("the call is not played", error));
    });
    peer.addEventListener("connectionstatechange", () => {
      if (peer !== connection) return;
      if (peer.connectionState === "connected") speak();
      if (peer.connectionState === "failed") {
        const lost = line;
        over("The connection was lost.", true);
        if (lost !== null) hangUpAt(lost);
      }
    });
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    return peer.localDescription?.sdp ?? "";
  }

  function speak() {
    if (!accepted || connection?.connectionState !== "connected" || view.phase === "connected") return;
    set({ phase: "connected", connectedAt: Date.now() });
  }

  /** @param {PhoneCall} call */
  function follow(call) {
    if (call.state === "ended") return over(endOf(call, business()), call.end?.how === "failed");
    if (call.answer !== null && !described && connection !== null) {
      described = true;
      connection.setRemoteDescription({ type: "answer", sdp: call.answer }).catch((error) => {
        const lost = line;
        over(`The call could not be connected: ${error.message}`, true);
        if (lost !== null) hangUpAt(lost);
      });
    }
    if (call.state === "accepted" && !accepted) {
      accepted = true;
      listen();
      if (view.phase === "calling") set({ phase: "connecting" });
      speak();
    }
    const { caption } = call;
    const last = view.words.at(-1);
    if (caption !== null && (caption.text !== last?.text || caption.from !== last.from)) set({ words: [...view.words, caption] });
  }

  /** @param {{ kind: string; key: ThreadKey; id: string | null }} call */
  function hangUpAt(call) {
    if (call.id === null) return;
    act(call.kind, call.key, "calls", { hangUp: call.id }).catch((error) => console.warn("the call could not be ended", error));
  }

  function hangUp() {
    if (line === null || view.phase === "ended" || view.phase === "idle") return;
    hangUpAt(line);
    over("You hung up.");
  }

  // A closed page loses its media; the other end should not have to find out by itself.
  addEventListener("pagehide", hangUp);

  return {
    get view() {
      return view;
    },
    get stream() {
      return { microphone, remote: /** @type {MediaStream | null} */ (audio.srcObject) };
    },
    start,
    hangUp,
    mute() {
      set({ muted: !view.muted });
      listen();
    },
    close() {
      hangUp();
      line = null;
      view = fresh();
      changed();
    },
    /** @param {ThreadKey} key @param {PhoneCall} call */
    told(key, call) {
      if (line === null || !sameThread(line.key, key) || line.kind !== store.kind) return;
      told.set(call.id, call);
      if (call.id === line.id) follow(call);
    },
    /** The page now shows another conversation. */
    moved() {
      if (line === null || (store.kind === line.kind && store.key !== null && sameThread(store.key, line.key))) return;
      this.close();
    },
  };
}

async function askForMicrophone() {
  if (navigator.mediaDevices === undefined)
    throw new Error("Browsers only allow the microphone on https and localhost pages. Open the phone at the URL that the server printed.");
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError")
      throw new Error("Access to the microphone was denied. Allow it for this page next to the browser's address bar, then call again.");
    if (name === "NotFoundError") throw new Error("No microphone was found. Connect one, then call again.");
    if (name === "NotReadableError") throw new Error("The microphone cannot be used. Another program may be using it.");
    throw error;
  }
}

/** The offer contains all addresses, because the platform accepts no later ones. @param {RTCPeerConnection} peer */
function gathered(peer) {
  if (peer.iceGatheringState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, gatherMsMax);
    peer.addEventListener("icegatheringstatechange", () => peer.iceGatheringState === "complete" && resolve(undefined));
  });
}

/**
 * @param {PhoneCall} call
 * @param {string} business
 */
function endOf({ end }, business) {
  switch (end?.how) {
    case "rejected":
      return `${business} cannot take the call at the moment.`;
    case "missed":
      return "Nobody answered.";
    case "cancelled":
      return "You hung up.";
    case "failed":
      return "The call failed.";
    default:
      return end?.by === "business" ? `${business} ended the call.` : "You hung up.";
  }
}
