/** Connects a page to its browser's line. Only this file and worker.ts use browser APIs. */
import type { QueryClient } from "@tanstack/react-query";
import { isApiError } from "@parley/sdk";
import { api, watchGrant } from "../client.ts";
import "../inbox/conversations.ts";
import "../counts.ts";
import "../inbox/messages.ts";
import { keepPresence, presenceQuery, takePresence } from "../inbox/presence.ts";
import { identityOf, meQuery, type Self } from "../session.ts";
import { createHub, type HubMessage, type PageMessage } from "./hub.ts";
import { getOutbox, startLocalStores } from "./local-stores.ts";
import { openLine } from "./line.ts";
import { setLine } from "./line-state.ts";
import { liveOf } from "./live.ts";
import { createReceiver } from "./receive.ts";

export interface LiveOptions {
  /** The session has ended here or in another tab: goes to the sign-in, and back. */
  signedOut(): void;
  /** Another organization was chosen, or another user signed in, in another tab. */
  changed(): void;
}

const channelName = "dashboard";
const lockName = "line";

type Tabs = { kind: "signedOut" } | { kind: "identity"; identity: string };

let tabs: BroadcastChannel | undefined;

/** Informs the other tabs that the session has ended by signing out here. */
export function announceSignOut(): void {
  tabs?.postMessage({ kind: "signedOut" } satisfies Tabs);
}

/** How long requests wait for the line; data requested too early is requested again later. */
const patienceMs = 1_000;

export interface RunningLive {
  /** Resolves when the stream is open, so that changes of everything requested from now on are reported, or when it takes too long. */
  ready: Promise<void>;
  stop(): void;
}

/** Opens the line for the signed-in user, and keeps the cache up to date until it is stopped. */
export function startLive(client: QueryClient, me: Self, options: LiveOptions): RunningLive {
  const live = liveOf(client);
  const identity = identityOf(me);
  const stopped = new AbortController();
  const { signal } = stopped;
  const ready = Promise.withResolvers<void>();
  setTimeout(ready.resolve, patienceMs);
  startLocalStores(client, identity, signal);
  keepPresence(client, signal);
  const receive = createReceiver({
    ...{ live, identity, line: setLine, signedOut: options.signedOut, changed: options.changed },
    presence: (change) => takePresence(client, change),
    opened() {
      ready.resolve();
      // Presence changes were missed while the line was down.
      void client.invalidateQueries({ queryKey: presenceQuery.queryKey }, { throwOnError: false });
      getOutbox().poke();
    },
    isSame: () => isSame(client, identity),
  });
  const say = connect(identity, receive, signal);

  tabs = new BroadcastChannel(channelName);
  tabs.onmessage = ({ data }: MessageEvent<Tabs>) => {
    if (data.kind === "signedOut") options.signedOut();
    else if (data.identity !== identity) options.changed();
  };
  tabs.postMessage({ kind: "identity", identity } satisfies Tabs);
  const channel = tabs;
  signal.addEventListener("abort", () => channel.close());

  if (me.acting !== null) {
    watchGrant(options.signedOut);
    signal.addEventListener("abort", () => watchGrant(null));
  }
  // A 401 response to any request ends the session in every tab.
  const off = client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const { error } = event.action as { error?: unknown };
    if (!isApiError(error) || error.status !== 401) return;
    announceSignOut();
    options.signedOut();
  });
  signal.addEventListener("abort", off);

  const onVisibilityChange = () => {
    live.setHidden(document.visibilityState === "hidden");
    if (document.visibilityState === "hidden") return;
    say({ kind: "poke" });
    live.hurry();
  };
  document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  for (const each of ["online", "offline"]) addEventListener(each, () => say({ kind: "poke" }), { signal });
  addEventListener("pagehide", () => say({ kind: "bye" }), { signal });
  // The page was in the browser's back-forward cache: it missed the changes meanwhile.
  addEventListener(
    "pageshow",
    (event) => {
      if (!event.persisted) return;
      say({ kind: "hello", identity });
      live.reset();
    },
    { signal },
  );
  return {
    ready: ready.promise,
    stop() {
      say({ kind: "bye" });
      stopped.abort();
    },
  };
}

/** A failed check counts as unchanged: an ended session is noticed elsewhere. */
async function isSame(client: QueryClient, identity: string): Promise<boolean> {
  try {
    return identityOf(await client.fetchQuery({ ...meQuery, staleTime: 0 })) === identity;
  } catch {
    return true;
  }
}

function connect(identity: string, receive: (message: HubMessage) => void, signal: AbortSignal): (message: PageMessage) => void {
  if ("SharedWorker" in globalThis) {
    const { port } = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "dashboard" });
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => receive(data);
    port.postMessage({ kind: "hello", identity } satisfies PageMessage);
    return (message) => port.postMessage(message);
  }
  return lead(identity, receive, signal);
}

/** Without SharedWorker one page holds the line while it has the lock, and passes messages to the others. */
function lead(identity: string, receive: (message: HubMessage) => void, signal: AbortSignal): (message: PageMessage) => void {
  const channel = new BroadcastChannel(`${channelName} ${identity}`);
  let last: string | null = null;
  let hub: ReturnType<typeof createHub> | null = null;
  const take = (message: HubMessage) => {
    if (message.kind === "event") last = message.event.id;
    receive(message);
  };
  const others = { postMessage: (message: HubMessage) => channel.postMessage(message) };
  const own = { postMessage: take };
  channel.onmessage = ({ data }: MessageEvent<HubMessage | PageMessage>) => {
    if (data.kind === "hello" || data.kind === "poke") hub?.receive(others, data);
    // A page announces its end; other pages are unknown, so the channel keeps receiving.
    else if (data.kind !== "bye") take(data);
  };
  const holdLine = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      // Continues from the last event of the page that held the line before.
      hub = createHub((send) => openLine({ api, send, after: last, isOnline: () => navigator.onLine }));
      hub.receive(own, { kind: "hello", identity });
      hub.receive(others, { kind: "hello", identity });
      signal.addEventListener("abort", () => resolve());
    });
  channel.postMessage({ kind: "hello", identity } satisfies PageMessage);
  signal.addEventListener("abort", () => channel.close());
  // Pages without https have no locks: each holds a line of its own.
  if (navigator.locks === undefined) void holdLine();
  else void navigator.locks.request(lockName, { signal }, holdLine).catch(() => undefined);
  return (message) => {
    if (hub === null) channel.postMessage(message);
    else if (message.kind !== "bye") hub.receive(own, message);
    else {
      hub.receive(others, message);
      hub.receive(own, message);
    }
  };
}
