import { isDeepStrictEqual } from "node:util";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { ensureCursor, moveCursorFrom, readCursor } from "#platform/events/cursors.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import type { Log } from "#platform/log/log.ts";
import {
  type ConversationState,
  conversationTypes,
  countedTypes,
  EventNotUnderstood,
  fold,
  freshState,
  type LabelOf,
  namesOf,
} from "./rollup.fold.ts";
import {
  addStoredBins,
  addTally,
  type ConversationFacts,
  type ConversationKey,
  consumer,
  hasUncountedOutcomes,
  waitForCursor,
  readConversations,
  readLabelIds,
  readStates,
  takeOutcomes,
  writeStates,
} from "./rollup.queries.ts";
import { createTally } from "./rollup.tally.ts";

/**
 * Large enough that a burst folds into few rows, small enough that writing them does not delay readers of the log for
 * long.
 */
export const eventBatchDefault = 500;
const outcomeBatch = 500;

const nameOf = (key: ConversationKey) => `${key.tenantId}/${key.conversationId}`;

/**
 * Counts the event log. Reads and folds outside any transaction; the writing transaction first moves the cursor from where the batch began,
 * so each event counts once, regardless of crashes and of how many processes do this.
 */
export function createRollup(deps: {
  database: Pick<Database, "worker" | "workerTransaction">;
  clock: Clock;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
  eventBatch?: number;
}) {
  const { database } = deps;
  const eventBatch = deps.eventBatch ?? eventBatchDefault;
  const reading = deps.eventReader.consumer(consumer);
  let cursorMade = false;

  async function statesFor(
    events: LoggedEvent[],
  ): Promise<Map<string, { key: ConversationKey; state: ConversationState; before: object | null }>> {
    const first = new Map<string, { key: ConversationKey; event: LoggedEvent }>();
    for (const event of events) {
      if (!conversationTypes.has(event.type) || event.conversation_id === null) continue;
      const key = { tenantId: event.tenant_id, conversationId: event.conversation_id };
      if (!first.has(nameOf(key))) first.set(nameOf(key), { key, event });
    }
    const states = new Map<string, { key: ConversationKey; state: ConversationState; before: object | null }>();
    for (const { key, state } of await readStates(
      database,
      [...first.values()].map(({ key }) => key),
    )) {
      states.set(nameOf(key), { key, state, before: { ...state } });
    }
    // The retained log starts in the middle of these conversations, or their creation is read shortly.
    const unknown = [...first].filter(([name, { event }]) => !states.has(name) && event.type !== "conversation.created");
    const facts = new Map(
      (
        await readConversations(
          database,
          unknown.map(([, { key }]) => key),
        )
      ).map((row) => [nameOf({ tenantId: row.tenant_id, conversationId: row.id }), row]),
    );
    for (const [name, { key, event }] of first) {
      if (!states.has(name)) states.set(name, { key, state: stateBefore(event, facts.get(name)), before: null });
    }
    return states;
  }

  /**
   * Events contain the labels' names at that time; a label renamed or deleted before its event is counted is ignored.
   */
  async function labelsOf(events: LoggedEvent[]): Promise<LabelOf> {
    const asked = new Map<string, { tenantId: string; name: string }>();
    for (const { type, tenant_id: tenantId, data } of events) {
      if (type !== "conversation.updated") continue;
      const { changes } = data as { changes?: Record<string, { to?: unknown } | undefined> };
      for (const name of namesOf(changes?.["labels"]?.to)) asked.set(`${tenantId}/${name}`, { tenantId, name });
    }
    const names = [...asked.values()];
    const ids = new Map((await readLabelIds(database, names)).map(({ n, id }) => [names[n], id]));
    return (tenantId, name) => ids.get(asked.get(`${tenantId}/${name}`)) ?? null;
  }

  /** One batch of met or missed targets: true if there may be more. */
  async function countOutcomes(): Promise<boolean> {
    if (!(await hasUncountedOutcomes(database))) return false;
    return database.workerTransaction(async (query) => {
      await waitForCursor(query);
      const outcomes = await takeOutcomes(query, outcomeBatch);
      const tally = createTally();
      for (const { subject, target, met, ...of } of outcomes) {
        const column = `${subject === "tickets" ? "ticket_sla" : `sla_${target}`}_${met ? "met" : "missed"}`;
        tally.count(
          {
            tenantId: of.tenant_id,
            at: of.at.getTime(),
            channelId: of.channel_id,
            assigneeId: of.assignee_id,
            divisionId: of.division_id,
            labelIds: of.label_ids,
          },
          column,
        );
      }
      await addTally(query, tally);
      return outcomes.length === outcomeBatch;
    });
  }

  /** One batch of events: true if there may be more. */
  async function countEvents(): Promise<boolean> {
    if (!cursorMade) {
      await ensureCursor(database, consumer, deps.clock.now());
      cursorMade = true;
    }
    if (reading.upToDate()) return false;
    const cursor = await readCursor(database, consumer);
    const events = await reading.read(cursor, eventBatch);
    const last = events.at(-1);
    if (last === undefined) {
      reading.advancedTo(cursor);
      return false;
    }

    const counted = events.filter((event) => countedTypes.has(event.type));
    const states = await statesFor(counted);
    const labelOf = await labelsOf(counted);
    const tally = createTally();
    for (const event of counted) {
      const known = states.get(nameOf({ tenantId: event.tenant_id, conversationId: event.conversation_id ?? "" }));
      try {
        fold(event, known?.state ?? null, tally, labelOf);
      } catch (error) {
        // Waiting would not fix it, and would stop the counting for everybody.
        if (!(error instanceof EventNotUnderstood || error instanceof TypeError)) throw error;
        deps.log.error({ err: error, event: event.id, type: event.type }, "an event was not counted: it could not be parsed");
      }
    }
    await addStoredBins(database, tally);
    const changed = [...states.values()].filter(({ state, before }) => !isDeepStrictEqual(state, before));
    const moved = await database.workerTransaction(async (query) => {
      if (!(await moveCursorFrom(query, consumer, cursor, last, deps.clock.now()))) return false;
      await Promise.all([addTally(query, tally), writeStates(query, changed)]);
      return true;
    });
    if (moved) reading.advancedTo(last);
    return events.length === eventBatch;
  }

  return {
    /** One batch: true if there may be more. */
    async run(): Promise<boolean> {
      const moreEvents = await reading.attempt(countEvents);
      return (await countOutcomes()) || moreEvents;
    },
  };
}

/** The known state of a conversation just before its first counted event. */
function stateBefore(event: LoggedEvent, facts: ConversationFacts | undefined): ConversationState {
  const at = event.created_at.getTime();
  // Its own creation is in the log and is read within this batch or the next.
  if (facts === undefined || facts.created_at.getTime() >= at) return freshState(at);
  const earlier = (time: Date | null) => time !== null && time.getTime() < at;
  return {
    assigneeId: facts.assignee_id,
    openedAt: facts.created_at.getTime(),
    waitingSince: null,
    firstAnswered: earlier(facts.first_replied_at),
    resolved: earlier(facts.resolved_at),
    withBot: facts.with_bot,
    divisionId: facts.division_id,
    labelIds: facts.label_ids,
    surveyed: null,
  };
}
