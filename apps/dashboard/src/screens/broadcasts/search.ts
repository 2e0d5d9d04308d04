import type { Broadcast, BroadcastRecipient } from "@parley/sdk";

export const broadcastStatuses = [
  "draft",
  "scheduled",
  "sending",
  "paused",
  "completed",
  "cancelled",
  "failed",
] as const satisfies Broadcast["status"][];

/** In order of importance. */
export const recipientStatuses = [
  "replied",
  "read",
  "delivered",
  "sent",
  "failed",
  "unknown",
  "skipped",
  "pending",
] as const satisfies BroadcastRecipient["status"][];

export interface BroadcastSearch {
  status?: Broadcast["status"] | undefined;
  channelId?: string | undefined;
}

export interface RecipientSearch {
  recipients?: (typeof recipientStatuses)[number] | undefined;
}

export function readBroadcastSearch(raw: Record<string, unknown>): BroadcastSearch {
  const { status, channelId } = raw;
  return {
    status: broadcastStatuses.find((each) => each === status),
    channelId: typeof channelId === "string" && channelId !== "" ? channelId : undefined,
  };
}

export const readRecipientSearch = ({ recipients }: Record<string, unknown>): RecipientSearch => ({
  recipients: recipientStatuses.find((each) => each === recipients),
});
