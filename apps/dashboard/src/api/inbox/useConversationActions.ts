import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ChangeResult, changeConversations, type ConversationPatch } from "../mutations.ts";
import { cachedConversation } from "./conversations.ts";

/**
 * Apart from `useConversations.ts`, so that the first load, which has that file, does without the code that changes conversations.
 *
 * `change(ids, { status: "resolved" })` shows it at once; the result has `undo` for the toast. A refusal becomes a
 * notice.
 */
export function useConversationActions() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      change: (ids: string | readonly string[], patch: ConversationPatch): Promise<ChangeResult> =>
        changeConversations(client, typeof ids === "string" ? [ids] : ids, patch),
      async markRead(id: string): Promise<void> {
        if ((cachedConversation(client, id)?.unreadCount ?? 0) > 0) await changeConversations(client, [id], { read: true }, true);
      },
    }),
    [client],
  );
}
