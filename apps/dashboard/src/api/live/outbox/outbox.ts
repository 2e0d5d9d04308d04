/**
 * Messages on their way to the server. Each is a row in the browser's own database before it is a request, so that neither a reload nor an
 * outage loses it. One page sends all of them, in order, each under one idempotency key, so that each arrives once.
 */
import { isApiError, type Message, type SendMessage } from "@parley/sdk";
import { createKey } from "../../attempts/key.ts";
import { classify, type Outcome } from "../../attempts/outcome.ts";
import { heads, inOrder, type OutboxFile, type OutboxRow, staleMs } from "./outbox-rows.ts";
import { tooSlow, UploadCut } from "./upload-cut.ts";

export interface OutboxStore {
  all(): Promise<OutboxRow[]>;
  /** In place of the row `instead`, in one step: whatever happens, one of them is there. */
  put(row: OutboxRow, instead?: string): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface OutboxDeps {
  owner: string;
  /** This tab of the browser, also after a reload. */
  tab(): string;
  store: OutboxStore;
  send(row: OutboxRow): Promise<Message>;
  /** The id of the uploaded file; throws `UploadCut` if it takes too long. `signal` ends it: the row was discarded, in whichever page, or this page stops. */
  upload(file: OutboxFile, key: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<string>;
  /** The message that an earlier attempt created, if any. */
  find(row: OutboxRow): Promise<Message | null>;
  /** Calls `run` when this page is the one that sends, until `signal` ends. */
  lead(run: () => Promise<void>, signal: AbortSignal): void;
  /** Informs the other pages of this browser that rows have changed. */
  notifyPages(): void;
  /** The server has it. If this throws, the row is tried again under its key. */
  onSent(row: OutboxRow, message: Message): Promise<void>;
  onFailed(row: OutboxRow): void;
  now(): number;
}

export interface NewMessage {
  conversationId: string;
  message?: SendMessage;
  note?: { text: string; mentions?: string[] };
  file?: { name: string; blob: Blob };
  /** Of a file that the server has. */
  fileName?: string | undefined;
  after?: "resolve" | undefined;
}

export interface SendAgainHow {
  /** Without: the channel does not accept the quote. Default: true. */
  keepsQuote?: boolean;
}

export interface Outbox {
  /** The same array until something changes. */
  rows(): readonly OutboxRow[];
  /** The progress of the file being uploaded, from 0 to 1. */
  progress(key: string): number | null;
  onChange(listener: () => void): () => void;
  /** Shown at once; sent as soon as possible. */
  add(message: NewMessage): OutboxRow;
  /** Sends a row again that failed or needs a decision. */
  sendAgain(key: string, how?: SendAgainHow): Promise<void>;
  /** Removes the row, to edit it or permanently. After an attempt it may have reached the server. */
  discard(key: string): Promise<OutboxRow | null>;
  /** The network is back: retries at once. */
  poke(): void;
  /** Another page has changed rows. */
  reload(): Promise<void>;
  stop(): void;
}

const retryMsMin = 1_000;
const retryMsMax = 15_000;
/** The number of conversations sent to at the same time. */
const atOnce = 4;

export function createOutbox(deps: OutboxDeps): Outbox {
  const stopped = new AbortController();
  let rows: readonly OutboxRow[] = [];
  const listeners = new Set<() => void>();
  const progress = new Map<string, number>();
  /** Rows of this page that are not in the store yet. */
  const writing = new Map<string, Promise<boolean>>();
  const busy = new Set<string>();
  /** Rows removed here that a read of the store may still contain. */
  const gone = new Set<string>();
  let leads = false;
  let failures = 0;
  let signedOut = false;
  let waitUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function changed(next: readonly OutboxRow[] = [...rows]): void {
    rows = next;
    for (const each of [...listeners]) each();
  }

  /** Not discarded, in whichever page. */
  const isThere = ({ key }: OutboxRow) => rows.some((row) => row.key === key);

  /** After all waiting rows. */
  function newPlace(): { at: number; key: string } {
    const at = Math.max(deps.now(), (rows.at(-1)?.at ?? 0) + 1);
    return { at, key: createKey(at) };
  }

  /** In place of itself, or of the row `instead`. */
  async function write(row: OutboxRow, instead?: string): Promise<void> {
    changed(inOrder([...rows.filter(({ key }) => key !== row.key && key !== instead), row]));
    // Serialized: the last write counts. A row that could not be stored stays in memory, and is sent anyway.
    const written = (writing.get(instead ?? row.key) ?? Promise.resolve(true))
      .then(() => (gone.has(row.key) ? undefined : deps.store.put(row, instead)))
      .then(
        () => true,
        () => false,
      );
    writing.set(row.key, written);
    if ((await written) && writing.get(row.key) === written) writing.delete(row.key);
    deps.notifyPages();
  }

  async function drop(key: string): Promise<void> {
    gone.add(key);
    progress.delete(key);
    changed(rows.filter((row) => row.key !== key));
    await writing.get(key);
    writing.delete(key);
    await deps.store.delete(key);
    gone.delete(key);
    deps.notifyPages();
  }

  async function reload(): Promise<void> {
    const stored = (await deps.store.all()).filter(({ owner, key }) => owner === deps.owner && !gone.has(key));
    const here = new Map(rows.map((row) => [row.key, row]));
    const mine = [...writing.keys()].flatMap((key) => here.get(key) ?? []);
    const next = new Map([...stored, ...mine].map((row) => [row.key, row]));
    changed(inOrder([...next.values()]));
    work();
  }

  function work(): void {
    if (!leads || signedOut || stopped.signal.aborted) return;
    const pauseMs = waitUntil - deps.now();
    if (pauseMs > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, pauseMs);
      return;
    }
    for (const row of heads(rows)) {
      if (busy.size >= atOnce) return;
      if (busy.has(row.conversationId)) continue;
      busy.add(row.conversationId);
      void sendRow(row).finally(() => {
        busy.delete(row.conversationId);
        work();
      });
    }
  }

  async function sendRow(row: OutboxRow): Promise<void> {
    // Not before it is stored: if the page ended now, the message would be lost or sent twice.
    await writing.get(row.key);
    if (!isThere(row)) return;
    if (deps.now() - row.at > staleMs) return write({ ...row, state: "asks" });
    try {
      const ready = await uploaded(row);
      if (!ready.tried && isThere(row)) await write({ ...ready, tried: true });
      // Discarded meanwhile: what was written since is removed, too.
      if (!isThere(row)) return await drop(row.key);
      await sent(ready, await deliver(ready));
    } catch (error) {
      const current = rows.find(({ key }) => key === row.key);
      if (stopped.signal.aborted || current === undefined) return;
      const isCut = error instanceof UploadCut;
      const outcome: Outcome = isCut && row.cut === true ? { kind: "refused", error: tooSlow } : classify(error);
      if (outcome.kind === "signedOut") signedOut = true;
      else if (outcome.kind === "again") {
        failures += 1;
        waitUntil = deps.now() + (outcome.afterMs ?? Math.min(retryMsMin * 2 ** (failures - 1), retryMsMax));
        if (isCut) await write({ ...current, cut: true });
      } else {
        const failed: OutboxRow = { ...current, state: "failed", error: outcome.error };
        await write(failed);
        deps.onFailed(failed);
      }
    }
  }

  async function deliver(row: OutboxRow): Promise<Message> {
    try {
      return await deps.send(row);
    } catch (error) {
      // An earlier attempt has sent it, and the server takes this one for another request: it was updated meanwhile.
      const before = row.tried && isApiError(error, "idempotency_conflict") ? await deps.find(row) : null;
      if (before === null) throw error;
      return before;
    }
  }

  async function uploaded(row: OutboxRow): Promise<OutboxRow> {
    const { file } = row;
    if (file === null || file.mediaId !== null) return row;
    const onProgress = (share: number) => {
      progress.set(row.key, share);
      changed();
    };
    const discarded = new AbortController();
    const endIfDiscarded = () => {
      if (!isThere(row)) discarded.abort();
    };
    listeners.add(endIfDiscarded);
    try {
      const mediaId = await deps.upload(file, `${row.key}-file`, onProgress, AbortSignal.any([stopped.signal, discarded.signal]));
      const next = { ...row, file: { ...file, mediaId } };
      if (isThere(row)) await write(next);
      return next;
    } finally {
      listeners.delete(endIfDiscarded);
      progress.delete(row.key);
    }
  }

  /** The message is added before the row is removed, so that the thread always shows one of them. */
  async function sent(row: OutboxRow, message: Message): Promise<void> {
    // A conversation in which something before it was refused is not done.
    const isLeft = rows.some((each) => each.conversationId === row.conversationId && each.at < row.at && each.state !== "waiting");
    await deps.onSent(isLeft ? { ...row, after: undefined } : row, message);
    failures = 0;
    waitUntil = 0;
    if (message.conversationId !== row.conversationId) follow(row, message.conversationId);
    await drop(row.key);
  }

  /** The other replies typed there follow this one, so that what is typed in its conversation from now on stays behind them. */
  function follow(row: OutboxRow, conversationId: string): void {
    for (const each of rows)
      if (each.conversationId === row.conversationId && each.key !== row.key && each.state === "waiting" && each.message !== null)
        void write({ ...each, conversationId });
  }

  deps.lead(async () => {
    leads = true;
    await reload();
    await new Promise<void>((resolve) => stopped.signal.addEventListener("abort", () => resolve()));
  }, stopped.signal);
  void reload();

  return {
    rows: () => rows,
    progress: (key) => progress.get(key) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ message, note, file, ...what }) {
      const { at, key } = newPlace();
      const row: OutboxRow = {
        ...{ ...what, key, owner: deps.owner, tab: deps.tab(), at, state: "waiting", tried: false, error: null },
        message: message === undefined ? null : { ...message, clientReference: key },
        note: note === undefined ? null : { text: note.text, mentions: note.mentions ?? [] },
        file: file === undefined ? null : { ...file, mimeType: file.blob.type, mediaId: null },
      };
      void write(row).then(work);
      return row;
    },
    async sendAgain(key, { keepsQuote = true } = {}) {
      const row = rows.find((each) => each.key === key);
      if (row === undefined || row.state === "waiting") return;
      const before = row.tried && row.state === "asks" ? await deps.find(row) : null;
      if (before !== null) return sent(row, before);
      // Pressed twice: the first press has removed the row.
      if (!rows.some((each) => each.key === key)) return;
      // The old key would return the refusal, or the server has forgotten it or soon will.
      const { at, key: next } = newPlace();
      const again: OutboxRow = {
        ...{ ...row, key: next, tab: deps.tab(), at, state: "waiting", tried: false, cut: false, error: null },
        message: row.message === null ? null : { ...(keepsQuote ? row.message : withoutQuote(row.message)), clientReference: next },
      };
      // Stays so: if the store could not be written, it still contains the refused row.
      gone.add(key);
      await write(again, key);
      work();
    },
    async discard(key) {
      const row = rows.find((each) => each.key === key) ?? null;
      if (row !== null) await drop(key);
      return row;
    },
    poke() {
      failures = 0;
      waitUntil = 0;
      clearTimeout(timer);
      timer = undefined;
      signedOut = false;
      work();
    },
    reload,
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

function withoutQuote(message: SendMessage): SendMessage {
  const { replyToId: _quote, ...rest } = message as SendMessage & { replyToId?: string };
  return rest;
}
