import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from "lucide-react";
import type { Agent, Ticket } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { SlaPill } from "../../parts/SlaPill.tsx";
import { TicketStatusChip } from "../../parts/TicketStatusChip.tsx";
import { Avatar } from "../../ui/Avatar.tsx";

const priorityIcons: Readonly<Record<Ticket["priority"], { icon: LucideIcon; tone: string }>> = {
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

export function TicketRow({ ticket, isCurrent, assignee }: { ticket: Ticket; isCurrent: boolean; assignee: Agent | undefined }) {
  const { id, number, subject, priority, status, sla } = ticket;
  return (
    <div role="row" className="conversation ticket-row" aria-selected={isCurrent}>
      <div role="gridcell" className="min-w-0">
        <Link className="conversation-link" to="/tickets/$ticketId" params={{ ticketId: id }} search>
          <span className="flex items-center gap-1.5">
            <span className="text-12 text-text-3 tabular-nums">{`#${number}`}</span>
            <bdi className="name cut">{subject}</bdi>
            <span className="ms-auto">
              <SlaPill sla={sla} always />
            </span>
          </span>
          <span className="meta-line">
            <TicketStatusChip status={status} />
            <span className="ms-auto flex items-center gap-2">
              <PriorityMark priority={priority} />
              {assignee !== undefined && <Avatar id={assignee.id} name={assignee.name} imageUrl={assignee.avatarUrl} size={18} />}
            </span>
          </span>
        </Link>
      </div>
    </div>
  );
}
