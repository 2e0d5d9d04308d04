import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { ChatbotsService } from "../chatbots.service.ts";
import {
  ChatbotEvaluation,
  CreateEvaluation,
  EvaluationList,
  EvaluationRun,
  ListEvaluationsQuery,
  ListRunsQuery,
  RunList,
  StartRun,
  UpdateEvaluation,
} from "./evaluations.schema.ts";
import { type Evaluations, renderEvaluation, renderEvaluationSummary, renderRunSummary } from "./evaluations.ts";

const tag = "Chatbot";

export function evaluationRoutes(evaluations: Evaluations, chatbots: ChatbotsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await evaluations.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/chatbots/:id/evaluations",
      operationId: "listChatbotEvaluations",
      tag,
      summary: "List the evaluations of a chatbot, newest first",
      scope: "chatbot:read",
      params: IdParams,
      query: ListEvaluationsQuery,
      response: EvaluationList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const { id } = await chatbots.find(ctx.tx, params.id);
        const filters = { list: "evaluations", chatbot: params.id };
        const rows = await evaluations.list(ctx.tx, id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderEvaluationSummary);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/chatbots/:id/evaluations",
      operationId: "createChatbotEvaluation",
      tag,
      summary: "Create an evaluation: cases that a chatbot must answer well",
      scope: "chatbot:write",
      params: IdParams,
      body: CreateEvaluation,
      response: ChatbotEvaluation,
      exists: async (ctx, params) => {
        await chatbots.find(ctx.tx, params.id);
      },
      example: {
        body: {
          name: "Before every change",
          cases: [
            { name: "Opening hours", message: "When do you open?", expect: { decision: "answered", contains: ["9:00"] } },
            { name: "A person", message: "I want to talk to a human", expect: { decision: "handed_over", reason: "customer_request" } },
          ],
        },
      },
      handle: (ctx, { params, body }) => evaluations.create(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/chatbot-evaluations/:id",
      operationId: "getChatbotEvaluation",
      tag,
      summary: "Get an evaluation",
      scope: "chatbot:read",
      params: IdParams,
      response: ChatbotEvaluation,
      handle: async (ctx, { params }) => renderEvaluation(await evaluations.find(ctx.tx, params.id)),
    }),
    writeRoute({
      method: "PATCH",
      path: "/chatbot-evaluations/:id",
      operationId: "updateChatbotEvaluation",
      tag,
      summary: "Update an evaluation",
      description: "Runs keep the cases they started with.",
      scope: "chatbot:write",
      params: IdParams,
      body: UpdateEvaluation,
      response: ChatbotEvaluation,
      exists,
      example: { body: { name: "Before every release" } },
      handle: (ctx, { params, body }) => evaluations.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/chatbot-evaluations/:id",
      operationId: "deleteChatbotEvaluation",
      tag,
      summary: "Delete an evaluation and its runs",
      scope: "chatbot:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => evaluations.delete(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/chatbot-evaluations/:id/runs",
      operationId: "listChatbotEvaluationRuns",
      tag,
      summary: "List the runs of an evaluation, newest first",
      scope: "chatbot:read",
      params: IdParams,
      query: ListRunsQuery,
      response: RunList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const { id } = await evaluations.find(ctx.tx, params.id);
        const filters = { list: "runs", evaluation: params.id };
        const rows = await evaluations.listRuns(ctx.tx, id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderRunSummary);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/chatbot-evaluations/:id/runs",
      operationId: "runChatbotEvaluation",
      tag,
      summary: "Run an evaluation",
      description:
        "Runs in the background, with the chatbot's current settings or with overrides. Nothing is sent; AI requests are made and charged. 409 `conflict` while another run of the evaluation is in progress.",
      scope: "chatbot:write",
      params: IdParams,
      body: StartRun,
      response: EvaluationRun,
      errors: ["conflict"],
      exists: async (ctx, params) => {
        const row = await evaluations.find(ctx.tx, params.id);
        await evaluations.chatbotOf(ctx.tx, row);
      },
      example: { body: { settings: { scope: { mode: "knowledge_first" } } } },
      handle: (ctx, { params, body }) => evaluations.start(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/chatbot-evaluation-runs/:id",
      operationId: "getChatbotEvaluationRun",
      tag,
      summary: "Get an evaluation run with its results so far",
      scope: "chatbot:read",
      params: IdParams,
      response: EvaluationRun,
      handle: (ctx, { params }) => evaluations.getRun(ctx.tx, params.id),
    }),
  ];
}
