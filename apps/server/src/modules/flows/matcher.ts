import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import type { NotificationsService } from "#modules/notifications/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { type LoggedEvent, readLogAfter } from "#platform/events/tail.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { chainMax, flowActor } from "./actions.ts";
import { compileConditions, type Condition, evaluateConditions } from "./conditions.ts";
import { type ActiveFlow, createFlowBook } from "./flow-book.ts";
import { pauseLooping } from "./loop-guard.ts";
import { ensureCursor, lockCursor, moveCursor } from "./matching.queries.ts";
import { insertRuns, type NewRun, type RunContext, type RunError, resumeReplied } from "./runs.queries.ts";
import { readSurroundings, type SurroundingsDeps } from "./surroundings.ts";
import { contextOf, startsFlow, subjectOf } from "./triggers.ts";

export interface MatcherDeps extends SurroundingsDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Pick<Metrics, "eventLag">;
  fields: Pick<ContactFieldsService, "definitions">;
  notifications: Pick<NotificationsService, "notify">;
}

const eventBatch = 1_000;
const pollMs = 200;

interface Candidate {
  flow: ActiveFlow;
  event: LoggedEvent;
  contactId: string;
  conversationId: string | null;
  depth: number;
  context: RunContext;
}

/**
 * Follows the event log: which flows an event starts, and which runs waited for a reply. One process at a time holds the cursor. What it writes is committed
 * before the cursor moves; a crash in between reads the same events again, and a flow is started once by an event.
 */
export function createMatcher(deps: MatcherDeps): Loop {
  const book = createFlowBook(deps.database);
  let cursorMade = false;

  async function run(): Promise<boolean> {
    return deps.database.workerTransaction(async (query) => {
      if (!cursorMade) await ensureCursor(query, deps.clock.now());
      cursorMade = true;
      const cursor = await lockCursor(query);
      if (cursor === null) return false;
      const events = await readLogAfter({ worker: query }, cursor, eventBatch);
      const [first, last] = [events[0], events.at(-1)];
      const lagMs = first === undefined ? 0 : Math.max(0, deps.clock.now().getTime() - first.created_at.getTime());
      deps.metrics.eventLag.set({ consumer: "flows" }, lagMs / 1_000);
      if (last === undefined) return false;
      const byTenant = Map.groupBy(events, (event) => event.tenant_id);
      const flows = await book.read([...byTenant.keys()]);
      let begun = false;
      for (const [tenantId, ofTenant] of byTenant) {
        const page = flows.get(tenantId);
        if (page === undefined) continue;
        const candidates = findCandidates(page, ofTenant);
        const replies = findReplies(ofTenant);
        if (candidates.length + replies.length === 0) continue;
        begun = (await retryConflicts(() => deps.database.withTenant(tenantId, (tx) => begin(tx, candidates, replies)))) || begun;
      }
      await moveCursor(query, last, deps.clock.now());
      if (begun) deps.wake.hint("flows");
      return events.length === eventBatch;
    });
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
    const judged = await judge(ctx, candidates);
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

  return createLoop({ name: "flow matching", run, wake: deps.wake, topics: ["events"], pollMs, log: deps.log });
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
