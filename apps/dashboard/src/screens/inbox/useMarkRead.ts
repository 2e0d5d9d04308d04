import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useConversationActions } from "../../api/inbox/useConversationActions.ts";
import { can, meQuery } from "../../api/session.ts";

/**
 * Marks the open conversation as read while its page is seen: once per newest message, so that neither a refusal nor "Mark as unread" is
 * answered by another try. Without a connection it is tried again when there is one.
 */
export function useMarkRead(conversationId: string, newestId: string | undefined, isUnread: boolean): void {
  const { data: me } = useSuspenseQuery(meQuery);
  const { markRead } = useConversationActions();
  const tried = useRef<string>(undefined);
  const wanted = isUnread && can(me, "conversations:write");
  useEffect(() => {
    if (!wanted) return;
    const mark = () => {
      if (tried.current === newestId || document.visibilityState !== "visible") return;
      tried.current = newestId;
      void markRead(conversationId);
    };
    const again = () => {
      tried.current = undefined;
      mark();
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    addEventListener("online", again);
    return () => {
      document.removeEventListener("visibilitychange", mark);
      removeEventListener("online", again);
    };
  }, [wanted, newestId, conversationId, markRead]);
}
