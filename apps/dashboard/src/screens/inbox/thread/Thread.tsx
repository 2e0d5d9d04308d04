import type { MessageMedia } from "@parley/sdk";
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OutboxRow } from "../../../api/inbox/useThread.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ActivityLine } from "./ActivityLine.tsx";
import { MessageItem, type ThreadEntry, type ThreadPeople } from "./MessageItem.tsx";
import { type ThreadItem, threadItems } from "./thread-items.ts";
import { WaitingMessages } from "./WaitingMessages.tsx";

interface Props {
  /** Oldest first. */
  messages: readonly ThreadEntry[];
  people: ThreadPeople;
  /** As it was when the conversation was opened, so that the line stays while one reads. */
  unreadCount: number;
  hasOlder: boolean;
  loadingOlder: boolean;
  onLoadOlder(): void;
  /** A message from the URL (#msg_…): scrolled to and highlighted for two seconds. */
  target: string | null;
  onOpenMedia(media: MessageMedia): void;
  /** Below and next to each bubble: components with stable identity, so that an unchanged message is not rendered again. */
  Below: ComponentType<{ message: ThreadEntry }>;
  Tools: ComponentType<{ message: ThreadEntry }>;
  /** Not on the server yet: below the last message. */
  waiting: readonly OutboxRow[];
}

const markedMs = 2_000;

/**
 * The messages of one conversation. The box is reversed (column-reverse), so it stays at its end, and older messages
 * are added above without a jump.
 */
export function Thread(props: Props) {
  const { messages, people, unreadCount, hasOlder, loadingOlder, onLoadOlder, target, onOpenMedia, Below, Tools, waiting } = props;
  const { t, format } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const items = useMemo(() => threadItems(messages, unreadCount), [messages, unreadCount]);
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);
  const messageOf = (id: string) => byId.get(id) ?? null;
  const [marked, setMarked] = useState<string | null>(null);

  const show = useCallback((id: string) => {
    const element = document.getElementById(id);
    if (element === null) return;
    element.scrollIntoView({ block: "center" });
    setMarked(id);
  }, []);
  // An older message is not loaded yet: older pages are loaded until it is.
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (target === null || reached.current === target) return;
    if (byId.has(target)) {
      reached.current = target;
      show(target);
    } else if (hasOlder && !loadingOlder) onLoadOlder();
  }, [target, show, byId, hasOlder, loadingOlder, onLoadOlder]);
  useEffect(() => {
    if (marked === null) return;
    const element = document.getElementById(marked);
    element?.classList.add("marked");
    const timer = setTimeout(() => setMarked(null), markedMs);
    return () => {
      clearTimeout(timer);
      element?.classList.remove("marked");
    };
  }, [marked]);
  useEffect(() => {
    if (!hasOlder || loadingOlder || top.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onLoadOlder(), {
      root: box.current,
      // Half a page before the visible part.
      rootMargin: "50% 0% 0% 0%",
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hasOlder, loadingOlder, onLoadOlder]);

  return (
    <div className="thread" ref={box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through the log once it has the focus */}
      <div className="log" role="log" aria-live="off" aria-label={people.contactName} tabIndex={0} onKeyDown={moveFocus}>
        <div ref={top} aria-hidden />
        {loadingOlder && <span className="skeleton self-center older" aria-hidden />}
        {items.map(draw)}
        <WaitingMessages
          rows={waiting}
          newestId={messages.at(-1)?.id ?? null}
          contactName={people.contactName}
          messageOf={messageOf}
          onQuote={show}
        />
      </div>
    </div>
  );

  function draw(item: ThreadItem<ThreadEntry>) {
    if (item.kind === "day")
      return (
        <div key={item.key} className="day">
          {format.day(item.at)}
        </div>
      );
    if (item.kind === "unread")
      return (
        <div key={item.key} className="unread-line">
          {t("message.new", { n: item.count })}
        </div>
      );
    const { message, continues } = item;
    if (message.type === "system") return <ActivityLine key={item.key} message={message} />;
    return (
      <MessageItem
        key={item.key}
        message={message}
        continues={continues}
        people={people}
        quoted={message.replyToId === null ? null : messageOf(message.replyToId)}
        onQuote={show}
        onOpenMedia={onOpenMedia}
        Below={Below}
        Tools={Tools}
      />
    );
  }
}

/** Arrow keys move from message to message while the log has the focus, and from the last one down to the composer. */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  // A slider of a voice message, and what opens above the page, have their own use for them.
  if (event.target instanceof HTMLInputElement || !event.currentTarget.contains(event.target as Node)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("article")];
  const at = all.findIndex((each) => each.contains(document.activeElement));
  const next = event.key === "ArrowUp" ? (at === -1 ? all.length - 1 : at - 1) : at + 1;
  const element = all[next] ?? (next === all.length ? event.currentTarget.closest("section")?.querySelector("textarea") : undefined);
  if (element == null) return;
  event.preventDefault();
  if (!(element instanceof HTMLTextAreaElement)) element.tabIndex = -1;
  element.focus();
}
