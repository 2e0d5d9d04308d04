import type { ErrorCode } from "#platform/errors/catalog.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, writeRoute } from "#platform/http/route.ts";
import {
  AssistedText,
  Rewrite,
  SuggestedReply,
  SuggestedTags,
  SuggestReply,
  SuggestTags,
  Summarize,
  Summary,
  Translate,
} from "./ai-assist.schema.ts";
import type { AiAssistService } from "./ai-assist.service.ts";

const tag = "Agent assist";
/** The same scope as for everything else in a conversation: a key that may only manage AI keys sees no conversation. */
const scope = "conversations:write" as const;
const errors: ErrorCode[] = [
  "not_found",
  "conflict",
  "entitlement_exceeded",
  "insufficient_credits",
  "provider_error",
  "service_unavailable",
];

export function aiAssistRoutes(service: AiAssistService): AnyRoute[] {
  /** The model was called in `prepare`: only the response remains. */
  const handle = async <T>(_: TxContext, __: unknown, answer: T) => answer;
  return [
    writeRoute({
      method: "POST",
      path: "/ai/assist/suggest-reply",
      operationId: "suggestReply",
      tag,
      summary: "Draft the next reply from the conversation and the organization's knowledge",
      description:
        "Returns a draft for the agent; nothing is sent. Charged like any AI request. Also needs `messages:read` and `knowledge:read`.",
      scope,
      body: SuggestReply,
      response: SuggestedReply,
      errors,
      rules: "The conversation needs at least one message.",
      example: { body: { conversationId: "conv_0199c0ffee0070008000000000000001", instruction: "Offer a refund" } },
      prepare: (ctx, { body }) => service.suggestReply(ctx, body),
      handle,
    }),
    writeRoute({
      method: "POST",
      path: "/ai/assist/summarize",
      operationId: "summarizeConversation",
      tag,
      summary: "Summarize a conversation for the next agent",
      description: "Also needs `messages:read`.",
      scope,
      body: Summarize,
      response: Summary,
      errors,
      rules: "The conversation needs at least one message.",
      example: { body: { conversationId: "conv_0199c0ffee0070008000000000000001", language: "en" } },
      prepare: (ctx, { body }) => service.summarize(ctx, body),
      handle,
    }),
    writeRoute({
      method: "POST",
      path: "/ai/assist/rewrite",
      operationId: "rewriteText",
      tag,
      summary: "Rewrite a text before sending it",
      description: "With `conversationId` also needs `messages:read`.",
      scope,
      body: Rewrite,
      response: AssistedText,
      errors,
      example: { body: { text: "no, we cant do that", style: "friendlier" } },
      prepare: (ctx, { body }) => service.rewrite(ctx, body),
      handle,
    }),
    writeRoute({
      method: "POST",
      path: "/ai/assist/translate",
      operationId: "translateText",
      tag,
      summary: "Translate a text or a message",
      description: "With `messageId` also needs `messages:read`.",
      scope,
      body: Translate,
      response: AssistedText,
      errors,
      rules: "Give either a text or a message; the message needs a text.",
      example: { body: { text: "Guten Tag", language: "en" } },
      prepare: (ctx, { body }) => service.translate(ctx, body),
      handle,
    }),
    writeRoute({
      method: "POST",
      path: "/ai/assist/tag",
      operationId: "suggestTags",
      tag,
      summary: "Suggest existing labels for a conversation",
      description: "Labels are not added: use PATCH /conversations/{id} with addLabels. Also needs `messages:read`.",
      scope,
      body: SuggestTags,
      response: SuggestedTags,
      errors,
      rules: "The conversation needs at least one message, and the organization at least one label.",
      example: { body: { conversationId: "conv_0199c0ffee0070008000000000000001" } },
      prepare: (ctx, { body }) => service.suggestTags(ctx, body),
      handle,
    }),
  ];
}
