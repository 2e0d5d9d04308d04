/** The signed-in user's outbox and drafts, in this page. */
import type { QueryClient } from "@tanstack/react-query";
import { serverNow } from "../clock.ts";
import { type MovedReply, notify } from "../notifications/notices.ts";
import { draftStore, outboxStore } from "./browser-store.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createOutbox, type Outbox } from "./outbox/outbox.ts";
import { createKey } from "./outbox/outbox-rows.ts";

/** Rows or drafts have changed; or what one tab needs to know. */
type TabMessage = "outbox" | "drafts" | MovedReply;

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
  let tab = (sessionStorage["tab"] ??= createKey(0)) as string;
  const hold = async (lock: string, run: () => Promise<unknown>) => {
    if (navigator.locks === undefined) return run();
    await navigator.locks.request(lock, { signal }, run).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  // If it fails to load, the row is retried, as when offline.
  const sending = () => import("./outbox/sending.ts");
  const made = createOutbox({
    ...{ owner, tab: () => tab, store: outboxStore, now: serverNow },
    send: async (row) => (await sending()).sendRow(row),
    find: async (row) => (await sending()).findSent(row),
    upload: async (...file) => (await sending()).upload(...file),
    notifyPages: () => post("outbox"),
    onSent: async (row, message) => (await sending()).afterSending(row, message, { client, tab, post }),
    onFailed: async (row) => (await sending()).reportRefusal(row, () => void made.sendAgain(row.key)),
    lead: (run) => hold(`outbox ${owner}`, run),
  });
  // Tells the other tabs that this one is open. A duplicated tab has a copy of the other's session storage, and needs an id of its own.
  const holdTab = (): unknown =>
    navigator.locks?.request(tab, { ifAvailable: true }, (lock) => {
      if (lock !== null) return signal.aborted || new Promise((resolve) => signal.addEventListener("abort", resolve));
      tab = sessionStorage["tab"] = createKey(0);
      return holdTab();
    });
  void holdTab();
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
    else if (data.tab === tab) void notify(data);
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
