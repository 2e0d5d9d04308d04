import "../../styles/screens/contacts.css";
import "../../styles/screens/notifications.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { Notification } from "@parley/sdk";
import { tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { iconOf, placeOf, wordOf } from "./notification-kinds.ts";

interface Props {
  notification: Notification;
  /** The actor; null: software. */
  who: string | null;
  /** The customer of the conversation, if known. */
  customer: string | null;
  /** Without it notifications cannot be marked as read. */
  onRead: ((id: string) => void) | undefined;
}

/** One notification: a press opens its subject, and marks it as read. */
export function NotificationLine({ notification, who, customer, onRead }: Props) {
  const { t, format } = useI18n();
  const { id, kind, text, ticketId, conversationId, createdAt, readAt } = notification;
  const { data: ticket } = useQuery({
    ...tickets.detailQuery(ticketId ?? ""),
    enabled: ticketId !== null && conversationId === null,
    throwOnError: false,
  });
  const Icon = iconOf(kind);
  const place = placeOf(notification);
  const unread = readAt === null;
  const about = text ?? customer ?? (ticket === undefined ? null : `#${ticket.number} ${ticket.subject}`);
  const words = (
    <>
      <span className="timeline-icon">
        <Icon className="icon icon-14" aria-hidden />
      </span>
      <span className="min-w-0 grow">
        <span className={unread ? "block font-medium" : "block text-text-2"}>
          {kind === "mention" || kind === "assignment"
            ? t(`notification.${kind}`, { who: who ?? t("tickets.system") })
            : t(wordOf(notification))}
        </span>
        {about !== null && (
          <span className="cut block text-12 text-text-3">
            <bdi>{about}</bdi>
          </span>
        )}
      </span>
      <time className="text-12 text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
        {format.when(createdAt)}
      </time>
      {unread && <span className="sr-only">{t("notifications.new")}</span>}
    </>
  );
  return (
    <li className={`notification ${unread ? "is-unread" : ""}`}>
      {place === null ? (
        <span className="notification-words">{words}</span>
      ) : (
        <Link {...place} className="notification-words" onClick={() => unread && onRead?.(id)}>
          {words}
        </Link>
      )}
      {onRead !== undefined && unread ? (
        <Button icon={Check} label={t("notifications.read")} variant="ghost" size="small" onPress={() => onRead(id)} />
      ) : (
        <span className="notification-room" />
      )}
    </li>
  );
}
