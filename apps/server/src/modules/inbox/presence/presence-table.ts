import type { Clock } from "#platform/clock/clock.ts";
import { parseJson } from "#platform/jobs/parse-json.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";

export const presenceStates = ["viewing", "writing"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** Ids are uuids. */
export interface Presence {
  tenantId: string;
  conversationId: string;
  userId: string;
  state: PresenceState;
  /** When the person arrived; writing does not change it. */
  since: Date;
  /** When it ends unless renewed. */
  expiresAt: Date;
}

/** `state` null: the person left. */
export type PresenceChange = Omit<Presence, "state"> & { state: PresenceState | null };

/** Presence ends if it is not renewed for this long. */
export const viewingMs = 45_000;
/** Writing becomes viewing if it is not renewed for this long. */
export const writingMs = 8_000;
/** Beyond these limits the earliest entry is removed: conversations of a person, people in a conversation, entries of a tenant. */
export const presenceMax = { ofPerson: 20, ofConversation: 50, ofTenant: 2_000 };
/** An unchanged state is not repeated to the other processes within this time. */
const repeatAfterMs = 3_000;
/** A departure is remembered for this long, because an older signal of another process may arrive after it. */
const leftMs = 5_000;
const sweepMs = 1_000;
const topic = "presence";

/**
 * The presence of all tenants, in the memory of each process. A process sends its updates to the others, and each expires entries
 * independently. Nothing is stored. A process that starts or has missed signals is complete again once every client has renewed its
 * presence.
 */
export interface PresenceTable {
  /** `state` null: the person leaves. */
  put(input: { tenantId: string; conversationId: string; userId: string; state: PresenceState | null; now: Date }): void;
  /** The entries of a tenant, earliest first. */
  list(tenantId: string): Presence[];
  /** Called for each visible change, including expiry. */
  onChange(listener: (change: PresenceChange) => void): () => void;
}

interface Entry extends PresenceChange {
  /** The instant of the latest update; an older one that arrives late is ignored. */
  updatedAt: number;
  /** When the entry is removed. */
  untilMs: number;
  sentAt: number;
}

/** The content of a signal. */
type Update = [tenantId: string, conversationId: string, userId: string, state: PresenceState | null, at: number];

export function createPresenceTable({
  clock,
  wake,
  log,
}: {
  clock: Clock;
  wake: Pick<Wake, "signal" | "onSignal">;
  log: Pick<Log, "warn">;
}): PresenceTable {
  /** By tenant, then by person and conversation, earliest first. */
  const tenants = new Map<string, Map<string, Entry>>();
  const listeners = new Set<(change: PresenceChange) => void>();
  let timer: NodeJS.Timeout | undefined;

  const nameOf = (conversationId: string, userId: string) => `${userId}/${conversationId}`;
  const find = (tenantId: string, conversationId: string, userId: string) => tenants.get(tenantId)?.get(nameOf(conversationId, userId));
  const notify = (entry: Entry) => {
    for (const listener of listeners) listener(shown(entry));
  };

  function remove(entry: Entry): void {
    const entries = tenants.get(entry.tenantId);
    entries?.delete(nameOf(entry.conversationId, entry.userId));
    if (entries?.size === 0) tenants.delete(entry.tenantId);
    if (tenants.size === 0) stopSweeping();
    if (entry.state !== null) notify({ ...entry, state: null });
  }

  function stopSweeping(): void {
    clearInterval(timer);
    timer = undefined;
  }

  /** Returns the entry after the update. */
  function apply([tenantId, conversationId, userId, state, at]: Update): Entry {
    const known = find(tenantId, conversationId, userId);
    if (known !== undefined && at < known.updatedAt) return known;
    const name = nameOf(conversationId, userId);
    const entries = tenants.get(tenantId) ?? new Map<string, Entry>();
    tenants.set(tenantId, entries);
    const isThere = known !== undefined && known.state !== null;
    const expiresMs = at + (state === "writing" ? writingMs : state === "viewing" ? viewingMs : 0);
    const entry: Entry = {
      ...{ tenantId, conversationId, userId, state, since: isThere ? known.since : new Date(at), expiresAt: new Date(expiresMs) },
      ...{ updatedAt: at, untilMs: at + (state === null ? leftMs : viewingMs), sentAt: known?.sentAt ?? 0 },
    };
    // A person who returns goes to the end.
    if (!isThere) entries.delete(name);
    entries.set(name, entry);
    if (listeners.size > 0) timer ??= setInterval(sweep, sweepMs).unref();
    if (!isThere) for (const old of overLimits(entries, entry)) remove(old);
    if ((known?.state ?? null) !== state) notify(entry);
    return entry;
  }

  /** Entries beyond the limits once this one was added. */
  function overLimits(entries: Map<string, Entry>, { userId, conversationId }: Entry): Set<Entry> {
    const all = [...entries.values()];
    const there = all.filter(({ state }) => state !== null);
    return new Set([
      ...there.filter((entry) => entry.userId === userId).slice(0, -presenceMax.ofPerson),
      ...there.filter((entry) => entry.conversationId === conversationId).slice(0, -presenceMax.ofConversation),
      ...all.slice(0, -presenceMax.ofTenant),
    ]);
  }

  function expire(entries: Map<string, Entry>): void {
    const now = clock.now().getTime();
    for (const entry of entries.values()) {
      if (entry.untilMs <= now) remove(entry);
      else if (entry.state === "writing" && entry.expiresAt.getTime() <= now) {
        entry.state = "viewing";
        entry.expiresAt = new Date(entry.untilMs);
        notify(entry);
      }
    }
  }

  function sweep(): void {
    for (const entries of tenants.values()) expire(entries);
  }

  wake.onSignal(topic, (text) => {
    const update = parseJson(text);
    if (isUpdate(update)) apply(update);
    // From a process of another version, or sent by hand.
    else log.warn({ length: text.length }, "a malformed presence signal of another process is ignored");
  });

  return {
    put({ tenantId, conversationId, userId, state, now }) {
      const before = find(tenantId, conversationId, userId)?.state;
      const at = now.getTime();
      const update: Update = [tenantId, conversationId, userId, state, at];
      const entry = apply(update);
      // Sent even if nobody was present here: another process may have an entry.
      if (before === state && at - entry.sentAt < repeatAfterMs) return;
      entry.sentAt = at;
      wake.signal(topic, JSON.stringify(update));
    },
    list(tenantId) {
      const entries = tenants.get(tenantId);
      if (entries === undefined) return [];
      expire(entries);
      return [...entries.values()].map(shown).filter((entry): entry is Presence => entry.state !== null);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopSweeping();
      };
    },
  };
}

function shown({ tenantId, conversationId, userId, state, since, expiresAt }: Entry): PresenceChange {
  return { tenantId, conversationId, userId, state, since, expiresAt };
}

function isUpdate(input: unknown): input is Update {
  if (!Array.isArray(input) || input.length !== 5) return false;
  const [tenantId, conversationId, userId, state, at] = input as unknown[];
  return (
    [tenantId, conversationId, userId].every((id) => typeof id === "string") &&
    (state === null || presenceStates.some((each) => each === state)) &&
    Number.isSafeInteger(at)
  );
}
