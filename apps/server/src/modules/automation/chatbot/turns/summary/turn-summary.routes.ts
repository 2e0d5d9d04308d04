import { type Static, Type } from "typebox";
import { csvFile } from "#platform/csv/write.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { type Period, PeriodQuery, readPeriod } from "#platform/http/period.ts";
import { type AnyRoute, contentRoute, readRoute } from "#platform/http/route.ts";
import { Timestamp } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Decision, decisions } from "../turn.types.ts";
import { countTurns } from "./turn-summary.queries.ts";

const byDecision = Object.fromEntries(decisions.map((decision) => [decision, Type.Integer()])) as Record<
  Decision,
  ReturnType<typeof Type.Integer>
>;
const ChatbotTurnCounts = Type.Object(
  { chatbotId: Type.String(), name: Type.String(), turns: Type.Integer(), byDecision: Type.Object(byDecision) },
  { title: "ChatbotTurnCounts" },
);
type ChatbotTurnCounts = Static<typeof ChatbotTurnCounts>;

const ChatbotTurnSummary = Type.Object(
  {
    since: Timestamp,
    until: Timestamp,
    chatbots: Type.Array(ChatbotTurnCounts, { description: "Chatbots with a turn in the period, most turns first" }),
  },
  { title: "ChatbotTurnSummary" },
);

const tag = "Chatbot";

export function turnSummaryRoutes(database: Pick<Database, "withTenant">): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/chatbot-turns/summary",
      operationId: "getChatbotTurnSummary",
      tag,
      summary: "Count the turns of all chatbots by decision",
      scope: "chatbot:read",
      query: PeriodQuery,
      response: ChatbotTurnSummary,
      async handle(ctx, { query }) {
        const period = readPeriod(query, ctx.now);
        return { since: period.since.toISOString(), until: period.until.toISOString(), chatbots: await chatbotsOf(ctx.tx, period) };
      },
    }),
    contentRoute({
      method: "GET",
      path: "/chatbot-turns/summary.csv",
      operationId: "getChatbotTurnSummaryFile",
      tag,
      summary: "Download the number of turns of all chatbots by decision as CSV",
      description: "The chatbots of GET /chatbot-turns/summary, one per line.",
      scope: "chatbot:read",
      changing: true,
      query: PeriodQuery,
      response: Type.String(),
      async open(ctx, _params, query) {
        const period = readPeriod(query, ctx.now);
        const chatbots = await database.withTenant(ctx.tenantId, (tx) => chatbotsOf(tx, period));
        const rows = chatbots.map(({ chatbotId, name, turns, byDecision: by }) => [
          chatbotId,
          name,
          turns,
          ...decisions.map((each) => by[each]),
        ]);
        return csvFile(`chatbot-turns-${period.since.toISOString().slice(0, 10)}.csv`, ["chatbotId", "name", "turns", ...decisions], rows);
      },
    }),
  ];
}

async function chatbotsOf(tx: Tx, period: Period): Promise<ChatbotTurnCounts[]> {
  const chatbots = new Map<string, ChatbotTurnCounts>();
  for (const { chatbot_id: id, name, decision, turns } of await countTurns(tx, period)) {
    const none = Object.fromEntries(decisions.map((each) => [each, 0])) as Record<Decision, number>;
    const chatbot = chatbots.get(id) ?? { chatbotId: wireId("bot", id), name, turns: 0, byDecision: none };
    chatbot.turns += turns;
    chatbot.byDecision[decision] += turns;
    chatbots.set(id, chatbot);
  }
  return [...chatbots.values()].sort((a, b) => b.turns - a.turns || a.chatbotId.localeCompare(b.chatbotId));
}
