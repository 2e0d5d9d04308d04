import "../../styles/screens/contacts.css";
import "../../styles/screens/search.css";
import { Link } from "@tanstack/react-router";
import { Lock, Ticket as TicketGlyph } from "lucide-react";
import type { ReactNode } from "react";
import type { Contact, Conversation, MessageHit, Ticket } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { marksIn, plainText, withoutMarks } from "../../parts/plain-text.ts";
import { TicketStatusChip } from "../../parts/TicketStatusChip.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";

interface LineProps {
  start: ReactNode;
  title: ReactNode;
  more?: ReactNode;
  at: string | null;
}

function Line({ start, title, more, at }: LineProps) {
  const { format } = useI18n();
  return (
    <>
      {start}
      <span className="min-w-0 grow">
        <span className="cut block">{title}</span>
        {more !== undefined && <span className="cut block text-12 text-text-2">{more}</span>}
      </span>
      {at !== null && (
        <time className="text-12 text-text-3" dateTime={at} title={format.instant(at)}>
          {format.when(at)}
        </time>
      )}
    </>
  );
}

/** A link to the message in its conversation. Shows the customer once the conversation is loaded. */
export function MessageLine({
  hit: { message, snippet, highlights },
  conversation,
}: {
  hit: MessageHit;
  conversation: Conversation | undefined;
}) {
  const { t } = useI18n();
  return (
    <Link
      className="hit"
      to="/inbox/$view/$conversationId"
      params={{ view: "all", conversationId: message.conversationId }}
      hash={message.id}
    >
      <Line
        start={
          <Avatar
            id={message.contactId}
            name={conversation?.contact.name ?? null}
            size={32}
            badge={conversation && <ChannelGlyph kind={conversation.channelKind} silent />}
          />
        }
        title={
          <>
            <bdi className="font-medium">
              {conversation === undefined ? message.from : contactName(conversation.contact, t("contact.unnamed"))}
            </bdi>
            {message.isNote && (
              <Chip tone="warn" icon={Lock} className="ms-2">
                {t("search.note")}
              </Chip>
            )}
          </>
        }
        more={
          <span dir="auto">
            <Highlighted text={snippet} marks={highlights} />
          </span>
        }
        at={message.occurredAt}
      />
    </Link>
  );
}

export function ConversationLine({ conversation }: { conversation: Conversation }) {
  const { t } = useI18n();
  const { id, contactId, contact, channelKind, lastMessage, lastMessageAt } = conversation;
  return (
    <Link className="hit" to="/inbox/$view/$conversationId" params={{ view: "all", conversationId: id }}>
      <Line
        start={<Avatar id={contactId} name={contact.name} size={32} badge={<ChannelGlyph kind={channelKind} silent />} />}
        title={<bdi className="font-medium">{contactName(contact, t("contact.unnamed"))}</bdi>}
        more={<bdi>{plainText(lastMessage?.preview ?? "")}</bdi>}
        at={lastMessageAt}
      />
    </Link>
  );
}

export function ContactLine({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  return (
    <Link className="hit" to="/contacts/$contactId" params={{ contactId: contact.id }}>
      <Line
        start={<Avatar id={contact.id} name={contact.name} size={32} />}
        title={<bdi className="font-medium">{contactName(contact, t("contact.unnamed"))}</bdi>}
        more={<bdi dir="ltr">{contact.phone ?? contact.email}</bdi>}
        at={contact.lastInboundAt}
      />
    </Link>
  );
}

export function TicketLine({ ticket }: { ticket: Ticket }) {
  return (
    <Link className="hit" to="/tickets/$ticketId" params={{ ticketId: ticket.id }}>
      <Line
        start={
          <span className="timeline-icon">
            <TicketGlyph className="icon icon-14" aria-hidden />
          </span>
        }
        title={
          <>
            <span className="text-text-3 tabular-nums">{`#${ticket.number} `}</span>
            <bdi className="font-medium">{ticket.subject}</bdi>
          </>
        }
        more={<TicketStatusChip status={ticket.status} />}
        at={ticket.createdAt}
      />
    </Link>
  );
}

/** The server's highlights, which do not overlap and are in order; without the formatting marks of chat apps. */
function Highlighted({ text, marks }: { text: string; marks: MessageHit["highlights"] }) {
  const parts: ReactNode[] = [];
  const signs = marksIn(text);
  const plain = (from: number, to?: number) => withoutMarks(text.slice(from, to), signs, from);
  let from = 0;
  for (const { start, end } of marks) {
    if (start < from) continue;
    parts.push(plain(from, start), <mark key={start}>{plain(start, end)}</mark>);
    from = end;
  }
  parts.push(plain(from));
  return parts;
}
