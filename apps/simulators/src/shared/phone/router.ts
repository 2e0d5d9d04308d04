import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "../http.ts";
import type { ShiftableClock } from "./clock.ts";
import { readInput, text } from "./input.ts";
import { sampleOf } from "./samples.ts";
import type { Thread, Transcripts } from "./transcript.ts";
import type { PhoneBackend } from "./backend.ts";
import type { PhoneChange, PhoneMessage, PhoneState, PhoneThread, PhoneTranscript, ThreadKey } from "./types.ts";

/** A person's own file in base64, plus the rest of the request. */
const BODY_BYTES_MAX = 12 * 1024 * 1024;
const ROOT = "/_simulator/phone";
const SDP_CHARACTERS_MAX = 64_000;
const HEARTBEAT_MS = 15_000;
const PREVIEW_CHARACTERS = 80;

export interface Phone {
  backend: PhoneBackend;
  transcripts: Transcripts;
  clock: ShiftableClock;
}

/** The error of a request; every other error is the simulator's own. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** False: the call does not belong to the phone. Never throws. */
export function servePhone(phone: Phone, request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
  serve(phone, request, response, path.slice(ROOT.length));
  return true;
}

function serve(phone: Phone, request: IncomingMessage, response: ServerResponse, path: string): void {
  handle(phone, request, response, path).catch((error: unknown) => {
    const status = error instanceof Refused ? error.status : 400;
    if (response.headersSent) response.destroy();
    else sendJson(response, status, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  });
}

async function handle(phone: Phone, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const segments = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second, third, action] = segments;
  const answer = (value: unknown) => sendJson(response, 200, JSON.stringify(value));
  if (request.method === "GET") {
    if (first === undefined) return answer(stateOf(phone));
    if (first === "stream") return stream(phone, response);
    if (first === "samples" && second !== undefined) return sendBytes(response, sampleBytes(second));
    if (first === "media" && second !== undefined) return sendBytes(response, await phone.backend.media(second));
    if (first === "threads" && third !== undefined && action === undefined) return answer(transcriptOf(phone, keyOf(phone, segments)));
  }
  if (request.method === "POST") {
    const body = await readJson(request);
    if (first === "clock") {
      const before = phone.clock.offsetMs;
      phone.clock.setOffset(body["offsetMs"] as number);
      phone.backend.timeMoved?.();
      const minutes = Math.round((phone.clock.offsetMs - before) / 60_000);
      if (minutes > 0) phone.transcripts.note("info", `${minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`} passed.`);
      phone.transcripts.stateChanged();
      return answer({ now: phone.clock.now(), offsetMs: phone.clock.offsetMs });
    }
    if (first === "threads" && action !== undefined) return answer(act(phone, keyOf(phone, segments), action, body));
  }
  throw new Refused(404, `the phone has no ${request.method} /${path}`);
}

function keyOf(phone: Phone, [, accountId = "", customerId = ""]: string[]): ThreadKey {
  if (!phone.backend.accounts().some((account) => account.id === accountId)) throw new Refused(404, `there is no account ${accountId}`);
  if (!phone.backend.customers().some((customer) => customer.id === customerId)) {
    throw new Refused(404, `there is no customer ${customerId}`);
  }
  return { accountId, customerId };
}

function act(phone: Phone, key: ThreadKey, action: string, body: Record<string, unknown>): unknown {
  const { backend, transcripts } = phone;
  switch (action) {
    case "messages":
      return { messageId: backend.send(key, readInput(body, backend.abilities)) };
    case "reactions": {
      const emoji = body["emoji"] ?? null;
      if (emoji !== null && (typeof emoji !== "string" || !backend.abilities.reactions.includes(emoji))) {
        throw new Refused(400, "emoji must be one of those the platform offers, or null");
      }
      backend.react(key, messageIn(phone, key, body["messageId"]).id, emoji);
      return { ok: true };
    }
    case "read": {
      const unread = transcripts.find(key)?.messages.filter(isUnread) ?? [];
      if (unread.length > 0) {
        const ids = unread.map((message) => message.id);
        backend.markRead(key, ids);
      }
      return { read: unread.length };
    }
    case "choices": {
      const message = messageIn(phone, key, body["messageId"]);
      const choice = message.choices?.find((known) => known.id === body["choiceId"]);
      if (choice === undefined) throw new Refused(400, "the message has no such choice");
      backend.choose(key, message.id, choice);
      return { ok: true };
    }
    case "app-answers":
      if (backend.answerInApp === undefined) throw new Refused(400, "this platform does not report answers from its own app");
      return { messageId: backend.answerInApp(key, text(body["text"], "text", backend.abilities.textMax)) };
    case "calls": {
      if (backend.calls === undefined) throw new Refused(400, "this platform has no calls");
      if (body["hangUp"] !== undefined) {
        backend.calls.hangUp(key, String(body["hangUp"]));
        return { ok: true };
      }
      return { callId: backend.calls.place(key, text(body["sdp"], "sdp", SDP_CHARACTERS_MAX)) };
    }
    case "settings":
      if (typeof body["readReceipts"] !== "boolean") throw new Refused(400, "readReceipts must be true or false");
      transcripts.setReadReceipts(key, body["readReceipts"]);
      return { ok: true };
    case "faults": {
      const known = backend.faults(key).find((fault) => fault.id === body["id"]);
      if (known === undefined || typeof body["on"] !== "boolean") throw new Refused(400, "id must be a known fault and on true or false");
      backend.setFault(key, known.id, body["on"]);
      transcripts.note("info", body["on"] ? `Fault set: ${known.label}.` : `Fault switched off: ${known.label}.`);
      // A fault of the account is shown in every conversation.
      transcripts.stateChanged();
      return { ok: true };
    }
    default:
      throw new Refused(404, `the phone has no action ${action}`);
  }
}

const isUnread = (message: PhoneMessage) => message.from === "business" && message.status === "delivered";

function messageIn(phone: Phone, key: ThreadKey, id: unknown): PhoneMessage {
  const found = phone.transcripts.find(key)?.messages.find((message) => message.id === id);
  if (found === undefined) throw new Refused(400, "messageId is no message of this conversation");
  return found;
}

function stateOf({ backend, transcripts, clock }: Phone): PhoneState {
  return {
    seq: transcripts.seq,
    kind: backend.kind,
    title: backend.title,
    abilities: backend.abilities,
    accounts: backend.accounts(),
    customers: backend.customers(),
    threads: transcripts.threads().map((thread) => threadOf(backend, thread, thread)),
    clock: { now: clock.now(), offsetMs: clock.offsetMs },
    log: transcripts.log,
  };
}

function transcriptOf({ backend, transcripts }: Phone, key: ThreadKey): PhoneTranscript {
  const thread = transcripts.find(key);
  return {
    seq: transcripts.seq,
    thread: threadOf(backend, key, thread),
    messages: thread?.messages ?? [],
    call: backend.calls?.last(key) ?? null,
  };
}

function threadOf(backend: PhoneBackend, key: ThreadKey, thread: Thread | undefined): PhoneThread {
  // The phone's list shows the phone's content, without messages that did not arrive.
  const last = thread?.messages.findLast((message) => message.from === "customer" || isUnread(message) || message.status === "read");
  return {
    accountId: key.accountId,
    customerId: key.customerId,
    typing: thread?.typing ?? false,
    unread: thread?.messages.filter(isUnread).length ?? 0,
    readReceipts: thread?.readReceipts ?? true,
    window: backend.window(key),
    last: last === undefined ? null : { from: last.from, text: previewOf(last), at: last.at },
    faults: backend.faults(key),
  };
}

const KIND_WORDS: Partial<Record<PhoneMessage["kind"], string>> = {
  image: "Photo",
  video: "Video",
  audio: "Voice message",
  document: "Document",
  sticker: "Sticker",
  location: "Location",
  call: "",
};

function previewOf(message: PhoneMessage): string {
  if (message.deleted) return "Deleted message";
  const more = message.text ?? message.place?.name ?? message.media?.name;
  return [KIND_WORDS[message.kind], more].filter(Boolean).join(": ").slice(0, PREVIEW_CHARACTERS);
}

function stream({ backend, transcripts }: Phone, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
  response.write("retry: 1000\n\n");
  const end = transcripts.subscribe((seq, change) => {
    const payload: PhoneChange =
      change.type === "thread"
        ? { seq, type: "thread", thread: threadOf(backend, change.key, transcripts.find(change.key)) }
        : { seq, ...change };
    response.write(`id: ${seq}\nevent: ${change.type}\ndata: ${JSON.stringify(payload)}\n\n`);
  });
  const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT_MS);
  response.once("close", () => {
    end();
    clearInterval(heartbeat);
  });
}

function sampleBytes(id: string): { mimeType: string; bytes: Buffer } {
  const sample = sampleOf(id);
  return { mimeType: sample.mimeType, bytes: sample.bytes() };
}

function sendBytes(response: ServerResponse, media: { mimeType: string; bytes: Buffer } | null): void {
  if (media === null) throw new Refused(404, "the media cannot be loaded");
  response.writeHead(200, {
    "content-type": media.mimeType,
    "content-length": media.bytes.length,
    "cache-control": "private, max-age=3600",
  });
  response.end(media.bytes);
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new Refused(413, "the body is too large");
    parts.push(part);
  }
  const value: unknown = size === 0 ? {} : JSON.parse(Buffer.concat(parts).toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refused(400, "the body must be a JSON object");
  return value as Record<string, unknown>;
}
