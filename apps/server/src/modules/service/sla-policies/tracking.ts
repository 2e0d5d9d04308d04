import { readSettings } from "#modules/people/agent-settings/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { LogPosition } from "#platform/events/tail.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { chooseTerms, type SlaSubject } from "./choice.ts";
import { type Breach, governingSteps, nextCheck, type SlaState, type SlaTarget, type Step, stepSla, type Terms } from "./clock.ts";
import * as queries from "./tracking.queries.ts";

/** When a subject whose log is not read to its end is looked at again. */
const postponeMs = 60_000;

/** What happened to one subject, in order. */
export interface SubjectSteps {
  id: string;
  steps: Step[];
  /** For a conversation: the log position of each step. */
  places?: LogPosition[];
}

export interface Tracked {
  id: string;
  before: SlaState | null;
  after: SlaState | null;
  missed: Breach[];
}

/** A missed target, for notifying the people concerned. */
export interface MissedTarget {
  assigneeId: string | null;
  conversationId: string | null;
  ticketId: string | null;
  missed: Breach[];
}

/**
 * Keeps the clocks of tickets and conversations. Everything happens in the caller's transaction under the lock of the
 * subject's row, so a second writer sees what the first one wrote.
 */
export function createTracking(deps: { ids: IdSource; notifications: Pick<NotificationsService, "notify"> }) {
  const outcomesOf = (id: string, met: boolean, targets: { target: SlaTarget; at: number }[]): queries.NewOutcome[] =>
    targets.map(({ target, at }) => ({ id: deps.ids.uuid(), subjectId: id, target, met, at: new Date(at) }));

  /**
   * `upTo`: the last log event among the steps; only for conversations. Steps that a row already includes are skipped.
   */
  async function track(
    tx: Tx,
    now: Date,
    subject: SlaSubject,
    happened: SubjectSteps[],
    upTo: LogPosition | null = null,
  ): Promise<Tracked[]> {
    if (happened.length === 0) return [];
    const ids = happened.map(({ id }) => id);
    const rows = new Map((await queries.lockRows(tx, subject, ids)).map((row) => [row.id, row]));
    const policies = await queries.livePolicies(tx);
    if (policies.length === 0 && rows.size === 0) return ids.map((id) => ({ id, before: null, after: null, missed: [] }));
    const facts = new Map((await queries.readFacts(tx, subject, ids)).map((fact) => [fact.id, fact]));
    const hours = (await readSettings(tx)).business_hours;
    const termsOf = new Map([...facts].map(([id, fact]) => [id, chooseTerms(policies, subject, fact)]));
    // At most once for each conversation: from then on it has clocks.
    const starting = happened.filter(
      ({ id, steps }) => !rows.has(id) && facts.get(id)?.resolved === false && termsOf.get(id) != null && mustReadAhead(steps),
    );
    const startingIds = starting.map(({ id }) => id);
    const ranThen = upTo === null ? null : await queries.readRunningAt(tx, startingIds, upTo);
    const tracked: Tracked[] = [];
    const outcomes: queries.NewOutcome[] = [];
    for (const { id, steps, places } of happened) {
      const row = rows.get(id);
      const fact = facts.get(id);
      // Deleted since, together with its clocks.
      if (fact === undefined) continue;
      const terms: Terms | null = termsOf.get(id) ?? null;
      let state = row?.state ?? null;
      const missed: Breach[] = [];
      for (const [n, step] of steps.entries()) {
        const place = places?.[n];
        if (place !== undefined && row?.applied != null && !isBeyond(place, row.applied)) continue;
        if (state === null && fact.resolved && step.do !== "opened") continue;
        const next = stepSla(state, step, terms, hours, runsAt(steps, n, ranThen?.get(id) ?? fact.running));
        state = next.state;
        missed.push(...next.missed);
        outcomes.push(...outcomesOf(id, true, next.met), ...outcomesOf(id, false, next.missed));
      }
      tracked.push({ id, before: row?.state ?? null, after: state, missed });
    }
    await queries.upsertRows(
      tx,
      now,
      subject,
      tracked.flatMap(({ id, after }) => (after === null ? [] : [rowOf(id, after)])),
      upTo,
    );
    await queries.insertOutcomes(tx, now, subject, outcomes);
    return tracked;
  }

  /** The subjects that have missed a target by now; locked ones are skipped. `postponed`: those left to the log. */
  async function check(tx: Tx, now: Date, subject: SlaSubject, ids: string[]): Promise<{ tracked: Tracked[]; postponed: number }> {
    // Changes to tickets lock the ticket before its clocks; this keeps that order. Conversations need none: nothing
    // changes one and then its clocks.
    const free = subject === "tickets" ? await queries.lockTickets(tx, ids) : ids;
    const rows = await queries.lockRows(tx, subject, free, true);
    const late = (state: SlaState, target: SlaTarget) => {
      const clock = state.clocks[target];
      return clock !== null && !clock.missed && clock.dueAt !== null && clock.dueAt < now.getTime();
    };
    const present =
      subject === "conversations"
        ? await queries.readCurrentState(
            tx,
            rows.map(({ id, state }) => {
              const awaited = state.clocks.first_response ?? state.clocks.next_response ?? state.clocks.resolution;
              return { id, since: new Date(awaited?.since ?? now.getTime()) };
            }),
          )
        : null;
    const tracked: Tracked[] = [];
    const leftToLog: string[] = [];
    for (const { id, state } of rows) {
      // The log is read with a delay: it will report, with the right time, what was answered or resolved meanwhile.
      const at = present?.get(id);
      const settled =
        present !== null &&
        (at === undefined || !at.open || (at.answered && (late(state, "first_response") || late(state, "next_response"))));
      if (settled) {
        leftToLog.push(id);
        continue;
      }
      const { state: after, missed } = stepSla(state, { at: now.getTime(), do: "checked" }, null, null, state.running);
      if (after !== null && missed.length > 0) tracked.push({ id, before: state, after, missed });
    }
    // The next step from the log sets the time again. Left as they are, they would be found first every time.
    await queries.postponeRows(tx, subject, leftToLog, new Date(now.getTime() + postponeMs));
    await queries.moveRows(
      tx,
      now,
      subject,
      tracked.flatMap(({ id, after }) => (after === null ? [] : [rowOf(id, after)])),
    );
    await queries.insertOutcomes(
      tx,
      now,
      subject,
      tracked.flatMap(({ id, missed }) => outcomesOf(id, false, missed)),
    );
    return { tracked, postponed: leftToLog.length };
  }

  return {
    track,
    check,

    /**
     * Notifies the assignee, if still active here, and the supervisors; if there is neither, admins and owners. In the
     * transaction that noticed the missed target.
     */
    async notify(ctx: { tx: Tx; now: Date; actor: Actor }, items: MissedTarget[]): Promise<void> {
      const found = items.filter(({ missed }) => missed.length > 0);
      if (found.length === 0) return;
      const assigned = found.flatMap(({ assigneeId }) => assigneeId ?? []);
      const { assignees, supervisors, admins } = await queries.readEscalationMembers(ctx.tx, assigned);
      for (const { assigneeId, conversationId, ticketId, missed } of found) {
        const near = [...(assigneeId !== null && assignees.has(assigneeId) ? [assigneeId] : []), ...supervisors];
        const memberIds = near.length === 0 ? admins : near;
        for (const { target } of missed)
          await deps.notifications.notify(ctx, {
            kind: "sla_breach",
            memberIds,
            conversationId,
            ticketId,
            messageId: null,
            detail: target,
          });
      }
    },
  };
}

