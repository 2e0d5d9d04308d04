import { Bot, Building2, FileQuestion, Megaphone, Smartphone, Webhook, Workflow } from "lucide-react";
import type { CallContent, Message, MessageMedia, ReceivedContent, TemplateContent } from "@parley/sdk";
import { type ComponentType, memo, useState } from "react";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { ContentBody, InteractiveText, TemplateHead } from "./bodies/ContentBody.tsx";
import { MediaBody } from "./bodies/MediaBody.tsx";
import { MessageSource } from "./bodies/received/MessageSource.tsx";
import { ReceivedBody } from "./bodies/received/ReceivedBody.tsx";
import { Quote } from "./Quote.tsx";
import { RichText } from "./RichText.tsx";
import { type TickStatus, Ticks } from "./Ticks.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

const CallLink = lazyComponent(async () => (await import("./CallLink.tsx")).CallLink, { keys: null });

/** The thread's data that a message needs. */
export interface ThreadPeople {
  contactId: string;
  contactName: string;
  /** The name of a member by their agent id; null: unknown, or no longer a member. */
  memberName(agentId: string): string | null;
}

/** `waiting`: still in this browser's outbox. */
export type ThreadEntry = Message & { waiting?: boolean };

export interface MessageItemProps {
  message: ThreadEntry;
  continues: boolean;
  people: ThreadPeople;
  /** The message that this one quotes, if loaded. */
  quoted: Message | null;
  onQuote(messageId: string): void;
  onOpenMedia(media: MessageMedia): void;
  /** Below the bubble: why it failed and the remedy, the chatbot's trace. */
  Below: ComponentType<{ message: ThreadEntry }>;
  /** Next to the bubble on hover and focus: quote, react, copy. */
  Tools: ComponentType<{ message: ThreadEntry }>;
}

const authors: Partial<Record<Message["author"]["kind"], { icon: typeof Bot; label: PlainKey; tone?: string }>> = {
  chatbot: { icon: Bot, label: "message.by.chatbot", tone: "text-bot-text" },
  flow: { icon: Workflow, label: "message.by.flow" },
  broadcast: { icon: Megaphone, label: "message.by.broadcast" },
  api: { icon: Webhook, label: "message.by.api" },
  platform: { icon: Smartphone, label: "message.by.platform" },
};

/** A person acting under a grant is identified by the agency's organization. */
const isAgency = ({ kind, id }: Message["author"]) => kind === "api" && id?.startsWith("org_") === true;
const byAgency = { icon: Building2, label: "message.by.agency" } as const;
const authorOf = (author: Message["author"]): (typeof authors)[Message["author"]["kind"]] =>
  isAgency(author) ? byAgency : authors[author.kind];

/** One message of a thread of any type: the customer's, ours, or a note. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, people } = props;
  if (message.isNote) return <Note message={message} people={people} />;
  return <BubbleItem {...props} />;
});

function BubbleItem({ message, continues, people, quoted, onQuote, onOpenMedia, Below, Tools }: MessageItemProps) {
  const { t, format } = useI18n();
  // The tools are rendered on hover and focus, so that a thread of fifty messages does not render a hundred invisible buttons.
  const [reached, setReached] = useState(false);
  const reach = reached ? undefined : () => setReached(true);
  const ours = message.direction === "outbound";
  const author = ours ? authorOf(message.author) : undefined;
  const member = ours && message.author.kind === "member" && message.author.id !== null ? people.memberName(message.author.id) : null;
  const media = message.deletedAt === null ? message.media : [];
  const [first] = media;
  const framed = first !== undefined && first.kind !== "audio" && first.kind !== "document" && first.status !== "failed";
  const classes = [
    "message",
    ours ? "out" : "",
    message.author.kind === "chatbot" ? "bot" : "",
    continues ? "continues" : "",
    first?.kind === "audio" || message.type === "interactive" ? "wide" : "",
    message.reactions.length > 0 ? "has-reactions" : "",
  ];
  const bubble = ["bubble", framed ? "media" : "", message.waiting === true ? "pending" : "", bubbleTone(message)];
  return (
    <article
      className={classes.filter(Boolean).join(" ")}
      id={message.id}
      tabIndex={-1}
      aria-label={nameOf(message)}
      // Not onPointerEnter, which React leaves out when what the pointer was on has gone, as the row of a resolved conversation has.
      onPointerOver={reach}
      onFocus={reach}
    >
      {!ours && <Avatar id={people.contactId} name={people.contactName} size={24} />}
      <div className="flex min-w-0 flex-col">
        {author !== undefined && !continues && (
          <span className={`by ${ours ? "self-end" : ""} ${author.tone ?? ""}`}>
            <author.icon className="icon icon-12" aria-hidden />
            {t(author.label)}
          </span>
        )}
        {member !== null && !continues && (
          <span className="by self-end">
            <bdi>{member}</bdi>
          </span>
        )}
        {/* As wide as its own text, not as the lines around it. */}
        <div className={`bubble-row ${ours ? "self-end" : "self-start"}`}>
          <div className={bubble.filter(Boolean).join(" ")}>
            {message.replyToId !== null && (
              <Quote quoted={quoted} contactName={people.contactName} onOpen={() => onQuote(message.replyToId ?? "")} />
            )}
            <Body message={message} media={media} onOpenMedia={onOpenMedia} />
            <span className="meta">
              {message.editedAt !== null && message.deletedAt === null && <span>{t("message.edited")}</span>}
              <time dateTime={message.occurredAt} title={format.instant(message.occurredAt)}>
                {format.time(message.occurredAt)}
              </time>
              {ours && <Ticks status={message.waiting === true ? "waiting" : (message.status as TickStatus)} />}
            </span>
            {message.type === "interactive" && message.deletedAt === null && <ContentBody message={message} />}
            {message.reactions.length > 0 && (
              <span className="reactions" role="img" aria-label={message.reactions.map(({ emoji }) => emoji).join(" ")}>
                {[...new Set(message.reactions.map(({ emoji }) => emoji))].join("")}
              </span>
            )}
          </div>
          {reached && <Tools message={message} />}
        </div>
        <Below message={message} />
      </div>
    </article>
  );

  function nameOf(of: Message): string {
    const who = ours ? (member ?? (author === undefined ? t("message.you") : t(author.label))) : people.contactName;
    return `${who}, ${format.time(of.occurredAt)}`;
  }
}

