import type { ConversationAction } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService } from "#modules/channels/channels/index.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context } from "#platform/http/context.ts";
import type { Log } from "#platform/log/log.ts";
import { type ConversationRow, readActionTarget } from "./conversations.queries.ts";

export interface ActionDeps {
  database: Database;
  directory: ChannelDirectory;
  channels: Pick<ChannelsService, "callFailed">;
  log: Log;
}

/** What is sent to the platform besides messages. Makes network calls, so never call it inside a transaction. */
export function createConversationActions(deps: ActionDeps) {
  /** The call to make; null if the channel lacks the ability. */
  async function prepare(ctx: Context, conversation: ConversationRow, kind: ConversationAction["kind"]) {
    const found = await deps.directory.access(ctx.tenantId, conversation.channel_id);
    const { act, description } = found?.channel.installed.connector ?? {};
    const able = kind === "typing" ? description?.abilities.typing : description?.abilities.markRead;
    if (found === null || act === undefined || able !== true) return null;
    const target = await deps.database.withTenant(ctx.tenantId, (tx) => readActionTarget(tx, conversation));
    return {
      connected: found.channel.status === "Connected",
      hasMessage: target.external_id !== null,
      act: () =>
        act(
          {
            kind,
            person: {
              ...(target.address === null ? {} : { address: target.address }),
              ...(target.provider_user_id === null ? {} : { providerUserId: target.provider_user_id }),
            },
            lastInboundExternalId: target.external_id ?? "",
          },
          found.access,
          found.channel.installed.http,
        ).catch(async (cause: unknown) => {
          await deps.channels.callFailed(found.channel, cause);
          throw cause;
        }),
    };
  }

  return {
    /** Throws unsupported_by_channel, channel_not_connected, conflict (the customer never wrote), provider_error. */
    async typing(ctx: Context, conversation: ConversationRow): Promise<void> {
      const action = await prepare(ctx, conversation, "typing");
      if (action === null) throw new AppError("unsupported_by_channel", { message: "This channel does not support typing indicators." });
      if (!action.connected) throw new AppError("channel_not_connected");
      if (!action.hasMessage)
        throw new AppError("conflict", { message: "The customer has not written yet, so there is nothing to reply to." });
      await action.act().catch((cause: unknown) => {
        throw new AppError("provider_error", { message: `The platform did not show the typing indicator: ${errorText(cause)}`, cause });
      });
    },

    /**
     * Whether the platform accepted the read mark. A refusal is logged and returned, but does not stop an agent from
     * reading the inbox.
     */
    async sendReadMark(ctx: Context, conversation: ConversationRow): Promise<boolean> {
      const action = await prepare(ctx, conversation, "read");
      if (action === null || !action.connected || !action.hasMessage) return false;
      try {
        await action.act();
        return true;
      } catch (error) {
        deps.log.warn({ err: error, kind: conversation.channel_kind }, "the platform did not accept a read receipt");
        return false;
      }
    },
  };
}

function errorText(cause: unknown): string {
  return cause instanceof Error ? cause.message : "no reason given.";
}
