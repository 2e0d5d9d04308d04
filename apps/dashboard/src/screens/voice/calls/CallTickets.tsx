import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call, Ticket } from "@parley/sdk";
import { tickets } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TicketStatusChip } from "../../../parts/TicketStatusChip.tsx";
import { CallSection } from "./CallSection.tsx";

/** The conversation's tickets created during the call, except the callback ticket, which is shown above them. */
export function CallTickets({ call: { conversationId, answeredAt, endedAt, callbackTicketId } }: { call: Call }) {
  const { t } = useI18n();
  const { data } = useQuery({
    ...tickets.listQuery({ conversationId: conversationId ?? "" }),
    enabled: conversationId !== null && answeredAt !== null,
    throwOnError: false,
  });
  const made = (data?.items ?? []).filter(
    ({ id, createdAt }) =>
      id !== callbackTicketId && answeredAt !== null && createdAt >= answeredAt && (endedAt === null || createdAt <= endedAt),
  );
  if (made.length === 0) return null;
  return (
    <CallSection title={t("calls.tickets")}>
      <ul className="grid gap-1">
        {made.map((ticket) => (
          <li key={ticket.id}>
            <TicketLine ticket={ticket} />
          </li>
        ))}
      </ul>
    </CallSection>
  );
}

/** The ticket that a missed call created; hidden if it has been deleted. */
export function CallbackTicket({ ticketId }: { ticketId: string }) {
  const { t } = useI18n();
  const { data: ticket } = useQuery({ ...tickets.detailQuery(ticketId), throwOnError: false });
  if (ticket == null) return null;
  return (
    <CallSection title={t("calls.callback")}>
      <TicketLine ticket={ticket} />
    </CallSection>
  );
}

function TicketLine({ ticket: { id, number, subject, status } }: { ticket: Ticket }) {
  return (
    <div className="flex items-center gap-2">
      <Link className="link cut grow" to="/tickets/$ticketId" params={{ ticketId: id }}>
        {`#${number} `}
        <bdi>{subject}</bdi>
      </Link>
      <TicketStatusChip status={status} />
    </div>
  );
}