function bubbleTone({ direction, status, deletedAt }: Message): string {
  if (deletedAt !== null) return "gone";
  if (direction === "inbound") return "";
  return status === "failed" ? "failed" : status === "unknown" ? "unsure" : "";
}

function Body({ message, media, onOpenMedia }: { message: Message; media: MessageMedia[]; onOpenMedia(media: MessageMedia): void }) {
  const { t } = useI18n();
  if (message.deletedAt !== null)
    return <i className="text-text-2">{t(message.direction === "inbound" ? "message.deleted" : "message.deletedByUs")}</i>;
  if (message.type === "unsupported") return <Unsupported message={message} />;
  const received = message.content as ReceivedContent | null;
  if (message.type === "interactive")
    return (
      <>
        {received !== null && <MessageSource content={received} />}
        {received !== null && <ReceivedBody content={received} />}
        <InteractiveText message={message} />
      </>
    );
  return (
    <>
      {message.type === "template" && message.content !== null && <TemplateHead content={message.content as TemplateContent} />}
      {received !== null && <MessageSource content={received} />}
      {media.map((each) => (
        <MediaBody key={each.id} media={each} onOpen={onOpenMedia} />
      ))}
      <ContentBody message={message} />
      {message.text !== null && message.text !== "" && (
        <span className={media.length > 0 ? "caption" : undefined} dir="auto">
          <RichText text={message.text} />
        </span>
      )}
    </>
  );
}

function Unsupported({ message }: { message: Message }) {
  const { t } = useI18n();
  const [raw, setRaw] = useState(false);
  return (
    <>
      <span className="flex items-center gap-2 text-text-2">
        <FileQuestion className="icon icon-14" aria-hidden />
        {t("message.unsupported")}
        <button type="button" className="link" aria-expanded={raw} onClick={() => setRaw(!raw)}>
          {t("message.unsupported.raw")}
        </button>
      </span>
      {raw && <pre className="code-box">{JSON.stringify(message.content, null, 2)}</pre>}
    </>
  );
}

function Note({ message, people }: { message: Message; people: ThreadPeople }) {
  const { t, format } = useI18n();
  const { callId } = (message.content ?? {}) as Partial<CallContent>;
  const mentioned = message.mentions.map(people.memberName).filter((each) => each !== null);
  const known = message.author.id === null ? null : people.memberName(message.author.id);
  const name =
    known ?? t(message.author.kind === "member" ? "message.formerMember" : (authorOf(message.author)?.label ?? "message.by.api"));
  return (
    <article className="note" id={message.id} aria-label={t("message.by.note", { name, time: format.time(message.occurredAt) })}>
      <Avatar id={message.author.id ?? message.id} name={name} size={20} />
      <div className="min-w-0">
        <span className="by">{t("message.by.note", { name, time: format.time(message.occurredAt) })}</span>
        <div className="text-14" dir="auto">
          {message.text !== null && <RichText text={message.text} mentions={mentioned} />}
        </div>
        {callId !== undefined && <CallLink callId={callId} />}
      </div>
    </article>
  );
}
