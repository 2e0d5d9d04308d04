import type { Clock } from "#platform/clock/clock.ts";
import type { Wake } from "#platform/jobs/wake.ts";

export const presenceStates = ["viewing", "writing"] as const;
export type PresenceState = (typeof presenceStates)[number];

/** Ids are uuids. */
export interface Presence {
  tenantId: string;
  conversationId: string;
  userId: string;
  state: PresenceState;
  /** When they came; writing does not change it. */
  since: Date;
  /** Until when it holds unless it is said again. */
  expiresAt: Date;
}

/** `state` null: they left. */
export type PresenceChange = Omit<Presence, "state"> & { state: PresenceState | null };

/** A person that is not heard of for so long looks no more. */
export const viewingMs = 45_000;
/** Who does not type on for so long does not write, but still looks. */
export const writingMs = 8_000;
/** Where there are more, who came first gives way: conversations of a person, as in tabs; people in a conversation; all of a tenant. */
export const presenceMax = { ofPerson: 20, ofConversation: 50, ofTenant: 2_000 };
/** What is said again within this time is known already, and not told to the other processes once more. */
const quietMs = 3_000;
/** That somebody left is remembered for so long: what they said before may come later, from another process. */
const leftMs = 5_000;
const sweepMs = 1_000;
const topic = "presence";

/**
 * The presence of all tenants, in memory of each process: what one hears, it tells the others, and each lets it expire by itself. Nothing is
 * stored. A process that starts, or did not hear for a while, knows all again when everybody has spoken once more.
 */
export interface PresenceTable {
  /** null: leaves. */
  put(given: { tenantId: string; conversationId: string; userId: string; state: PresenceState | null; now: Date }): void;
  /** Of a tenant, the first to come first. */
  list(tenantId: string): Presence[];
  /** Called for each change that others see: by coming, writing, leaving, and by silence. */
  onChange(listener: (change: PresenceChange) => void): () => void;
}

interface Entry extends PresenceChange {
  /** The latest word about it; an older one that comes late changes nothing. */
  saidAt: number;
  /** When it is forgotten. */
  untilMs: number;
  toldAt: number;
}

/** What processes tell each other. */
type Word = [tenantId: string, conversationId: string, userId: string, state: PresenceState | null, at: number];

export function createPresenceTable({ clock, wake }: { clock: Clock; wake: Pick<Wake, "say" | "onSaid"> }): PresenceTable {
  /** By tenant, then by person and conversation, the first to come first. */
  const tenants = new Map<string, Map<string, Entry>>();
  const listeners = new Set<(change: PresenceChange) => void>();
  let timer: NodeJS.Timeout | undefined;

  const nameOf = (conversationId: string, userId: string) => `${userId}/${conversationId}`;
  const find = (tenantId: string, conversationId: string, userId: string) => tenants.get(tenantId)?.get(nameOf(conversationId, userId));
  const tell = (entry: Entry) => {
    for (const listener of listeners) listener(shown(entry));
  };

  function forget(entry: Entry): void {
    const entries = tenants.get(entry.tenantId);
    entries?.delete(nameOf(entry.conversationId, entry.userId));
    if (entries?.size === 0) tenants.delete(entry.tenantId);
    if (tenants.size === 0) rest();
    if (entry.state !== null) tell({ ...entry, state: null });
  }

  function rest(): void {
    clearInterval(timer);
    timer = undefined;
  }

  /** What is known after the word. */
  function apply([tenantId, conversationId, userId, state, at]: Word): Entry {
    const known = find(tenantId, conversationId, userId);
    if (known !== undefined && at < known.saidAt) return known;
    const name = nameOf(conversationId, userId);
    const entries = tenants.get(tenantId) ?? new Map<string, Entry>();
    tenants.set(tenantId, entries);
    const isThere = known !== undefined && known.state !== null;
    const expiresMs = at + (state === "writing" ? writingMs : state === "viewing" ? viewingMs : 0);
    const entry: Entry = {
      ...{ tenantId, conversationId, userId, state, since: isThere ? known.since : new Date(at), expiresAt: new Date(expiresMs) },
      ...{ saidAt: at, untilMs: at + (state === null ? leftMs : viewingMs), toldAt: known?.toldAt ?? 0 },
    };
    // Who comes again comes last.
    if (!isThere) entries.delete(name);
    entries.set(name, entry);
    if (listeners.size > 0) timer ??= setInterval(sweep, sweepMs).unref();
    if (!isThere) for (const old of beyond(entries, entry)) forget(old);
    if ((known?.state ?? null) !== state) tell(entry);
    return entry;
  }

  /** Those that give way to one who came. */
  function beyond(entries: Map<string, Entry>, { userId, conversationId }: Entry): Set<Entry> {
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
      if (entry.untilMs <= now) forget(entry);
      else if (entry.state === "writing" && entry.expiresAt.getTime() <= now) {
        entry.state = "viewing";
        entry.expiresAt = new Date(entry.untilMs);
        tell(entry);
      }
    }
  }

  function sweep(): void {
    for (const entries of tenants.values()) expire(entries);
  }

  wake.onSaid(topic, (text) => void apply(JSON.parse(text) as Word));

  return {
    put({ tenantId, conversationId, userId, state, now }) {
      const before = find(tenantId, conversationId, userId)?.state;
      const at = now.getTime();
      const word: Word = [tenantId, conversationId, userId, state, at];
      const entry = apply(word);
      // Also who leaves where nobody was: another process may know of them.
      if (before === state && at - entry.toldAt < quietMs) return;
      entry.toldAt = at;
      wake.say(topic, JSON.stringify(word));
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
        if (listeners.size === 0) rest();
      };
    },
  };
}

function shown({ tenantId, conversationId, userId, state, since, expiresAt }: Entry): PresenceChange {
  return { tenantId, conversationId, userId, state, since, expiresAt };
}
