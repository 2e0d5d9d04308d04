import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import type { Conversation } from "@parley/sdk";
import { chatbotsQuery } from "../../../api/automation/chatbots.ts";
import { api } from "../../../api/client.ts";
import { liveOf } from "../../../api/live/live.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";

/** In a menu: takes the conversation over from the chatbot, or hands it to the active one that serves its channel; nothing where there is none. */
export function ChatbotItem({ conversation: { id, channelId, handledBy, status } }: { conversation: Conversation }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const withBot = handledBy === "bot";
  const mayHand = !withBot && status === "open";
  const mayRead = can(me, "chatbot:read");
  const { data: chatbots, isLoading } = useQuery({ ...chatbotsQuery(), enabled: mayHand && mayRead, throwOnError: false });
  // Who cannot know it, as an agency under a grant, is told by the server.
  const isServed = chatbots === undefined || chatbots.items.some((each) => each.isActive && each.channelIds.includes(channelId));
  if (!withBot && !(mayHand && isServed && !isLoading)) return null;
  const change = async () => {
    try {
      await (withBot ? api.conversations.chatbot.handOver(id) : api.conversations.chatbot.resume(id));
      toast.show({ tone: "ok", text: t(withBot ? "inbox.chatbot.tookOver" : "inbox.chatbot.handed") });
    } catch (error) {
      showFailure(error, i18n);
    }
    liveOf(client).touch([{ kind: "conversations", id }]);
  };
  return (
    <MenuItem id="chatbot" icon={Bot} onAction={() => void change()}>
      {t(withBot ? "inbox.chatbot.takeOver" : "inbox.chatbot.handTo")}
    </MenuItem>
  );
}
