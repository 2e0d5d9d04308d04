import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { sendOptionsQuery } from "../../../api/inbox/conversations.ts";
import { can, meQuery } from "../../../api/session.ts";

/** For a channel that accepts any emoji. */
const usual: readonly string[] = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The reactions that are currently possible in this conversation; null: none. */
export function useReactions(conversationId: string): readonly string[] | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  if (!can(me, "messages:send") || options?.types.includes("reaction") !== true) return null;
  return options.limits.find(({ type }) => type === "reaction")?.reactions ?? usual;
}
