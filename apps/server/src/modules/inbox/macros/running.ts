import type { CannedRepliesService } from "#modules/inbox/canned-replies/index.ts";
import { type ConversationContext, type ConversationsService, holdForReopening } from "#modules/inbox/conversations/index.ts";
import type { LabelsService } from "#modules/inbox/labels/index.ts";
import type { MediaService } from "#modules/channels/media/index.ts";
import { holdMembers } from "#modules/organizations/tenants/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/inbox/messages/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { StoredAction } from "./macro-actions.ts";
import type { MacroRow } from "./macros.queries.ts";
import type { MacroRun } from "./macros.schema.ts";

export interface RunningDeps {
  database: Database;
  conversations: Pick<ConversationsService, "find" | "lock" | "lockWithPerson" | "recipientOf" | "update" | "addNote">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin">;
  cannedReplies: Pick<CannedRepliesService, "fill" | "get" | "countUse">;
  labels: Pick<LabelsService, "named">;
  media: Pick<MediaService, "get">;
}

/** A macro prepared before its transaction: its actions as read then, and what each will write. */
export interface PreparedRun {
  actions: StoredAction[];
  /** By action: the messages of send_message. */
  messages: Map<number, PreparedMessage[]>;
  /** By action: the text of add_note. */
  notes: Map<number, string>;
}

type Changes = Parameters<ConversationsService["update"]>[2];

