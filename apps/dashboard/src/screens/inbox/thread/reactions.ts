import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { sendOptionsQuery } from "../../../api/inbox/conversations.ts";
import { limitsOf } from "../../../api/inbox/send-options.ts";
import { can, meQuery } from "../../../api/session.ts";

/** For a channel that accepts any emoji. */
const usual: readonly string[] = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The reactions that are currently possible in this conversation; null: none. */
export function useReactions(conversationId: string): readonly string[] | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  if (!can(me, "messages:send") || options?.types.includes("reaction") !== true) return null;
  return limitsOf(options, "reaction")?.reactions ?? usual;
}

/** Whether a message that can be sent now in this conversation can quote another. */
export function useMayQuote(conversationId: string): boolean {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  return can(me, "messages:send") && options?.types.some((type) => limitsOf(options, type)?.quote === true) === true;
}
