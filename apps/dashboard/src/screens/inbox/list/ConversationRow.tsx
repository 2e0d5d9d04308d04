import { Link } from "@tanstack/react-router";
import { AlarmClock, Bot, CircleAlert, CircleHelp, Image, type LucideIcon, Pencil, Reply } from "lucide-react";
import type { Conversation, Label } from "@parley/sdk";
import { memo } from "react";
import { endsWithWindow } from "../../../api/inbox/send-options.ts";
import { useReplyDraft } from "../../../api/inbox/useReplyDraft.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { PresenceFaces } from "../../../parts/PresenceFaces.tsx";
import { SlaPill } from "../../../parts/SlaPill.tsx";
import { WindowPill } from "../../../parts/WindowPill.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Label as LabelDot } from "../../../ui/Chip.tsx";
import { hueOfColor } from "../../../parts/hue.ts";
import { type PreviewMark, previewOf } from "./preview.ts";

const marks: Readonly<Record<Exclude<PreviewMark, null>, LucideIcon>> = {
  failed: CircleAlert,
  unknown: CircleHelp,
  bot: Bot,
  reply: Reply,
  media: Image,
};

interface Props {
  conversation: Conversation;
  view: string;
  labels: ReadonlyMap<string, Label>;
  isCurrent: boolean;
  isChecked: boolean;
  /** Some are checked: a press checks too. */
  isChecking: boolean;
  rowIndex: number;
  /** Null: this person cannot change conversations, so there is nothing to check them for. */
  onCheck: ((id: string, extend: boolean) => void) | null;
}

/** One conversation of the list: the customer, the last message, and only what needs attention. */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, view, labels, isCurrent, isChecked, isChecking, rowIndex, onCheck } = props;
  const { t, format } = useI18n();
  const { id, channelKind, contact, lastMessage, lastMessageAt, unreadCount, windowExpiresAt, snoozedUntil, sla } = conversation;
  const hasDraft = useReplyDraft(id) !== "";
  const { mark, lead, text, kind } = previewOf(lastMessage);
  const name = contactName(contact, t("contact.unnamed"));
  const Mark = mark === null ? null : marks[mark];
  const shown = conversation.labels.map((each) => labels.get(each)).filter((each) => each !== undefined);
  const avatar = <Avatar id={contact.id} name={name} size={32} badge={<ChannelGlyph kind={channelKind} silent />} />;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isCurrent}
      className={`conversation ${unreadCount > 0 ? "is-unread" : ""} ${isChecked ? "is-checked" : ""}`}
    >
      <div role="gridcell">
        {onCheck === null ? (
          avatar
        ) : (
          <label className={`conversation-check ${isChecking ? "shown" : ""}`}>
            <input
              type="checkbox"
              checked={isChecked}
              aria-label={t("inbox.check", { name })}
              tabIndex={-1}
              onClick={(event) => onCheck(id, event.shiftKey)}
              onChange={() => undefined}
            />
            {avatar}
          </label>
        )}
      </div>
      <div role="gridcell" className="min-w-0">
        <Link
          className="conversation-link"
          to="/inbox/$view/$conversationId"
          params={{ view, conversationId: id }}
          search
          preload={false}
          tabIndex={isCurrent ? 0 : -1}
          data-conversation={id}
        >
          <span className="flex items-center gap-1.5">
            <span className="name cut" dir="auto">
              {name}
            </span>
            <time className="time" dateTime={lastMessageAt} title={format.instant(lastMessageAt)}>
              {format.when(lastMessageAt)}
            </time>
          </span>
          <span className="preview">
            {Mark !== null && <Mark className={`icon icon-12 ${mark === "failed" ? "text-danger-text" : ""}`} aria-hidden />}
            {lead !== null && <span className="flex-none">{`${t(lead)}: `}</span>}
            {/* Its own text direction, so that the end is truncated and not the beginning. */}
            <span className="cut" dir="auto">
              {text ?? (kind === null ? t("inbox.noMessages") : t(kind))}
            </span>
            {unreadCount > 0 && (
              <span className="unread ms-auto">
                <span aria-hidden>{format.number(unreadCount)}</span>
                <span className="sr-only">{t("inbox.unread", { n: unreadCount })}</span>
              </span>
            )}
          </span>
          <span className="meta-line">
            {snoozedUntil !== null && (
              <span className="chip" title={format.instant(snoozedUntil)}>
                <AlarmClock className="icon icon-12" aria-hidden />
                <span aria-hidden>{format.when(snoozedUntil)}</span>
                <span className="sr-only">{t("inbox.snoozedUntil", { when: format.when(snoozedUntil) })}</span>
              </span>
            )}
            <WindowPill expiresAt={windowExpiresAt} hideClosed={!endsWithWindow(channelKind)} />
            <SlaPill sla={sla} />
            {hasDraft && (
              <span className="chip">
                <Pencil className="icon icon-12" aria-hidden />
                {t("inbox.draft")}
              </span>
            )}
            {shown.slice(0, 2).map((label) => (
              <LabelDot key={label.id} hue={hueOfColor(label.color)}>
                {label.name}
              </LabelDot>
            ))}
            <PresenceFaces conversationId={id} size={16} />
          </span>
        </Link>
      </div>
    </div>
  );
});
