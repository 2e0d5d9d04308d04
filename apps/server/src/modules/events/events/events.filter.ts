import { parseWireId } from "#platform/ids/ids.ts";

/** The filters of a list or a stream; ids as uuids. */
export interface EventFilter {
  types: ReadonlySet<string> | null;
  channelId: string | null;
  conversationId: string | null;
}

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

/** `readable`: the types that the caller may see at all; null: every type. */
export function readFilter(
  query: { type?: string; channelId?: string; conversationId?: string },
  readable: ReadonlySet<string> | null = null,
): EventFilter {
  const wanted = query.type === undefined ? null : new Set(query.type.split(","));
  return {
    types: readable === null || wanted === null ? (wanted ?? readable) : new Set([...wanted].filter((type) => readable.has(type))),
    channelId: query.channelId === undefined ? null : (parseWireId("chn", query.channelId) ?? nilId),
    conversationId: query.conversationId === undefined ? null : (parseWireId("conv", query.conversationId) ?? nilId),
  };
}

export function matches(filter: EventFilter, event: { type: string; channel_id: string | null; conversation_id: string | null }): boolean {
  return (
    (filter.types === null || filter.types.has(event.type)) &&
    (filter.channelId === null || event.channel_id === filter.channelId) &&
    (filter.conversationId === null || event.conversation_id === filter.conversationId)
  );
}
