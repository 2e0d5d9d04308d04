/** The signed-in user's outbox and drafts, in this page. */
import type { QueryClient } from "@tanstack/react-query";
import { serverNow } from "../clock.ts";
import type { MovedReply } from "../notifications/notices.ts";
import { draftStore, outboxStore } from "./browser-store.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createMovedReplies, type Heard } from "./outbox/moved-replies.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import { startTab } from "./tab.ts";

/** Rows or drafts have changed; or what one tab needs to know. */
type TabMessage = "outbox" | "drafts" | MovedReply | Heard;

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

/** The drafts that the previous page of this tab could not store. */
function takeUnwritten(name: string): Record<string, string> {
  const stored = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return stored === null ? {} : (JSON.parse(stored) as Record<string, string>);
}

export function startLocalStores(client: QueryClient, owner: string, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`kept ${owner}`);
  const post = (message: TabMessage) => signal.aborted || channel.postMessage(message);
  const tab = startTab(signal);
  const moved = createMovedReplies(tab, post);
  // If it fails to load, the row is retried, as when offline.
  const sending = () => import("./outbox/sending.ts");
  const made = createOutbox({
    ...{ owner, tab, store: outboxStore, now: serverNow },
    send: async (row) => (await sending()).sendRow(row),
    find: async (row) => (await sending()).findSent(row),
    upload: async (...file) => (await sending()).upload(...file),
    notifyPages: () => post("outbox"),
    onSent: async (row, message) =>
      (await sending()).afterSending(row, message, { client, tab: tab(), post, isHeard: moved.isHeard, signal }),
    onFailed: async (row) => (await sending()).reportRefusal(row, () => void made.sendAgain(row.key)),
    async lead(run, ended) {
      if (navigator.locks === undefined) return run();
      await navigator.locks.request(`outbox ${owner}`, { signal: ended }, run).catch((error: unknown) => {
        if (!ended.aborted) throw error;
      });
    },
  });
  const typed = createDrafts({
    owner,
    store: draftStore,
    notifyPages: () => post("drafts"),
    now: Date.now,
  });
  outbox = made;
  drafts = typed;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (typeof data === "string") void (data === "outbox" ? made : typed).reload();
    else moved.receive(data);
  };
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
