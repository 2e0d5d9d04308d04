import { type AnyRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { tag } from "../../definition/flows.routes.ts";
import type { FlowsService } from "../../definition/flows.service.ts";
import { FlowTest, TestFlow } from "./trial.schema.ts";
import type { Trials } from "./trial.ts";

export function trialRoute(trials: Trials, flows: Pick<FlowsService, "find">): AnyRoute {
  return writeRoute({
    method: "POST",
    path: "/flows/:id/test",
    operationId: "testFlow",
    tag,
    summary: "Test a flow without side effects",
    description:
      "Tests with a past event, in a conversation, or for a contact: whether the trigger and each condition match, and what each step would do or why it would be refused. Steps are executed and rolled back: nothing is written, sent or called. A request is assumed to be answered. Also needs `contacts:read`, `conversations:read` and `messages:read`.",
    scope: "flows:write",
    alsoScopes: ["contacts:read", "conversations:read", "messages:read"],
    params: IdParams,
    body: TestFlow,
    response: FlowTest,
    rules: "The version has problems: `details` lists them, as `validate` does.",
    errors: ["validation_error", "conflict"],
    exists: async (ctx, params) => {
      await flows.find(ctx.tx, params.id);
    },
    example: { body: { conversationId: "conv_01980000000070008000000000000000", message: "What is the price?" } },
    prepare: (ctx, { params, body }) => trials.run(ctx, params.id, body),
    handle: async (_ctx, _input, tested) => tested,
  });
}
