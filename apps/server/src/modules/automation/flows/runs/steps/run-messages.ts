import type { ConnectorDescription } from "@parley/connector-kit";
import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/inbox/messages/index.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { accountOf } from "#platform/phone/address-key.ts";
import { findAddress, findSendingChannel } from "../contact-channels.queries.ts";
import type { StepOf } from "../../definition/step-types.ts";
import type { RunRow } from "../runs.queries.ts";

export interface RunMessageDeps {
  database: Database;
  contacts: Pick<ContactsService, "get">;
  conversations: Pick<ConversationsService, "find" | "lockWithPerson" | "recipientOf">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin">;
  describeChannel(kind: string): ConnectorDescription | null;
}

/** Throws conflict for a run without a conversation. */
export function conversationOf(row: RunRow): string {
  if (row.conversation_id === null) throw new AppError("conflict", { message: "This step needs a conversation, and the run has none." });
  return wireId("conv", row.conversation_id);
}

/** Messages of runs: prepared outside the step's transaction, accepted within it. `filledAll`: texts with their variables filled in. */
export function createRunMessages(
  deps: RunMessageDeps,
  filledAll: (ctx: TxContext, row: RunRow, texts: readonly string[]) => Promise<string[]>,
) {
  /** The address of the contact for a run that may write first. Throws recipient_invalid for a contact without an address there. */
  async function addressOf({ tx }: TxContext, row: RunRow, channelId: string): Promise<{ channelId: string; to: string }> {
    const channel = await findSendingChannel(tx, channelId);
    const description = channel === null ? null : deps.describeChannel(channel.kind);
    if (channel === null || description === null)
      throw new AppError("conflict", { message: "The channel that the flow sends on no longer exists." });
    const known = await findAddress(tx, row.contact_id, channel.kind, accountOf(description, channel.external_id));
    const byPhone = description.addressKind === "phone" && description.startsConversations;
    const to = known ?? (byPhone ? (await deps.contacts.get(tx, wireId("cnt", row.contact_id))).phone : null);
    if (to === null)
      throw new AppError("recipient_invalid", {
        message: "The contact has no address on the channel that the flow sends on. Add one, or choose another channel.",
      });
    return { channelId: wireId("chn", channelId), to };
  }

  async function recipientOf(ctx: TxContext, row: RunRow): Promise<{ channelId: string; to: string }> {
    const { channelId } = row.context;
    if (row.conversation_id === null && channelId !== undefined) return addressOf(ctx, row, channelId);
    return deps.conversations.recipientOf(ctx.tx, await deps.conversations.find(ctx, conversationOf(row)));
  }

  async function prepareMessage(
    ctx: Context,
    row: RunRow,
    step: StepOf<"send_message"> | StepOf<"send_template">,
  ): Promise<PreparedMessage> {
    const texts = step.type === "send_message" ? [step.text] : (step.variables ?? []);
    const { recipient, values } = await deps.database.withTenant(ctx.tenantId, async (tx) => {
      return { recipient: await recipientOf({ ...ctx, tx }, row), values: await filledAll({ ...ctx, tx }, row, texts) };
    });
    const content =
      step.type === "send_message"
        ? { type: "text" as const, text: values[0] ?? "" }
        : { type: "template" as const, content: { name: step.name, language: step.language, variables: values } };
    return deps.messages.prepare(ctx, { ...recipient, ...content }, { kind: "flow", id: wireId("flow", row.flow_id) });
  }

  async function send(ctx: TxContext, row: RunRow, message: PreparedMessage): Promise<Record<string, unknown>> {
    const first = row.context.channelId !== undefined;
    const wire = row.conversation_id === null && first ? null : conversationOf(row);
    const status = wire === null ? null : (await deps.conversations.lockWithPerson(ctx, wire)).status;
    if (status === "resolved" && !first)
      throw new AppError("conflict", { message: "The conversation is resolved, so a message would start a new one. Reopen it first." });
    const sent = await deps.messages.acceptWithin(ctx, message);
    if (status === null || status === "resolved") {
      // The run has started a conversation, and continues in it.
      if (sent.contactId !== wireId("cnt", row.contact_id))
        throw new AppError("conflict", { message: "The address on the channel belongs to another contact." });
      row.conversation_id = parseWireId("conv", sent.conversationId);
      return { messageId: sent.id };
    }
    // The person can have another conversation only if the identity was moved just now.
    if (sent.conversationId !== wire) throw new AppError("conflict", { message: "The person now belongs to another contact." });
    return { messageId: sent.id };
  }

  return { prepareMessage, send };
}
