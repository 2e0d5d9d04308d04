/** The client of the simulators, through the demo's routes. */

/** @import { PhoneChange, PhoneClock, PhoneState, PhoneTranscript, ThreadKey } from "@parley/simulators/phone" */

/** A refusal, with a message for people. */
export class Refusal extends Error {}

/** Small requests are sent even if the page is closed: a browser buffers up to 64 KiB for all pages. */
const keptCharactersMax = 2_000;
/** An overloaded server responds 503 and says when to retry. */
const busyTries = 10;

/**
 * @param {string} path
 * @param {object} [body] if given, the request is a POST, which is never repeated
 */
async function call(path, body) {
  let answer;
  const text = JSON.stringify(body);
  for (let tries = 1; ; tries++) {
    try {
      answer = await fetch(`/phone/api/${path}`, {
        method: body === undefined ? "GET" : "POST",
        ...(body === undefined
          ? {}
          : { headers: { "content-type": "application/json" }, body: text, keepalive: text.length < keptCharactersMax }),
      });
    } catch {
      throw new Refusal("The server cannot be reached. Is it still running?");
    }
    if (body !== undefined || answer.status !== 503 || tries === busyTries) break;
    const waitMs = Number(answer.headers.get("retry-after") ?? 1) * 1_000;
    await new Promise((done) => setTimeout(done, waitMs));
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok) return said;
  // The simulator responds { error: text }, the server { error: { message } }.
  throw new Refusal(said?.error?.message ?? said?.error ?? `The server answered ${answer.status}.`);
}

/** @param {ThreadKey} key */
const threadPath = (key) => `threads/${encodeURIComponent(key.accountId)}/${encodeURIComponent(key.customerId)}`;

/** @returns {Promise<{ kinds: string[]; clock: PhoneClock }>} */
export const readKinds = () => call("kinds");
/** @param {string} kind @returns {Promise<PhoneState>} */
export const readState = (kind) => call(kind);
/** @param {string} kind @param {ThreadKey} key @returns {Promise<PhoneTranscript>} */
export const readTranscript = (kind, key) => call(`${kind}/${threadPath(key)}`);
/** @param {number} advanceMs @returns {Promise<PhoneClock>} */
export const advanceClock = (advanceMs) => call("clock", { advanceMs });
/** @param {string} kind @param {ThreadKey} key @param {string} action @param {object} [body] */
export const act = (kind, key, action, body = {}) => call(`${kind}/${threadPath(key)}/${action}`, body);
/** @param {string} kind @param {string} messageId */
export const mediaAddress = (kind, messageId) => `/phone/api/${kind}/media/${encodeURIComponent(messageId)}`;
/** @param {string} kind @param {string} id */
export const sampleAddress = (kind, id) => `/phone/api/${kind}/samples/${encodeURIComponent(id)}`;

const retryMsMin = 500;
const retryMsMax = 8_000;

/**
 * Every change from now on. `opened` is called each time the stream (re)opens: missed changes must be fetched then.
 * @param {string} kind
 * @param {{ opened(): void; lost(): void; changed(change: PhoneChange): void }} hears
 * @returns {() => void} ends it
 */
export function openStream(kind, hears) {
  /** @type {EventSource} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let waitMs = retryMsMin;
  const open = () => {
    source = new EventSource(`/phone/api/${kind}/stream`);
    source.addEventListener("open", () => {
      waitMs = retryMsMin;
      hears.opened();
    });
    source.addEventListener("error", () => {
      hears.lost();
      // After a response other than 200 a browser never reconnects; this code does.
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, retryMsMax);
    });
    for (const type of ["message", "thread", "log", "call", "state"]) {
      source.addEventListener(type, (event) => hears.changed(JSON.parse(/** @type {MessageEvent<string>} */ (event).data)));
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
