import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import type { NotificationsService } from "#modules/notifications/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createFollower } from "#platform/events/follow.ts";
import type { EventReader } from "#platform/events/reader.ts";
import type { LoggedEvent } from "#platform/events/tail.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { chainMax, flowActor } from "./actions.ts";
import { compileConditions, type Condition, evaluateConditions } from "./conditions.ts";
import { type ActiveFlow, createFlowBook } from "./flow-book.ts";
import { withAnswers } from "./form-answers.ts";
import { pauseLooping } from "./loop-guard.ts";
import { insertRuns, type NewRun, type RunContext, type RunError, resumeReplied } from "./runs.queries.ts";
import { readSurroundings, type SurroundingsDeps } from "./surroundings.ts";
import { contextOf, startsFlow, subjectOf } from "./triggers.ts";

export interface MatcherDeps extends SurroundingsDeps {
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
/** No hints: while messages come by the thousand, a hint for each would be a batch for each. */
const pollMs = 150;

interface Candidate {
  flow: ActiveFlow;
  event: LoggedEvent;
  contactId: string;
  conversationId: string | null;
  depth: number;
  context: RunContext;
}

/** What the events of one tenant start and let go on. */
interface News {
  candidates: Candidate[];
  replies: ReturnType<typeof findReplies>;
}

/**
 * Follows the event log: which flows an event starts, and which runs waited for a reply. What comes again, or late, changes nothing: a flow is started once
 * by an event, and a reply counts for a run that waited when it came.
 */
export function createMatcher(deps: MatcherDeps): Loop {
  const book = createFlowBook(deps.database);
  let pages: Awaited<ReturnType<typeof book.read>> = new Map();

  let begun = false;
  const follow = createFollower<News>(deps, {
    consumer: "flows",
    eventBatch,
    async concerned(tenantIds) {
      pages = await book.read(tenantIds);
      return new Set(pages.keys());
    },
    read(events) {
      const page = pages.get(events[0]?.tenant_id ?? "");
      if (page === undefined) return null;
      const news = { candidates: findCandidates(page, events), replies: findReplies(events) };
      return news.candidates.length + news.replies.length === 0 ? null : news;
    },
    async apply(tx, { candidates, replies }) {
      begun = (await begin(tx, candidates, replies)) || begun;
    },
  });

  async function run(): Promise<boolean> {
    begun = false;
    try {
      return await follow();
    } finally {
      if (begun) deps.wake.hint("flows");
    }
  }

  async function begin(tx: TxContext["tx"], candidates: Candidate[], replies: ReturnType<typeof findReplies>): Promise<boolean> {
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
    // Replies first: a run that goes on with a message is not started by it anew, for it is there already.
    const resumed = replies.length === 0 ? 0 : await resumeReplied(tx, now, replies);
    const judged = await judge(ctx, await withAnswers(tx, candidates));
    const begun = new Set(await insertRuns(tx, now, judged));
    const looping = new Set(judged.filter((r) => begun.has(r.id) && r.error?.code === "loop_detected").map((r) => r.flowId));
    for (const flowId of [...looping].sort()) await pauseLooping({ ...ctx, actor: flowActor(flowId) }, flowId, deps);
    return resumed + begun.size > 0;
  }

  /** Of what the events themselves let through: what the conditions let through too. */
  async function judge(ctx: TxContext, candidates: Candidate[]): Promise<NewRun[]> {
    const asked = candidates.filter(({ flow, depth }) => flow.definition.conditions !== null && depth <= chainMax);
    const definitions = asked.length === 0 ? [] : await deps.fields.definitions(ctx.tx);
    const around = new Map(
      asked.length === 0 ? [] : (await readSurroundings(ctx, asked, deps)).map((found, i) => [asked[i] as Candidate, found] as const),
    );
    const compiled = new Map<ActiveFlow, Condition>();
    return candidates.flatMap((candidate): NewRun[] => {
      const { flow, depth } = candidate;
      if (depth > chainMax)
        return [runOf(candidate, { code: "loop_detected", message: `More than ${chainMax} flows have caused one another.`, path: null })];
      if (flow.definition.conditions === null) return [runOf(candidate, null)];
      const found = around.get(candidate);
      if (found == null) return [];
      try {
        const condition =
          compiled.get(flow) ?? compileConditions(flow.definition.conditions, { definitions, now: ctx.now, at: "conditions" });
        compiled.set(flow, condition);
        return evaluateConditions(condition, found) ? [runOf(candidate, null)] : [];
      } catch (error) {
        // A contact field that they speak of has another type since.
        if (!(error instanceof AppError)) throw error;
        return [runOf(candidate, { code: error.code, message: error.message, path: "conditions" })];
      }
    });
  }

  function runOf({ flow, event, contactId, conversationId, depth, context }: Candidate, error: RunError | null): NewRun {
    return {
      id: deps.ids.uuid(),
      flowId: flow.id,
      version: flow.version,
      contactId,
      conversationId,
      startedBy: wireId("evt", event.id),
      eventId: event.id,
      depth,
      context,
      once: flow.definition.oncePerContact,
      error,
    };
  }

  return createLoop({ name: "flow matching", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

function findCandidates(page: ReadonlyMap<string, ActiveFlow[]>, events: readonly LoggedEvent[]): Candidate[] {
  const found: Candidate[] = [];
  for (const event of events) {
    const flows = page.get(event.type);
    if (flows === undefined) continue;
    const subject = subjectOf(event.data);
    if (subject === null) continue;
    const depth = event.origin === null ? 0 : event.origin.depth + 1;
    for (const flow of flows) {
      // What happened before it was active is none of its business.
      if (event.created_at < flow.activatedAt || !startsFlow(flow.definition.trigger, event)) continue;
      found.push({ flow, event, ...subject, depth, context: contextOf(event.data) });
    }
  }
  return found;
}

function findReplies(events: readonly LoggedEvent[]) {
  return events.flatMap((event) => {
    if (event.type !== "message.received") return [];
    const subject = subjectOf(event.data);
    const context = contextOf(event.data);
    if (subject === null || context.message === undefined || context.message.type === "system") return [];
    return [{ contact: subject.contactId, conversation: subject.conversationId, at: event.created_at.toISOString(), context }];
  });
}
