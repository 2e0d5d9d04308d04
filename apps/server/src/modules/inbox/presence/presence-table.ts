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
/** One person's conversations at a time, as in tabs: the one that they came to first gives way. */
export const conversationsMax = 20;
/** What is said again within this time is known already, and not told to the other processes once more. */
const quietMs = 3_000;
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
  /** Lets expire what has expired. */
  sweep(): void;
}

interface Entry extends Presence {
  /** The latest word about it; an older one that comes late changes nothing. */
  saidAt: number;
  viewingUntil: number;
  writingUntil: number;
  toldAt: number;
}

/** What processes tell each other. */
type Word = [tenantId: string, conversationId: string, userId: string, state: PresenceState | null, at: number];

export function createPresenceTable({ clock, wake }: { clock: Clock; wake: Pick<Wake, "say" | "onSaid"> }): PresenceTable {
  /** By tenant, then by person and conversation. */
  const tenants = new Map<string, Map<string, Entry>>();
  const listeners = new Set<(change: PresenceChange) => void>();
  let timer: NodeJS.Timeout | undefined;

  const nameOf = (conversationId: string, userId: string) => `${userId}/${conversationId}`;
  const tell = (change: PresenceChange) => {
    for (const listener of listeners) listener(change);
  };

  function forget(entry: Entry): void {
    const entries = tenants.get(entry.tenantId);
    entries?.delete(nameOf(entry.conversationId, entry.userId));
    if (entries?.size === 0) tenants.delete(entry.tenantId);
    if (tenants.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    tell({ ...shown(entry), state: null });
  }

  function apply([tenantId, conversationId, userId, state, at]: Word): Entry | null {
    const name = nameOf(conversationId, userId);
    const known = tenants.get(tenantId)?.get(name);
    if (known !== undefined && at < known.saidAt) return known;
    if (state === null) {
      if (known !== undefined) forget(known);
      return null;
    }
    const entries = tenants.get(tenantId) ?? new Map<string, Entry>();
    tenants.set(tenantId, entries);
    const entry: Entry = {
      ...{ tenantId, conversationId, userId, state, since: known?.since ?? new Date(at), expiresAt: new Date(at), saidAt: at },
      ...{ viewingUntil: at + viewingMs, writingUntil: state === "writing" ? at + writingMs : at, toldAt: known?.toldAt ?? 0 },
    };
    entry.expiresAt = new Date(state === "writing" ? entry.writingUntil : entry.viewingUntil);
    entries.set(name, entry);
    if (known === undefined) for (const old of beyond(entries, userId)) forget(old);
    timer ??= setInterval(sweep, sweepMs).unref();
    if (known?.state !== state) tell(shown(entry));
    return entry;
  }

  /** Those of a person that are too many. */
  function beyond(entries: Map<string, Entry>, userId: string): Entry[] {
    return [...entries.values()].filter((entry) => entry.userId === userId).slice(0, -conversationsMax);
  }

  function sweep(): void {
    const now = clock.now().getTime();
    for (const entries of tenants.values())
      for (const entry of entries.values()) {
        if (entry.viewingUntil <= now) forget(entry);
        else if (entry.state === "writing" && entry.writingUntil <= now) {
          entry.state = "viewing";
          entry.expiresAt = new Date(entry.viewingUntil);
          tell(shown(entry));
        }
      }
  }

  wake.onSaid(topic, (text) => apply(JSON.parse(text) as Word));

  return {
    put({ tenantId, conversationId, userId, state, now }) {
      const before = tenants.get(tenantId)?.get(nameOf(conversationId, userId))?.state ?? null;
      const word: Word = [tenantId, conversationId, userId, state, now.getTime()];
      const entry = apply(word);
      if (entry !== null && before === state && now.getTime() - entry.toldAt < quietMs) return;
      if (entry === null && before === null) return;
      if (entry !== null) entry.toldAt = now.getTime();
      wake.say(topic, JSON.stringify(word));
    },
    list(tenantId) {
      sweep();
      return [...(tenants.get(tenantId)?.values() ?? [])].map(shown);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sweep,
  };
}

function shown({ tenantId, conversationId, userId, state, since, expiresAt }: Entry): Presence {
  return { tenantId, conversationId, userId, state, since, expiresAt };
}
