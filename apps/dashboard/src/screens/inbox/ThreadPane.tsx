import "../../styles/screens/inbox/thread.css";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { Message, MessageMedia } from "@parley/sdk";
import { useReportPresence } from "../../api/inbox/presence.ts";
import { agents as agentResource, channels as channelResource } from "../../api/resources.ts";
import { useConversation } from "../../api/inbox/useConversations.ts";
import { useThread } from "../../api/inbox/useThread.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useHeldKeys } from "../../keys/held-keys.ts";
import { contactName } from "../../parts/contact-name.ts";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useStable } from "../../ui/lib/useStable.ts";
import { Composer } from "./composer/Composer.tsx";
import { ThreadHead } from "./head/ThreadHead.tsx";
import { MediaViewer } from "./thread/MediaViewer.tsx";
import { BelowMessage } from "./thread/BelowMessage.tsx";
import { MessageTools } from "./thread/MessageTools.tsx";
import type { ThreadPeople } from "./thread/MessageItem.tsx";
import { Thread } from "./thread/Thread.tsx";
import { useMayQuote, useReactions } from "./thread/reactions.ts";
import { ThreadProvider } from "./thread/thread-context.tsx";
import { useMarkRead } from "./useMarkRead.ts";
import { WaitingPane } from "./WaitingPane.tsx";

/** One conversation: its header, its messages, and the composer. */
export function ThreadPane({ conversationId, onNext }: { conversationId: string; onNext(): void }) {
  const { t } = useI18n();
  const { data: conversation, error: conversationError } = useConversation(conversationId);
  const thread = useThread(conversationId);
  const { data: agentList } = useQuery({ ...agentResource.listQuery(), throwOnError: false });
  const { data: channelList } = useQuery({ ...channelResource.listQuery(), throwOnError: false });
  const presence = useReportPresence(conversationId);
  const hash = useLocation({ select: (location) => location.hash });
  const [media, setMedia] = useState<MessageMedia | null>(null);
  const [quotedId, setQuotedId] = useState<string | null>(null);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const on = useStable({
    async loadOlder() {
      setLoadingOlder(true);
      await thread.loadOlder().finally(() => setLoadingOlder(false));
    },
    next: onNext,
    dropQuote: () => setQuotedId(null),
  });
  // The "3 new" line stays where it was when the conversation was opened.
  const unreadAtOpen = useRef<number | null>(null);
  if (unreadAtOpen.current === null && conversation !== undefined) unreadAtOpen.current = conversation.unreadCount;
  const newestId = thread.messages.at(-1)?.id;
  useMarkRead(conversationId, newestId, (conversation?.unreadCount ?? 0) > 0);

  const name = conversation === undefined ? "" : contactName(conversation.contact, t("contact.unnamed"));
  const contactId = conversation?.contactId ?? "";
  const people = useMemo<ThreadPeople>(() => {
    const names = new Map((agentList?.items ?? []).map((agent) => [agent.id, agent.name]));
    return { contactId, contactName: name, memberName: (id) => names.get(id) ?? null };
  }, [agentList, contactId, name]);
  const reactions = useReactions(conversationId);
  const channelId = conversation?.channelId;
  const ownAddress = channelList?.items.find(({ id }) => id === channelId)?.externalId ?? null;
  const mayQuote = useMayQuote(conversationId);
  const context = useMemo(
    () => ({ conversationId, onQuote: mayQuote ? setQuotedId : null, reactions, ownAddress }),
    [conversationId, mayQuote, reactions, ownAddress],
  );

  // It will register its actions.
  useHeldKeys("unknown", conversation === undefined && conversationError === null);
  if (conversation === undefined) {
    if (conversationError === null) return <WaitingPane />;
    return (
      <section className="thread-pane" aria-label={t("inbox.conversation")}>
        <PartError error={conversationError} />
      </section>
    );
  }
  return (
    <ThreadProvider value={context}>
      <section className="thread-pane" aria-label={t("inbox.conversationWith", { name })}>
        <ThreadHead conversation={conversation} onNext={on.next} />
        {thread.error !== null && thread.messages.length === 0 ? (
          <PartError error={thread.error} />
        ) : thread.isPending ? (
          <div className="grow">
            <SkeletonRows rows={6} />
          </div>
        ) : (
          <Thread
            messages={thread.messages}
            people={people}
            unreadCount={unreadAtOpen.current ?? 0}
            hasOlder={thread.hasOlder}
            loadingOlder={loadingOlder}
            onLoadOlder={on.loadOlder}
            target={hash.startsWith("msg_") ? hash : null}
            onOpenMedia={setMedia}
            Below={BelowMessage}
            Tools={MessageTools}
            waiting={thread.waiting}
          />
        )}
        <Composer
          conversation={conversation}
          newestId={newestId ?? null}
          to={customerAddress(thread.messages)}
          quoted={thread.messages.find(({ id }) => id === quotedId) ?? null}
          onTyped={presence.typed}
          onStoppedTyping={presence.stoppedTyping}
          onDropQuote={on.dropQuote}
          onNext={on.next}
        />
        {media !== null && <MediaViewer media={media} onClose={() => setMedia(null)} />}
      </section>
    </ThreadProvider>
  );
}

/** The customer's address, from which they write or to which messages were sent. */
function customerAddress(messages: readonly Message[]): string | null {
  const last = messages.findLast(({ isNote, from, to, direction }) => !isNote && (direction === "inbound" ? from : to) !== null);
  return last === undefined ? null : last.direction === "inbound" ? last.from : last.to;
}