export function createRunning(deps: RunningDeps) {
  /** Adds the position of the action to an error; the code stays. */
  async function withPosition<T>(i: number, action: StoredAction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, {
        message: `Action ${i + 1} (${action.type}): ${error.message}`,
        ...(error.details === undefined ? {} : { details: error.details.map((d) => ({ ...d, field: `actions[${i}].${d.field}` })) }),
        cause: error,
      });
    }
  }

  async function filled(tx: Tx, ctx: Context, content: string, conversation: string): Promise<string> {
    const { text, missing } = await deps.cannedReplies.fill({ ...ctx, tx }, content, conversation);
    if (missing.length > 0) {
      throw new AppError("template_variables_mismatch", {
        message: `This conversation has no value for ${missing.join(", ")}.`,
        details: missing.map((field) => ({ field, issue: "required" as const })),
      });
    }
    return text;
  }

  /** The messages of send_message: a text, then its media one by one. */
  async function contentsOf(tx: Tx, ctx: Context, action: StoredAction, conversation: string) {
    if (action.cannedReplyId === undefined) {
      return [{ type: "text" as const, text: await filled(tx, ctx, action.text ?? "", conversation) }];
    }
    const reply = await deps.cannedReplies.get(tx, action.cannedReplyId).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "not_found"
        ? new AppError("conflict", { message: "Its canned reply was deleted." })
        : error;
    });
    const text = { type: "text" as const, text: await filled(tx, ctx, reply.content, conversation) };
    const media = [];
    for (const mediaId of reply.mediaIds) media.push({ type: (await deps.media.get(tx, mediaId)).kind, content: { mediaId } });
    return [text, ...media];
  }

  return {
    /**
     * Runs outside the macro's transaction, because sending does look-ups of its own. Throws insufficient_scope if the macro sends and the
     * caller may not, not_found for the conversation, and any refusal of a message.
     */
    async prepare(ctx: Context, macro: MacroRow, conversation: string): Promise<PreparedRun> {
      const sends = macro.actions.some((action) => action.type === "send_message");
      if (sends && !ctx.scopes.has("messages:send")) {
        throw new AppError("insufficient_scope", {
          message: `The macro sends a message, and the ${ctx.session === null ? "API key" : "role"} lacks the scope messages:send.`,
          details: [{ field: "messages:send", issue: "missing_scope" }],
        });
      }
      const run: PreparedRun = { actions: macro.actions, messages: new Map(), notes: new Map() };
      const recipient = await deps.database.withTenant(ctx.tenantId, async (tx) =>
        deps.conversations.recipientOf(tx, await deps.conversations.find({ ...ctx, tx }, conversation)),
      );
      for (const [i, action] of macro.actions.entries()) {
        await withPosition(i, action, async () => {
          const text = action.text ?? "";
          if (action.type === "add_note")
            run.notes.set(i, await deps.database.withTenant(ctx.tenantId, (tx) => filled(tx, ctx, text, conversation)));
          if (action.type !== "send_message") return;
          const contents = await deps.database.withTenant(ctx.tenantId, (tx) => contentsOf(tx, ctx, action, conversation));
          const messages: PreparedMessage[] = [];
          for (const content of contents) messages.push(await deps.messages.prepare(ctx, { ...recipient, ...content }));
          run.messages.set(i, messages);
        });
      }
      return run;
    },

    /** All or nothing. Throws what the services of its actions throw, with the position of the action. */
    async run(caller: TxContext, macro: string, conversation: string, prepared: PreparedRun): Promise<MacroRun> {
      const opens = prepared.actions.some(({ type, status }) => type === "set_status" && status === "open");
      const getters = assigneesOf(caller, prepared.actions);
      if (opens) await holdForReopening(caller.tx, [conversation], { others: getters, anyStatus: true });
      else await holdMembers(caller.tx, getters);
      const lock = prepared.messages.size > 0 ? deps.conversations.lockWithPerson : deps.conversations.lock;
      const ctx: ConversationContext = { ...caller, visibleConversationId: (await lock(caller, conversation)).id };
      const results: MacroRun["results"] = [];
      for (const [i, action] of prepared.actions.entries()) {
        const messageIds: string[] = [];
        let changed = true;
        await withPosition(i, action, async () => {
          if (action.type === "send_message") messageIds.push(...(await send(ctx, conversation, prepared.messages.get(i) ?? [])));
          else if (action.type === "add_note")
            messageIds.push((await deps.conversations.addNote(ctx, conversation, { text: prepared.notes.get(i) ?? "" })).id);
          else changed = await change(ctx, conversation, await changesOf(ctx, action));
        });
        if (action.cannedReplyId !== undefined) await deps.cannedReplies.countUse(ctx, action.cannedReplyId);
        results.push({ type: action.type, changed, messageIds });
      }
      return { id: macro, conversationId: conversation, results };
    },
  };

  /** Who may get the conversation; a member who sends may get it too. */
  function assigneesOf(ctx: Context, actions: readonly StoredAction[]): string[] {
    const own = ctx.actor.kind === "member" ? ctx.actor.id : null;
    return actions.flatMap(({ type, assigneeId }) => {
      const named = type !== "assign" || assigneeId == null || assigneeId === "me" ? null : parseWireId("agt", assigneeId);
      return named ?? (type === "send_message" || assigneeId === "me" ? own : null) ?? [];
    });
  }

  async function send(ctx: ConversationContext, conversation: string, messages: PreparedMessage[]): Promise<string[]> {
    if ((await deps.conversations.find(ctx, conversation)).status === "resolved") {
      throw new AppError("conflict", { message: "The conversation is resolved, so a message would start a new one. Reopen it first." });
    }
    const ids: string[] = [];
    for (const prepared of messages) {
      const message = await deps.messages.acceptWithin(ctx, prepared);
      // The person can have another conversation only if the identity was moved just now.
      if (message.conversationId !== conversation) throw new AppError("conflict");
      ids.push(message.id);
    }
    return ids;
  }

  async function change(ctx: ConversationContext, conversation: string, changes: Changes): Promise<boolean> {
    const before = await deps.conversations.find(ctx, conversation);
    const after = await deps.conversations.update(ctx, conversation, changes);
    return (
      after.status !== before.status ||
      after.pendingReason !== before.pending_reason ||
      after.snoozedUntil !== (before.snoozed_until?.toISOString() ?? null) ||
      after.assigneeId !== (before.assignee_id === null ? null : wireId("agt", before.assignee_id)) ||
      after.priority !== before.priority ||
      after.labels.join("\n") !== before.labels.join("\n")
    );
  }

  async function changesOf(ctx: TxContext, action: StoredAction): Promise<Changes> {
    switch (action.type) {
      case "add_label":
      case "remove_label": {
        const [label] = await deps.labels.named(ctx.tx, action.labelId === undefined ? [] : [action.labelId]);
        if (label === undefined) throw new AppError("conflict", { message: "Its label was deleted." });
        return action.type === "add_label" ? { addLabels: [label.name] } : { removeLabels: [label.name] };
      }
      case "assign":
        if (action.assigneeId !== "me") return { assigneeId: action.assigneeId ?? null };
        if (ctx.actor.kind !== "member") throw new AppError("conflict", { message: "An API key is not a member, so it cannot use `me`." });
        return { assigneeId: wireId("agt", ctx.actor.id) };
      case "set_status":
        return action.status === undefined ? {} : { status: action.status };
      case "set_priority":
        return action.priority === undefined ? {} : { priority: action.priority };
      case "snooze":
        return { snoozedUntil: new Date(ctx.now.getTime() + (action.minutes ?? 0) * 60_000).toISOString() };
      case "send_message":
      case "add_note":
        throw new Error(`${action.type} changes no field`);
    }
  }
}

export type Running = ReturnType<typeof createRunning>;
