/** The signed-in user's outbox and drafts, in this page. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, type Message } from "@parley/sdk";
import { serverNow } from "../clock.ts";
import { putMessage } from "../inbox/messages.ts";
import { notify } from "../notifications/notices.ts";
import { draftStore, outboxStore } from "./browser-store.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { liveOf } from "./live.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import type { OutboxRow } from "./outbox/outbox-rows.ts";
import { findSent, sendRow } from "./outbox/send.ts";

let outbox: Outbox | undefined;
let drafts: Drafts | undefined;

export function getOutbox(): Outbox {
  if (outbox === undefined) throw new Error("nobody is signed in: startLive comes first");
  return outbox;
}

export function getDrafts(): Drafts {
  if (drafts === undefined) throw new Error("nobody is signed in: startLive comes first");
  return drafts;
}

function cacheSent(client: QueryClient): (message: Message) => void {
  return (message) => {
    putMessage(client, message);
    const { id, conversationId } = message;
    liveOf(client).touch([
      { kind: "messages", id, conversationId },
      { kind: "conversations", id: conversationId },
    ]);
  };
}

/** The drafts that the previous page of this tab could not store. */
function takeUnwritten(name: string): Record<string, string> {
  const stored = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return stored === null ? {} : (JSON.parse(stored) as Record<string, string>);
}

export function startLocalStores(client: QueryClient, owner: string, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`kept ${owner}`);
  const made = createOutbox({
    ...{ owner, store: outboxStore, send: sendRow, find: findSent, now: serverNow },
    // Loaded with the first file. If loading fails, the row is retried, as when offline.
    async upload(file, key, onProgress, ended) {
      const { upload } = await import("./outbox/upload.ts");
      ended.throwIfAborted();
      return upload(file, key, onProgress, ended);
    },
    notifyPages: () => signal.aborted || channel.postMessage("outbox"),
    onSent: cacheSent(client),
    after: async (row, message) => (await import("./outbox/after-sending.ts")).resolveConversation(client, row, message),
    onFailed: (row) =>
      notify({ kind: "sendFailed", resource: "messages", ids: [row.key], error: refusal(row), retry: () => void made.sendAgain(row.key) }),
    lead(run, ended) {
      if (navigator.locks === undefined) return void run();
      navigator.locks.request(`outbox ${owner}`, { signal: ended }, run).catch((error: unknown) => {
        if (!ended.aborted) throw error;
      });
    },
  });
  const typed = createDrafts({
    owner,
    store: draftStore,
    notifyPages: () => signal.aborted || channel.postMessage("drafts"),
    now: Date.now,
  });
  outbox = made;
  drafts = typed;
  channel.onmessage = ({ data }: MessageEvent<"outbox" | "drafts">) => void (data === "outbox" ? made : typed).reload();
  // The database may not be written before the page ends; session storage is written at once.
  const unwritten = `unwritten ${owner}`;
  void typed.loaded.then(() => {
    for (const [place, text] of Object.entries(takeUnwritten(unwritten))) typed.set(place, text);
  });
  addEventListener(
    "pagehide",
    () => {
      const left = typed.unwritten();
      if (Object.keys(left).length > 0) sessionStorage.setItem(unwritten, JSON.stringify(left));
      void typed.flush();
    },
    { signal },
  );
  document.addEventListener("visibilitychange", () => void typed.flush(), { signal });
  addEventListener("online", () => made.poke(), { signal });
  signal.addEventListener("abort", () => {
    made.stop();
    void typed.flush();
    channel.close();
    if (outbox === made) outbox = drafts = undefined;
  });
}

function refusal({ error, key }: OutboxRow): ApiError {
  return new ApiError(error?.message ?? "", {
    ...{ code: (error?.code ?? "unknown_error") as ApiError["code"], status: 422, details: error?.details ?? [] },
    ...{ reference: error?.reference ?? null, docs: "/docs/", method: "POST", path: "/messages", attempts: 1, idempotencyKey: key },
    ...{ retryAfterMs: null, headers: new Headers() },
  });
}
