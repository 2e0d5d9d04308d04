import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { sendOptionsQuery } from "../../../api/conversations.ts";
import { can, meQuery } from "../../../api/session.ts";

/** Of a channel that takes any emoji. */
const usual: readonly string[] = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The signs that may be put to a message of this conversation now; null: none. */
export function useReactions(conversationId: string): readonly string[] | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  if (!can(me, "messages:send") || options?.types.includes("reaction") !== true) return null;
  return options.limits.find(({ type }) => type === "reaction")?.reactions ?? usual;
}
