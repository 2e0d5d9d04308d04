import { createHash } from "node:crypto";
import { type TSchema, Type } from "typebox";
import type { AiAnswer, AiFailureCode, AiGateway } from "#modules/knowledge/ai/index.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { readSettings } from "#modules/people/agent-settings/index.ts";
import { type KnowledgeFinding, searchKnowledge } from "#modules/knowledge/knowledge/index.ts";
import type { LabelsService } from "#modules/inbox/labels/index.ts";
import { messagesById, recentTexts } from "#modules/inbox/messages/index.ts";
import { requireScopes } from "#platform/auth/require-scopes.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { toNumber } from "#platform/money/money.ts";
import { cut } from "#platform/text/clean.ts";
import type {
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
import { fenced, houseStyle, prompts, styleInstructions } from "./prompts.ts";

export interface AiAssistDeps {
  database: Database;
  ids: IdSource;
  gateway: AiGateway;
  conversations: ConversationsService;
  labels: LabelsService;
}

const messagesMax = 40;
const messageCharsMax = 2_000;
const threadCharsMax = 24_000;
const questionCharsMax = 500;
const passagesMax = 5;
const excerptCharsMax = 300;
const labelsMax = 200;

interface Thread {
  /** Oldest first, each line with its author. Empty if there were no texts. */
  text: string;
  /** The customer's messages since the last reply. */
  question: string;
}

/**
 * AI assistance for agents: each verb calls a model once, outside any transaction, and changes nothing but the balance. 404 for what the
 * caller may not see. The model repeats its input, so the scopes to read that are required: 403 insufficient_scope. 403
 * entitlement_exceeded, 409 conflict if it is disabled or there is no enabled key, 422 insufficient_credits, 502 provider_error, 503
 * service_unavailable.
 */
export function createAiAssistService(deps: AiAssistDeps) {
  const reading = <T>(ctx: Context, read: (ctx: TxContext) => Promise<T>): Promise<T> =>
    deps.database.withTenant(ctx.tenantId, (tx) => read({ ...ctx, tx }));

  async function ask(
    ctx: Context,
    verb: string,
    input: { system: string; content: string; output?: TSchema; isWriting?: true },
  ): Promise<AiAnswer> {
    const { assist_enabled: isOn, assist_instructions: style, assist_models: models } = await reading(ctx, ({ tx }) => readSettings(tx));
    if (!isOn) throw new AppError("conflict", { message: "Agent assist is turned off in the organization's settings." });
    const result = await deps.gateway.generate({
      tenantId: ctx.tenantId,
      purpose: "assist",
      // If the request is repeated while the first one is still running, both get an answer and one is charged. The day
      // is included because idempotency keys expire and may be reused.
      reference:
        ctx.idempotencyKey === undefined
          ? `assist:${deps.ids.uuid()}`
          : `assist:${verb}:${ctx.now.toISOString().slice(0, 10)}:${hashed(ctx.idempotencyKey)}`,
      // After our own rules, which it cannot override.
      system: input.isWriting === true && style !== null ? `${input.system}\n${houseStyle}\n${fenced("style", style)}` : input.system,
      messages: [{ role: "user", content: input.content }],
      ...(input.output === undefined ? {} : { output: input.output }),
      maxOutputTokens: 2_000,
      models: models.map(({ provider, model }) => ({ model, ...(provider === null ? {} : { provider }) })),
    });
    if (!result.ok) throw refusal(result.code);
    return result;
  }

  async function threadOf(ctx: TxContext, wire: string): Promise<Thread> {
    requireScopes(ctx, ["messages:read"]);
    const { id } = await deps.conversations.find(ctx, wire);
    const newestFirst = await recentTexts(ctx.tx, id, messagesMax);
    const lines: string[] = [];
    let length = 0;
    for (const { direction, text } of newestFirst) {
      const line = `${direction === "inbound" ? "Customer" : "Agent"}: ${cut(text as string, messageCharsMax)}`;
      length += line.length;
      if (length > threadCharsMax) break;
      lines.unshift(line);
    }
    // A broadcast is not a reply.
    const exchanged = newestFirst.filter((message) => message.author_kind !== "broadcast");
    const answeredAt = exchanged.findIndex((message) => message.direction === "outbound");
    const last =
      answeredAt === 0
        ? exchanged.filter((m) => m.direction === "inbound").slice(0, 1)
        : exchanged.slice(0, answeredAt < 0 ? 3 : answeredAt);
    const question = last
      .reverse()
      .map((message) => message.text)
      .join("\n")
      .slice(-questionCharsMax);
    return { text: lines.join("\n"), question };
  }

  async function nonEmptyThread(ctx: TxContext, wire: string): Promise<Thread> {
    const thread = await threadOf(ctx, wire);
    if (thread.text === "") throw brokenRule("conversationId", "not_allowed", "The conversation has no text yet.");
    return thread;
  }

  return {
    async suggestReply(ctx: Context, input: SuggestReply): Promise<SuggestedReply> {
      requireScopes(ctx, ["messages:read", "knowledge:read"]);
      const { thread, found } = await reading(ctx, async (there) => {
        const thread = await nonEmptyThread(there, input.conversationId);
        return { thread, found: await passagesFor(there.tx, thread.question) };
      });
      const output = Type.Object({ reply: Type.String({ minLength: 1 }), sources: Type.Array(Type.Integer()) });
      const numbered = found
        .map((chunk, i) => `[${i + 1}] ${chunk.heading === null ? "" : `${chunk.heading}: `}${chunk.body}`)
        .join("\n\n");
      const content = [
        fenced("knowledge", numbered === "" ? "There is none." : numbered),
        fenced("conversation", thread.text),
        ...(input.instruction === undefined ? [] : [`The agent adds: ${input.instruction}`]),
        "Draft the next message to the customer.",
      ].join("\n\n");
      const answer = await ask(ctx, "suggest-reply", { system: prompts.suggestReply, content, output, isWriting: true });
      const { reply, sources } = answer.object as { reply: string; sources: number[] };
      const used = found.filter((_, i) => sources.includes(i + 1));
      return {
        text: reply,
        sources: used.map((chunk) => ({
          sourceId: chunk.source_id === null ? null : wireId("kns", chunk.source_id),
          faqId: chunk.faq_id === null ? null : wireId("kfq", chunk.faq_id),
          heading: chunk.heading,
          excerpt: cut(chunk.body, excerptCharsMax),
        })),
        ...answeredBy(answer),
      };
    },

    async summarize(ctx: Context, input: Summarize): Promise<Summary> {
      const thread = await reading(ctx, (there) => nonEmptyThread(there, input.conversationId));
      const output = Type.Object({ summary: Type.String({ minLength: 1 }), openPoints: Type.Array(Type.String()) });
      const language = input.language === undefined ? "the language that the agent writes" : `the language with the code ${input.language}`;
      const answer = await ask(ctx, "summarize", {
        system: prompts.summarize,
        content: `${fenced("conversation", thread.text)}\n\nSummarise it in ${language}.`,
        output,
      });
      const { summary, openPoints } = answer.object as { summary: string; openPoints: string[] };
      return { summary, openPoints, ...answeredBy(answer) };
    },

    async rewrite(ctx: Context, input: Rewrite): Promise<AssistedText> {
      const text = nonBlank("text", input.text);
      const { conversationId } = input;
      const thread = conversationId === undefined ? null : await reading(ctx, (there) => threadOf(there, conversationId));
      const context = thread === null || thread.text === "" ? [] : [fenced("conversation", thread.text)];
      const content = [...context, fenced("text", text), styleInstructions[input.style]].join("\n\n");
      const answer = await ask(ctx, "rewrite", { system: prompts.rewrite, content, isWriting: true });
      return { text: answer.text, ...answeredBy(answer) };
    },

    async translate(ctx: Context, input: Translate): Promise<AssistedText> {
      const { messageId } = input;
      if ((input.text === undefined) === (messageId === undefined))
        throw brokenRule(
          input.text === undefined ? "text" : "messageId",
          input.text === undefined ? "required" : "not_allowed",
          "Send either a text or a message.",
        );
      const text =
        messageId === undefined ? nonBlank("text", input.text as string) : await reading(ctx, (there) => textOfMessage(there, messageId));
      const answer = await ask(ctx, "translate", {
        system: prompts.translate,
        content: `${fenced("text", text)}\n\nTranslate it into the language with the code ${input.language}.`,
      });
      return { text: answer.text, ...answeredBy(answer) };
    },

    async suggestTags(ctx: Context, input: SuggestTags): Promise<SuggestedTags> {
      const { thread, labels } = await reading(ctx, async (there) => {
        const thread = await nonEmptyThread(there, input.conversationId);
        const rows = await deps.labels.list(there.tx, undefined, null, labelsMax);
        return { thread, labels: rows.map((row) => row.name) };
      });
      if (labels.length === 0) throw brokenRule("conversationId", "not_allowed", "The organization has no labels to choose from.");
      const output = Type.Object({ labels: Type.Array(Type.String()) });
      const content = `${fenced("conversation", thread.text)}\n\n${fenced("labels", labels.join("\n"))}`;
      const answer = await ask(ctx, "tag", { system: prompts.tag, content, output });
      // A model may invent a label, or spell it differently.
      const suggested = (answer.object as { labels: string[] }).labels.map((name) => name.trim().toLowerCase());
      const chosen = [...new Set(suggested)].flatMap((name) => labels.find((label) => label.toLowerCase() === name) ?? []);
      return { labels: chosen.slice(0, 3), ...answeredBy(answer) };
    },
  };

  async function passagesFor(tx: Tx, question: string): Promise<KnowledgeFinding["found"]> {
    return question.trim() === "" ? [] : (await searchKnowledge(tx, { question, limit: passagesMax })).found;
  }

  async function textOfMessage(ctx: TxContext, wire: string): Promise<string> {
    requireScopes(ctx, ["messages:read"]);
    const id = parseWireId("msg", wire);
    const [row] = id === null ? [] : await messagesById(ctx.tx, [id]);
    if (row === undefined || !(await deps.conversations.exists(ctx, row.conversation_id))) throw notFound(wire);
    if ((row.text ?? "").trim() === "" || row.deleted_at !== null)
      throw brokenRule("messageId", "not_allowed", "This message has no text.");
    return cut(row.text as string, 4_000);
  }
}

export type AiAssistService = ReturnType<typeof createAiAssistService>;

function answeredBy({ provider, model, usage, cost }: AiAnswer) {
  return { provider, model, ...usage, cost: toNumber(cost) };
}

function nonBlank(field: string, text: string): string {
  if (text.trim() === "") throw invalidField(field, "too_short");
  return text;
}

function refusal(code: AiFailureCode): AppError {
  switch (code) {
    case "no_key":
      return new AppError("conflict", { message: "No AI key is active. Add one under /ai/keys, or turn one on." });
    case "insufficient_credits":
      return new AppError("insufficient_credits");
    case "entitlement_exceeded":
      return new AppError("entitlement_exceeded", { message: "The plan's limit has been reached: AI model answers this month." });
    case "refused":
      return new AppError("provider_error", { message: "The model declined to answer this." });
    case "all_failed":
      return new AppError("provider_error", { message: "No model answered. GET /ai/keys shows what is wrong with the keys." });
    case "timed_out":
      return new AppError("service_unavailable", { message: "No model answered in time.", retryAfterSeconds: 5 });
  }
}

/** A key may be 255 characters long; a reference must be shorter. */
function hashed(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
