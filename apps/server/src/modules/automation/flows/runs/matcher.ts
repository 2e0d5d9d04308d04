import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createFollower } from "#platform/events/follow.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { flowActor } from "./steps/step-kit.ts";
import { chainMax } from "./steps/notification-steps.ts";
import { noReply } from "../definition/definition.ts";
import { type ActiveFlow, createActiveFlows } from "./active-flows.ts";
import { withAnswers } from "./form-answers.ts";
import { type Candidate, filterCandidates } from "./filter-candidates.ts";
import { pauseFlow } from "./pausing.ts";
import { findRepeatedStarts, insertRuns, resumeReplied } from "./runs.queries.ts";
import type { ConditionContextDeps } from "./condition-context.ts";
import { causeOf, contextOf, countsAsMessage, startsFlow, subjectOf } from "../definition/triggers.ts";

export interface MatcherDeps extends ConditionContextDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  eventReader: Pick<EventReader, "consumer">;
  fields: Pick<ContactFieldsService, "definitions">;
  notifications: Pick<NotificationsService, "notify">;
}

const eventBatch = 1_000;
/** No hints: while messages arrive by the thousand, a hint for each would start a batch for each. */
const pollMs = 150;

/** With the event that starts it. */
interface Started extends Candidate {
  flow: ActiveFlow;
  event: LoggedEvent;
}

/** What the events of one tenant start and resume. */
interface LogChanges {
  candidates: Started[];
  replies: ReturnType<typeof findReplies>;
}

/**
 * Follows the event log: which flows an event starts, and which runs waited for a reply. Repeated or late events change
 * nothing: an event starts a flow once, and a reply counts for a run that was waiting when it came.
 */
export function createMatcher(deps: MatcherDeps): Loop {
  const book = createActiveFlows(deps.database);
  let pages: Awaited<ReturnType<typeof book.read>> = new Map();

  let hasStarted = false;
  const follow = createFollower<LogChanges>(deps, {
    consumer: "flows",
    eventBatch,
    async tenantsConcerned(tenantIds) {
      pages = await book.read(tenantIds);
      return new Set(pages.keys());
    },
    read(events) {
      const page = pages.get(events[0]?.tenant_id ?? "");
      if (page === undefined) return null;
      const changes = { candidates: findCandidates(page, events), replies: findReplies(events) };
      return changes.candidates.length + changes.replies.length === 0 ? null : changes;
    },
    async apply(tx, { candidates, replies }) {
      hasStarted = (await begin(tx, candidates, replies)) || hasStarted;
    },
  });

  async function run(): Promise<boolean> {
    hasStarted = false;
    try {
      return await follow();
    } finally {
      if (hasStarted) deps.wake.hint("flows");
    }
  }

  async function begin(tx: TxContext["tx"], candidates: Started[], replies: ReturnType<typeof findReplies>): Promise<boolean> {
    const now = deps.clock.now();
    const ctx: TxContext = {
      tenantId: tx.tenantId,
      actor: { kind: "system", id: "flows" },
      scopes: new Set(),
      session: null,
      requestId: "",
      now,
      tx,
    };
    // Replies first: a run that continues with a message is not also started by it, because it already exists.
    const resumed = replies.length === 0 ? 0 : await resumeReplied(tx, now, replies);
    const judged = await filterCandidates(ctx, await withLoops(tx, await withAnswers(tx, candidates)), deps);
    const startedRuns = new Set(await insertRuns(tx, now, judged));
    // A loop within one conversation (withLoops) ends there: it may be the tenant's own system writing through the API, and the flow serves
    // other conversations.
    const looping = new Set(judged.filter((r) => startedRuns.has(r.id) && r.depth > chainMax).map((r) => r.flowId));
    for (const flowId of [...looping].sort()) await pauseFlow({ ...ctx, actor: flowActor(flowId) }, flowId, "loop_detected", deps);
    return resumed + startedRuns.size > 0;
  }

  return createLoop({ name: "flow matching", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

function findCandidates(page: ReadonlyMap<string, ActiveFlow[]>, events: readonly LoggedEvent[]): Started[] {
  const found: Started[] = [];
  for (const event of events) {
    const flows = page.get(event.type);
    if (flows === undefined) continue;
    const subject = subjectOf(event.data);
    if (subject === null) continue;
    const depth = event.origin === null ? 0 : event.origin.depth + 1;
    const cause = causeOf(event);
    for (const flow of flows) {
      // What happened before it was active does not count.
      if ((cause?.since ?? event.created_at) < flow.activatedAt || !startsFlow(flow.definition.trigger, event)) continue;
      const startedBy = wireId("evt", event.id);
      found.push({ flow, event, ...subject, startedBy, eventId: cause?.id ?? event.id, depth, context: contextOf(event.data) });
    }
  }
  return found;
}

/**
 * Silence after a message that a flow sent through our API is reported again, because its author is the API and its event has no origin. So
 * this counts what a flow does in a conversation without a person writing.
 */
async function withLoops(tx: TxContext["tx"], candidates: Started[]): Promise<Started[]> {
  const asked = candidates.flatMap(({ event, flow, conversationId }) =>
    event.type === noReply && conversationId !== null ? [{ flowId: flow.id, conversationId, since: flow.activatedAt }] : [],
  );
  const repeated = asked.length === 0 ? new Set<string>() : await findRepeatedStarts(tx, asked, chainMax);
  const loop = `The flow has started ${chainMax} times in the conversation since a person last wrote in it.`;
  return repeated.size === 0
    ? candidates
    : candidates.map((one) =>
        one.event.type === noReply && repeated.has(`${one.flow.id} ${one.conversationId}`) ? { ...one, loop } : one,
      );
}

function findReplies(events: readonly LoggedEvent[]) {
  return events.flatMap((event) => {
    if (event.type !== "message.received" || !countsAsMessage(event.data)) return [];
    const subject = subjectOf(event.data);
    const context = contextOf(event.data);
    if (subject === null || context.message === undefined) return [];
    return [{ contact: subject.contactId, conversation: subject.conversationId, at: event.created_at.toISOString(), context }];
  });
}
