/** The ways to write to a contact. Pure, except for the queries. */
import { queryOptions } from "@tanstack/react-query";
import type { Channel, Contact, Conversation } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { fresh } from "../../../api/live/live.ts";

export interface Way {
  channelId: string;
  name: string;
  /** Continues there; null: starts with a template. */
  conversationId: string | null;
  address: string | null;
}

/** The conversations with a contact, newest first: enough for all channels. */
export function contactConversationsQuery(contactId: string) {
  return queryOptions({
    queryKey: ["conversations", "of-contact", contactId] as const,
    queryFn: async ({ client, signal }) =>
      (await fresh(client, "conversations", null, () => api.conversations.list({ contactId, limit: 100 }, { signal }).page())).data,
    staleTime: 0,
  });
}

/** An existing conversation is continued; otherwise a channel on which businesses may write first and that accepts the contact's number. */
export function waysTo(
  { phone, identities }: Pick<Contact, "phone" | "identities">,
  channels: readonly Pick<Channel, "id" | "kind" | "name" | "status" | "externalId" | "capabilities">[],
  conversations: readonly Pick<Conversation, "id" | "channelId" | "status">[],
  maySend: boolean,
): Way[] {
  return channels.flatMap(({ id, kind, name, status, externalId, capabilities }): Way[] => {
    const own = conversations.filter(({ channelId }) => channelId === id);
    const known = own.find((each) => each.status !== "resolved") ?? own[0];
    if (known !== undefined) return [{ channelId: id, name, conversationId: known.id, address: null }];
    if (!maySend || status !== "Connected" || !capabilities.startsConversations) return [];
    const identity = identities.find((each) => each.kind === kind && (each.account === null || each.account === externalId));
    const address = identity?.address ?? phone;
    return address === null ? [] : [{ channelId: id, name, conversationId: null, address: address.replace(/^\+/, "") }];
  });
}
