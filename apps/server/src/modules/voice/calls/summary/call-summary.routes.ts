import { type Static, Type } from "typebox";
import type { Tx } from "#platform/db/database.ts";
import { type Period, PeriodQuery, readPeriod } from "#platform/http/period.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { Nullable, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { toDecimal, toMicros, toNumber } from "#platform/money/money.ts";
import { type CallStatus, callStatuses, directions } from "../calls.schema.ts";
import { type CountedCalls, type CountedFilter, countCalls, type Latencies, latenciesOf } from "./call-summary.queries.ts";

const counted = (description: string) => Type.Integer({ description });

const figures = {
  calls: counted("Calls that began in the period"),
  made: counted("Outbound calls"),
  answered: counted("Inbound calls that were taken, and outbound calls that somebody answered"),
  missed: counted("Inbound calls that were not taken"),
  notAnswered: counted("Outbound calls that nobody answered"),
  handedOver: counted("Calls that were transferred to a person"),
  failed: counted("Calls that failed"),
  minutes: counted("Started minutes, as charged"),
  averageSeconds: Nullable(Type.Integer({ description: "Of completed calls that were answered; null: none" })),
  cost: Type.Number({ description: "In the balance's currency" }),
  answerP50Ms: Nullable(Type.Integer({ description: "Median time until the agent starts to answer; null: none" })),
  answerP95Ms: Nullable(Type.Integer({ description: "95th percentile of the time until the agent starts to answer; null: none" })),
};

const CallFigures = Type.Object(figures, { title: "CallFigures" });
type CallFigures = Static<typeof CallFigures>;

const CallsOfPeriod = Type.Object({ voiceAgentId: Type.String(), name: Type.String(), ...figures }, { title: "CallsOfPeriod" });
type CallsOfPeriod = Static<typeof CallsOfPeriod>;

const CallSummary = Type.Object(
  {
    since: Timestamp,
    until: Timestamp,
    total: CallFigures,
    voiceAgents: Type.Array(CallsOfPeriod, { description: "Those with a call in the period, deleted ones too, most calls first" }),
  },
  { title: "CallSummary" },
);

const SummaryQuery = Type.Object({
  ...PeriodQuery.properties,
  voiceAgentId: Type.Optional(Type.String()),
  direction: Type.Optional(StringEnum(directions)),
  status: Type.Optional(StringEnum(callStatuses)),
});

export function callSummaryRoutes(): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/calls/summary",
      operationId: "getCallSummary",
      tag: "Calls",
      summary: "Count the calls of voice agents, with minutes and latency",
      description:
        "Calls are removed with the messages of their time (`messagesDays` of `GET /organization/retention`), and not counted then.",
      scope: "voice:read",
      query: SummaryQuery,
      response: CallSummary,
      async handle(ctx, { query }) {
        const period = readPeriod(query, ctx.now);
        const voiceAgentId = query.voiceAgentId === undefined ? null : parseWireId("vag", query.voiceAgentId);
        const nobodys = query.voiceAgentId !== undefined && voiceAgentId === null;
        return {
          since: period.since.toISOString(),
          until: period.until.toISOString(),
          ...(nobodys
            ? { total: figuresOf([], undefined), voiceAgents: [] }
            : await summaryOf(ctx.tx, period, { voiceAgentId, direction: query.direction ?? null, status: query.status ?? null })),
        };
      },
    }),
  ];
}

const answered: readonly CallStatus[] = ["in_progress", "completed", "transferred", "failed"];
const over: readonly CallStatus[] = ["completed", "transferred", "failed"];

async function summaryOf(tx: Tx, period: Period, filter: CountedFilter): Promise<{ total: CallFigures; voiceAgents: CallsOfPeriod[] }> {
  const rows = await countCalls(tx, period, filter);
  const latencies = new Map((await latenciesOf(tx, period, filter)).map((row) => [row.voice_agent_id, row]));
  const voiceAgents = [...Map.groupBy(rows, (row) => row.voice_agent_id)].map(([id, of]) => ({
    voiceAgentId: wireId("vag", id),
    name: (of[0] as CountedCalls).name,
    ...figuresOf(of, latencies.get(id)),
  }));
  return {
    total: figuresOf(rows, latencies.get(null)),
    voiceAgents: voiceAgents.sort((a, b) => b.calls - a.calls || a.voiceAgentId.localeCompare(b.voiceAgentId)),
  };
}

function figuresOf(of: readonly CountedCalls[], latencies: Latencies | undefined): CallFigures {
  const sum = (field: "calls" | "minutes" | "seconds", statuses: readonly CallStatus[] = callStatuses, direction?: string) =>
    of.reduce(
      (total, row) => total + (statuses.includes(row.status) && (direction ?? row.direction) === row.direction ? row[field] : 0),
      0,
    );
  const ended = sum("calls", over);
  return {
    calls: sum("calls"),
    made: sum("calls", callStatuses, "outbound"),
    answered: sum("calls", answered),
    missed: sum("calls", ["no_answer"], "inbound"),
    notAnswered: sum("calls", ["no_answer"], "outbound"),
    handedOver: sum("calls", ["transferred"]),
    failed: sum("calls", ["failed"]),
    minutes: sum("minutes"),
    averageSeconds: ended === 0 ? null : Math.round(sum("seconds", over) / ended),
    cost: toNumber(toDecimal(of.reduce((total, row) => total + toMicros(row.cost), 0n))),
    answerP50Ms: latencies?.p50 ?? null,
    answerP95Ms: latencies?.p95 ?? null,
  };
}
