import "../../styles/screens/contacts.css";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Ban,
  CheckCheck,
  GitMerge,
  type LucideIcon,
  MessageCircle,
  MessageCirclePlus,
  PenLine,
  ShieldCheck,
  StickyNote,
  Tag,
  UserPlus,
} from "lucide-react";
import type { Message, TimelineItem } from "@parley/sdk";
import { contactTimelineQuery } from "../../api/contacts/contact-history.ts";
import { agents } from "../../api/resources.ts";
import type { PlainKey } from "../../i18n/catalogue.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { plainText } from "../../parts/plain-text.ts";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { messageKindWord } from "../inbox/message-kinds.ts";

const icons: Readonly<Record<TimelineItem["type"], LucideIcon>> = {
  created: UserPlus,
  message: MessageCircle,
  note: StickyNote,
  conversation_opened: MessageCirclePlus,
  conversation_resolved: CheckCheck,
  conversation_reopened: MessageCirclePlus,
  merged: GitMerge,
  unmerged: GitMerge,
  fields_changed: PenLine,
  tags_changed: Tag,
  opt_in_changed: ShieldCheck,
  blocked: Ban,
  unblocked: ShieldCheck,
};

/** The fields with their own text; others are shown by their API name. */
const fieldTexts: Readonly<Record<string, PlainKey>> = {
  name: "contacts.field.name",
  phone: "contacts.field.phone",
  email: "contacts.field.email",
  source: "contacts.field.source",
  language: "contacts.field.language",
  timezone: "contacts.field.timezone",
  country: "contacts.field.country",
  ownerId: "contacts.field.ownerId",
  stageId: "contacts.field.stageId",
  customFields: "contacts.field.customFields",
};

/** One line for each activity, under its day. */
export function ContactTimeline({ contactId }: { contactId: string }) {
  const { format } = useI18n();
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...contactTimelineQuery(contactId),
    throwOnError: false,
  });
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const names = new Map((agentList?.items ?? []).map(({ id, name }) => [id, name]));
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} />;
  const items = data.pages.flatMap((page) => page.data);
  return (
    <>
      <ol className="timeline">
        {items.map((item, at) => {
          const Icon = icons[item.type] ?? PenLine;
          const day = format.day(item.occurredAt);
          const before = items[at - 1];
          const who = item.actor?.kind === "member" ? names.get(item.actor.id ?? "") : undefined;
          return (
            <li key={`${item.id} ${item.type}`}>
              {(before === undefined || format.day(before.occurredAt) !== day) && <span className="day">{day}</span>}
              <span className="timeline-line">
                <span className="timeline-icon">
                  <Icon className="icon icon-14" aria-hidden />
                </span>
                <span className="min-w-0 grow">
                  <Words item={item} who={who ?? null} />
                  {item.message !== null && <Preview {...item.message} />}
                </span>
                <time
                  className="flex-none whitespace-nowrap text-12 text-text-3 tabular-nums"
                  dateTime={item.occurredAt}
                  title={format.instant(item.occurredAt)}
                >
                  {format.time(item.occurredAt)}
                </time>
              </span>
            </li>
          );
        })}
      </ol>
      <LoadMore hasMore={hasNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}

/** The text of a message, or the name of its kind. */
function Preview({ type, preview }: { type: string; preview: string }) {
  const { t } = useI18n();
  const kind = messageKindWord(type as Message["type"]);
  const text = preview !== "" ? plainText(preview) : kind === null ? "" : t(kind);
  if (text === "") return null;
  return (
    <span className="cut block text-12 text-text-2" dir="auto">
      {text}
    </span>
  );
}

function Words({ item, who }: { item: TimelineItem; who: string | null }) {
  const { t, format } = useI18n();
  const fieldName = (field: string) => {
    const text = fieldTexts[field];
    return text === undefined ? field : t(text);
  };
  const list = (value: unknown) => (Array.isArray(value) ? format.list(value.map(String)) : "");
  const words =
    item.type === "message"
      ? t(item.message?.direction === "inbound" ? "timeline.wrote" : "timeline.gotMessage")
      : item.type === "tags_changed"
        ? [
            list(item.data["added"]) === "" ? "" : t("timeline.tagsAdded", { tags: list(item.data["added"]) }),
            list(item.data["removed"]) === "" ? "" : t("timeline.tagsRemoved", { tags: list(item.data["removed"]) }),
          ]
            .filter((each) => each !== "")
            .join(" · ")
        : item.type === "fields_changed"
          ? t("timeline.fieldsChanged", { fields: format.list(Object.keys((item.data["changes"] ?? {}) as object).map(fieldName)) })
          : t(`timeline.${item.type}`);
  const text = (
    <>
      {words}
      {who !== null && (
        <span className="text-text-3">
          {" · "}
          <bdi>{who}</bdi>
        </span>
      )}
    </>
  );
  if (item.conversationId === null) return <span className="block">{text}</span>;
  return (
    <Link
      className="block"
      to="/inbox/$view/$conversationId"
      params={{ view: "all", conversationId: item.conversationId }}
      {...(item.message === null ? {} : { hash: item.id })}
    >
      {text}
    </Link>
  );
}
