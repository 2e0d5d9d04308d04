import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { conversationOf } from "./run-messages.ts";
import { type ActionDeps, flowAuthor, pickDefined, type Performers, type StepAt } from "./step-kit.ts";
import type { StepTexts } from "./step-texts.ts";

type ConversationSteps =
  | "assign"
  | "set_status"
  | "snooze"
  | "set_priority"
  | "add_label"
  | "remove_label"
  | "add_note"
  | "start_chatbot"
  | "stop_chatbot"
  | "hand_over";

export function createConversationSteps(
  deps: Pick<ActionDeps, "conversations" | "chatbot">,
  { filled }: Pick<StepTexts, "filled">,
): Performers<ConversationSteps> {
  async function change({ ctx, row }: StepAt, values: Parameters<ConversationsService["update"]>[2]) {
    await deps.conversations.update(ctx, conversationOf(row), values);
    return {};
  }

  async function addNote({ ctx, row }: StepAt, text: string) {
    const note = await deps.conversations.addNote(ctx, conversationOf(row), { text: await filled(ctx, row, text) }, flowAuthor(row));
    return { messageId: note.id };
  }

  return {
    assign: (at, step) => change(at, pickDefined(step, "assigneeId", "divisionId")),
    set_status: (at, { status }) => change(at, { status }),
    snooze: (at, { minutes }) => change(at, { snoozedUntil: new Date(at.ctx.now.getTime() + minutes * 60_000).toISOString() }),
    set_priority: (at, { priority }) => change(at, { priority }),
    add_label: (at, { label }) => change(at, { addLabels: [label] }),
    remove_label: (at, { label }) => change(at, { removeLabels: [label] }),
    add_note: (at, { text }) => addNote(at, text),
    async start_chatbot({ ctx, row }) {
      await deps.chatbot.resume(ctx, conversationOf(row));
      return {};
    },
    async stop_chatbot({ ctx, row }) {
      await deps.chatbot.handOver(ctx, conversationOf(row));
      return {};
    },
    /** People get the conversation: it is open from now on, whoever had it. */
    async hand_over(at, step) {
      const { ctx, row } = at;
      const wire = conversationOf(row);
      await deps.chatbot.handOver(ctx, wire);
      await deps.conversations.update(ctx, wire, { status: "open", ...pickDefined(step, "assigneeId", "divisionId") });
      return step.note === undefined ? {} : addNote(at, step.note);
    },
  };
}
