import "../../styles/screens/contacts.css";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, MessageSquareText, Plus } from "lucide-react";
import { agents } from "../../api/resources.ts";
import { ticketActivityQuery } from "../../api/ticket-activity.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { dayAndTime } from "../../i18n/day-and-time.ts";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { ticketPriorities, ticketStatuses } from "./ticket-search.ts";

/** Labels of the fields. */
const fields = {
  status: "inbox.status",
  priority: "inbox.priority",
  assigneeId: "inbox.assignee",
  divisionId: "inbox.division",
  category: "tickets.category",
  subject: "tickets.subject",
  description: "tickets.description",
  labels: "inbox.labels",
  dueAt: "tickets.due",
} as const;
/** They follow from the status, whose change is shown. */
const stamps = ["resolvedAt", "closedAt", "autoCloseAt"];
const icons = { created: Plus, updated: ArrowRight, comment: MessageSquareText } as const;

/** The history, oldest first: comments in full, changes with the old and the new value. */
export function TicketActivityLog({ ticketId }: { ticketId: string }) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery({ ...ticketActivityQuery(ticketId), throwOnError: false });
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const names = new Map((agentList?.items ?? []).flatMap(({ id, userId, name }) => [[id, name] as const, [userId ?? id, name] as const]));
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  /** A person's id becomes their name; everything else is the server's text. */
  const word = (field: string, value: unknown) => {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return t("common.none");
    if (Array.isArray(value)) return format.list(value.map(String));
    if (field === "dueAt") return dayAndTime(format, String(value));
    const status = field === "status" ? ticketStatuses.find((each) => each === value) : undefined;
    if (status !== undefined) return t(`ticket.status.${status}`);
    const priority = field === "priority" ? ticketPriorities.find((each) => each === value) : undefined;
    return priority === undefined ? (names.get(String(value)) ?? String(value)) : t(`priority.${priority}`);
  };
  const nameOf = (field: string) => (Object.hasOwn(fields, field) ? t(fields[field as keyof typeof fields]) : field);
  return (
    <section aria-label={t("tickets.activity")}>
      <span className="section-title">{t("tickets.activity")}</span>
      <ol className="timeline">
        {data.data.toReversed().map(({ id, kind, by, text, changes, createdAt }) => {
          const Icon = icons[kind];
          const who = names.get(by) ?? t("tickets.system");
          return (
            <li key={id} className="timeline-line">
              <span className="timeline-icon">
                <Icon className="icon icon-14" aria-hidden />
              </span>
              <span className="min-w-0 grow">
                <span className="block">
                  <bdi>{who}</bdi>
                  <span className="text-text-2">{` ${t(`tickets.activity.${kind}`)}`}</span>
                </span>
                {text !== null && (
                  <span className="block whitespace-pre-wrap text-text-2" dir="auto">
                    {text}
                  </span>
                )}
                {Object.entries(changes)
                  .filter(([field]) => !stamps.includes(field))
                  .map(([field, { from, to }]) => (
                    <span key={field} className="block text-12 text-text-2">
                      {t("tickets.change", { field: nameOf(field), from: word(field, from), to: word(field, to) })}
                    </span>
                  ))}
              </span>
              <time className="text-12 text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
                {format.when(createdAt)}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