export type Tracking = ReturnType<typeof createTracking>;

/** Whether the subject runs at one of its steps: the next step that changes this tells, else what is so after the last one. */
function runsAt(steps: Step[], n: number, afterwards: boolean): boolean {
  return toldRunning(steps, n) ?? afterwards;
}

/** null: the steps do not tell. */
function toldRunning(steps: Step[], n: number): boolean | null {
  const next = steps.slice(n + 1).find((step) => step.do === "paused" || step.do === "resumed" || step.do === "opened");
  return next === undefined || next.do === "opened" ? null : next.do === "paused";
}

/** Whether the steps can start the clocks of a subject that has none, but do not tell whether it runs then. */
function mustReadAhead(steps: Step[]): boolean {
  const n = steps.findIndex((step) => governingSteps.has(step.do));
  return n >= 0 && steps[n]?.do !== "opened" && toldRunning(steps, n) === null;
}

function rowOf(id: string, state: SlaState): queries.NewSlaRow {
  const due = nextCheck(state);
  return { id, state, policyId: state.policyId, checkAt: due === null ? null : new Date(due) };
}

/** In log order. */
function isBeyond(place: LogPosition, other: LogPosition): boolean {
  const [a, b] = [BigInt(place.xid), BigInt(other.xid)];
  return a === b ? place.id > other.id : a > b;
}
