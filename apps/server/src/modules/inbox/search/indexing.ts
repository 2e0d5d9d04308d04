import { setImmediate } from "node:timers/promises";
import { ensureCursor, lockCursor, moveCursor } from "#platform/events/cursors.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent, LogPosition } from "#platform/events/tail.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { fold } from "./fold.ts";
import { consumer, upsertSearchRows, type SearchableRow, type Query, searchableByExternalId, searchableById } from "./search.queries.ts";

export interface IndexingDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
}

/** Few enough that folding long texts keeps every transaction well below its time-out. */
const eventBatch = 250;
/** How late a message can be found. There are no hints: reading many events at a time costs less than reading each at once. */
const pollMs = 500;
/** How much text of a message is indexed; nobody searches for the end of a novel. */
const charactersMax = 20_000;

/**
 * Indexes messages for search, following the event log. One process at a time holds the cursor. The rows are committed
 * before the cursor moves, so a crash in between writes the same rows again.
 */
export function createIndexingLoop(deps: IndexingDeps): Loop {
  const reading = deps.eventReader.consumer(consumer);
  let cursorMade = false;

  /** Runs as the cross-tenant worker: one reader serves all tenants and writes inside each. Null: another process holds the cursor. */
  async function index(query: Query): Promise<{ at: LogPosition; events: number } | null> {
    const cursor = await lockCursor(query, consumer);
    if (cursor === null) return null;
    const events = await reading.read(cursor, eventBatch, { worker: query });
    const last = events.at(-1);
    if (last === undefined) return { at: cursor, events: 0 };
    for (const [tenantId, ofTenant] of Map.groupBy(events, (event) => event.tenant_id)) {
      const ids = [...new Set(ofTenant.flatMap((event) => messageOf(event) ?? []))];
      if (ids.length > 0) await deps.database.withTenant(tenantId, (tx) => indexMessages(tx, ids));
    }
    await moveCursor(query, consumer, last, deps.clock.now());
    return { at: last, events: events.length };
  }

  async function run(): Promise<boolean> {
    if (!cursorMade) {
      await ensureCursor(deps.database, consumer, deps.clock.now());
      cursorMade = true;
    }
    if (reading.upToDate()) return false;
    const done = await reading.attempt(() => deps.database.workerTransaction(index));
    if (done === null) return false;
    reading.advancedTo(done.at);
    return done.events === eventBatch;
  }

  return createLoop({ name: "search", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** The id of an event's message: received, accepted, or a note. */
function messageOf(event: Pick<LoggedEvent, "type" | "data">): string | null {
  const data = event.data as { message?: { id?: unknown }; changes?: { noteId?: { to?: unknown } } };
  const wire =
    event.type === "message.received" || event.type === "message.sent"
      ? data.message?.id
      : event.type === "conversation.updated"
        ? data.changes?.noteId?.to
        : undefined;
  return typeof wire === "string" ? parseWireId("msg", wire) : null;
}

export async function indexMessages(tx: Tx, ids: string[]): Promise<void> {
  await put(tx, await searchableById(tx, ids));
}

/** After the customer's edit or deletion, in its transaction. */
export async function refreshSearch(tx: Tx, channelId: string, externalId: string): Promise<void> {
  await put(tx, await searchableByExternalId(tx, channelId, externalId));
}

/** How many characters are folded before requests get a turn: a batch of long messages takes half a second. */
const foldedAtOnce = 50_000;

async function put(tx: Tx, rows: SearchableRow[]): Promise<void> {
  const made: Parameters<typeof upsertSearchRows>[1] = [];
  let characters = 0;
  for (const { text, content, media, ...row } of rows) {
    const words = searchedText({ text, content, media });
    characters += words.length;
    if (characters > foldedAtOnce) {
      characters = 0;
      await setImmediate();
    }
    const folded = fold(words);
    // A message without text needs no row, but a deleted word must no longer be found.
    if (folded.trim() !== "" || row.version !== "-infinity") made.push({ ...row, folded });
  }
  await upsertSearchRows(tx, made);
}

/** All searchable text of a message: its text, the names of places, people and files, the values of a template. */
export function searchedText(message: Pick<SearchableRow, "text" | "content" | "media">): string {
  const { content } = message;
  // `text` has the values filled in.
  const variables = message.text === null && Array.isArray(content?.["variables"]) ? content["variables"] : [];
  const people = Array.isArray(content?.["contacts"]) ? (content["contacts"] as { name?: { formattedName?: unknown } }[]) : [];
  return [
    message.text,
    content?.["name"],
    content?.["address"],
    ...variables.map((variable: unknown) =>
      typeof variable === "object" && variable !== null ? (variable as { text?: unknown }).text : variable,
    ),
    ...people.map((person) => person?.name?.formattedName),
    ...message.media.map((media) => media["filename"]),
  ]
    .filter((part): part is string => typeof part === "string" && part !== "")
    .join("\n")
    .slice(0, charactersMax)
    .toWellFormed();
}
