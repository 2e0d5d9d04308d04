import { type Static, Type } from "typebox";
import type { Tx } from "#platform/db/database.ts";
import { type Period, PeriodQuery, readPeriod } from "#platform/http/period.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { Nullable, Timestamp } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { toDecimal, toMicros, toNumber } from "#platform/money/money.ts";
import { type CallStatus, callStatuses } from "../calls.schema.ts";
import { type CountedCalls, countCalls, latenciesOf } from "./call-summary.queries.ts";

const counted = (description: string) => Type.Integer({ description });

const CallsOfPeriod = Type.Object(
  {
    voiceAgentId: Type.String(),
    name: Type.String(),
    calls: counted("Calls that began in the period"),
    made: counted("Those that it made"),
    answered: counted("Calls that it took, and calls that somebody answered"),
    missed: counted("Calls that it did not take"),
    notAnswered: counted("Calls that it made, and nobody answered"),
    handedOver: counted("Calls that were transferred to a person"),
    failed: counted("Calls that broke off"),
    minutes: counted("Started minutes, as charged"),
    averageSeconds: Nullable(Type.Integer({ description: "Of the calls that are over and were answered; null: none" })),
    cost: Type.Number({ description: "In the balance's currency" }),
    answerP50Ms: Nullable(Type.Integer({ description: "Half of its answers began sooner; null: none" })),
    answerP95Ms: Nullable(Type.Integer({ description: "95 % of its answers began sooner; null: none" })),
  },
  { title: "CallsOfPeriod" },
);
type CallsOfPeriod = Static<typeof CallsOfPeriod>;

const CallSummary = Type.Object(
  {
    since: Timestamp,
    until: Timestamp,
    voiceAgents: Type.Array(CallsOfPeriod, { description: "Those with a call in the period, most calls first" }),
  },
  { title: "CallSummary" },
);

export function callSummaryRoutes(): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/calls/summary",
      operationId: "getCallSummary",
      tag: "Calls",
      summary: "Count the calls of all voice agents, with minutes and latency",
      description:
        "Calls are removed with the messages of their time (`messagesDays` of `GET /organization/retention`), and not counted then.",
      scope: "voice:read",
      query: PeriodQuery,
      response: CallSummary,
      async handle(ctx, { query }) {
        const period = readPeriod(query, ctx.now);
        return { since: period.since.toISOString(), until: period.until.toISOString(), voiceAgents: await voiceAgentsOf(ctx.tx, period) };
      },
    }),
  ];
}

const answered: readonly CallStatus[] = ["in_progress", "completed", "transferred", "failed"];
const over: readonly CallStatus[] = ["completed", "transferred", "failed"];

async function voiceAgentsOf(tx: Tx, period: Period): Promise<CallsOfPeriod[]> {
  const rows = Map.groupBy(await countCalls(tx, period), (row) => row.voice_agent_id);
  const latencies = new Map((await latenciesOf(tx, period)).map((row) => [row.voice_agent_id, row]));
  return [...rows]
    .map(([id, of]): CallsOfPeriod => {
      const sum = (field: "calls" | "minutes" | "seconds", statuses: readonly CallStatus[] = callStatuses, direction?: string) =>
        of.reduce(
          (total, row) => total + (statuses.includes(row.status) && (direction ?? row.direction) === row.direction ? row[field] : 0),
          0,
        );
      const ended = sum("calls", over);
      return {
        voiceAgentId: wireId("vag", id),
        name: (of[0] as CountedCalls).name,
        calls: sum("calls"),
        answered: sum("calls", answered),
        made: sum("calls", callStatuses, "outbound"),
        missed: sum("calls", ["no_answer"], "inbound"),
        notAnswered: sum("calls", ["no_answer"], "outbound"),
        handedOver: sum("calls", ["transferred"]),
        failed: sum("calls", ["failed"]),
        minutes: sum("minutes"),
        averageSeconds: ended === 0 ? null : Math.round(sum("seconds", over) / ended),
        cost: toNumber(toDecimal(of.reduce((total, row) => total + toMicros(row.cost), 0n))),
        answerP50Ms: latencies.get(id)?.p50 ?? null,
        answerP95Ms: latencies.get(id)?.p95 ?? null,
      };
    })
    .sort((a, b) => b.calls - a.calls || a.voiceAgentId.localeCompare(b.voiceAgentId));
}
