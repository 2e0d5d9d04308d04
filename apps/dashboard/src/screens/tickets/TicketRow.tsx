import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from "lucide-react";
import type { Agent, Contact, Ticket } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { SlaPill } from "../../parts/SlaPill.tsx";
import { TicketStatusChip } from "../../parts/TicketStatusChip.tsx";
import { Avatar } from "../../ui/Avatar.tsx";

export const priorityIcons: Readonly<Record<Ticket["priority"], { icon: LucideIcon; tone: string }>> = {
  urgent: { icon: ChevronsUp, tone: "text-danger-text" },
  high: { icon: ChevronUp, tone: "text-warn-text" },
  medium: { icon: Equal, tone: "text-text-3" },
  low: { icon: ChevronDown, tone: "text-text-3" },
};

export function PriorityMark({ priority }: { priority: Ticket["priority"] }) {
  const { t } = useI18n();
  const { icon: Icon, tone } = priorityIcons[priority];
  return (
    <span className={`inline-flex items-center gap-1 text-12 ${tone}`}>
      <Icon className="icon icon-14" aria-hidden />
      {t(`priority.${priority}`)}
    </span>
  );
}

interface Props {
  ticket: Ticket;
  contact: Contact | undefined;
  assignee: Agent | undefined;
  isCurrent: boolean;
}

export function TicketRow({ ticket, contact, assignee, isCurrent }: Props) {
  const { id, number, subject, priority, status, sla, dueAt } = ticket;
  const { t, format } = useI18n();
  const name = contact === undefined ? null : contactName(contact, t("contact.unnamed"));
  return (
    <div role="row" className="conversation ticket-row" aria-selected={isCurrent}>
      <div role="gridcell" className="min-w-0">
        <Link className="conversation-link" to="/tickets/$ticketId" params={{ ticketId: id }} search>
          <span className="flex items-center gap-1.5">
            <span className="text-12 text-text-3 tabular-nums">{`#${number}`}</span>
            <bdi className="name cut">{subject}</bdi>
            <span className="ms-auto">
              <SlaPill sla={sla} always />
              {sla === null && dueAt !== null && status !== "resolved" && status !== "closed" && (
                <time className="whitespace-nowrap text-12 text-text-3" dateTime={dueAt} title={format.instant(dueAt)}>
                  {format.when(dueAt)}
                </time>
              )}
            </span>
          </span>
          <span className="meta-line">
            {name !== null && (
              <span className="flex min-w-0 items-center gap-1.5 text-text-2">
                <Avatar id={ticket.contactId ?? ""} name={name} size={18} />
                <bdi className="cut">{name}</bdi>
              </span>
            )}
            <span className="ms-auto flex items-center gap-2">
              <PriorityMark priority={priority} />
              <TicketStatusChip status={status} />
              {assignee !== undefined && <Avatar id={assignee.id} name={assignee.name} imageUrl={assignee.avatarUrl} size={18} />}
            </span>
          </span>
        </Link>
      </div>
    </div>
  );
}
