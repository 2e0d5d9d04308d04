/** Chatbots, their turns and their evaluations. They have no events, so whatever is running is polled. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  Chatbot,
  ChatbotCase,
  ChatbotEvaluation,
  ChatbotEvaluationRun,
  ChatbotPlaygroundRequest,
  ChatbotReplay,
  ChatbotSettingsInput,
  ChatbotTrial,
  ChatbotTurn,
  UpdateChatbot,
} from "@parley/sdk";
import { api } from "../client.ts";
import { defineResource, whole } from "../resource.ts";

export type Decision = ChatbotTurn["decision"];
export type CaseMessage = NonNullable<ChatbotCase["history"]>[number];

const runningMs = 1_000;
const idleMs = 30_000;

export const chatbots = defineResource<Chatbot, object, UpdateChatbot>("chatbots", () => api.chatbots, whole);

export const chatbotsQuery = () => ({ ...chatbots.listQuery(), staleTime: 0 });

/** Saves a change. The form shows the errors that this throws. */
export async function saveChatbot(client: QueryClient, id: string, patch: UpdateChatbot): Promise<Chatbot> {
  const saved = await api.chatbots.update(id, patch);
  client.setQueryData(chatbots.detailQuery(id).queryKey, saved);
  chatbots.invalidate(client, id);
  return saved;
}

export const tryChatbot = (id: string, body: ChatbotPlaygroundRequest): Promise<ChatbotTrial> => api.chatbots.playground(id, body);

/** Turns in conversations with customers, newest first. */
export const turnsQuery = (chatbotId: string, decision: Decision | undefined) =>
  infiniteQueryOptions({
    queryKey: ["chatbot-turns", "of-chatbot", chatbotId, decision] as const,
    queryFn: ({ pageParam, signal }) =>
      api.chatbots.turns
        .list(chatbotId, { ...(decision === undefined ? {} : { decision }), limit: 50, cursor: pageParam }, { signal })
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    refetchInterval: idleMs,
  });

export const turnQuery = (id: string) =>
  queryOptions({
    queryKey: ["chatbot-turns", "detail", id] as const,
    queryFn: ({ signal }) => api.chatbotTurns.get(id, { signal }),
    meta: { still: true },
  });

export const replayTurn = (id: string): Promise<ChatbotReplay> => api.chatbotTurns.replay(id);

const historyMax = 20;

/** What customer and chatbot said before a turn, oldest first; texts only, as stored in a case. */
export async function historyOf(turn: ChatbotTurn): Promise<CaseMessage[]> {
  const [first = ""] = turn.inboundMessageIds;
  const page = await api.conversations.messages.list(turn.conversationId, { limit: 100 }).page();
  const newestFirst = page.data;
  const at = newestFirst.findIndex(({ id }) => id === first);
  const before = at === -1 ? newestFirst.filter(({ createdAt }) => createdAt < turn.startedAt) : newestFirst.slice(at + 1);
  return before
    .flatMap((message): CaseMessage[] => {
      const { text, direction, author, isNote } = message;
      if (text === null || text.trim() === "" || isNote || turn.inboundMessageIds.includes(message.id)) return [];
      if (direction === "inbound") return [{ from: "customer", text }];
      return author.kind === "chatbot" ? [{ from: "chatbot", text }] : [];
    })
    .slice(0, historyMax)
    .reverse();
}

export const evaluationsQuery = (chatbotId: string) =>
  infiniteQueryOptions({
    queryKey: ["chatbot-evaluations", "list", chatbotId] as const,
    queryFn: ({ pageParam, signal }) => api.chatbots.evaluations.list(chatbotId, { limit: 100, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    staleTime: 0,
  });

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: ["chatbot-evaluations", "detail", id] as const,
    queryFn: ({ signal }) => api.chatbotEvaluations.get(id, { signal }),
    staleTime: 0,
  });

/** Adds a case to an evaluation, or to a new one with the given name. */
export async function addCase(
  client: QueryClient,
  chatbotId: string,
  into: { id: string } | { name: string },
  added: ChatbotCase,
): Promise<ChatbotEvaluation> {
  if ("name" in into) return cacheResult(client, await api.chatbots.evaluations.create(chatbotId, { name: into.name, cases: [added] }));
  const { cases } = await api.chatbotEvaluations.get(into.id);
  return saveEvaluation(client, into.id, { cases: [...cases, added] });
}

export async function saveEvaluation(
  client: QueryClient,
  id: string,
  change: Partial<Pick<ChatbotEvaluation, "name" | "cases">>,
): Promise<ChatbotEvaluation> {
  return cacheResult(client, await api.chatbotEvaluations.update(id, change));
}

export async function deleteEvaluation(client: QueryClient, { id, chatbotId }: Pick<ChatbotEvaluation, "id" | "chatbotId">): Promise<void> {
  await api.chatbotEvaluations.delete(id);
  await client.invalidateQueries(evaluationsQuery(chatbotId));
}

function cacheResult(client: QueryClient, evaluation: ChatbotEvaluation): ChatbotEvaluation {
  client.setQueryData(evaluationQuery(evaluation.id).queryKey, evaluation);
  void client.invalidateQueries(evaluationsQuery(evaluation.chatbotId), { throwOnError: false });
  return evaluation;
}

export const runsQuery = (evaluationId: string) =>
  infiniteQueryOptions({
    queryKey: ["chatbot-runs", "list", evaluationId] as const,
    queryFn: ({ pageParam, signal }) => api.chatbotEvaluations.runs.list(evaluationId, { limit: 25, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => pageInfo.nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => status === "running")) === true ? runningMs : idleMs,
  });

/** One run with its results; polled each second until it is done, and occasionally after a failure, because an operator can retry it. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["chatbot-runs", "detail", id] as const,
    queryFn: ({ signal }) => api.chatbotEvaluationRuns.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "done" ? false : state.data?.status === "failed" ? idleMs : runningMs),
  });

export async function startRun(client: QueryClient, evaluationId: string, settings?: ChatbotSettingsInput): Promise<ChatbotEvaluationRun> {
  const run = await api.chatbotEvaluations.runs.start(evaluationId, settings === undefined ? {} : { settings });
  client.setQueryData(runQuery(run.id).queryKey, run);
  void client.invalidateQueries(runsQuery(evaluationId), { throwOnError: false });
  return run;
}
