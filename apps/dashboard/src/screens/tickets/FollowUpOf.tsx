import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, CopyPlus } from "lucide-react";
import { tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";

/** A link to the closed ticket that a ticket follows up. */
export function FollowUpOf({ ticketId }: { ticketId: string }) {
  const { t } = useI18n();
  const { data: ticket } = useQuery({ ...tickets.detailQuery(ticketId), throwOnError: false });
  if (ticket === undefined) return null;
  return (
    <Link className="card flex items-center gap-2 p-3" to="/tickets/$ticketId" params={{ ticketId }} search>
      <CopyPlus className="icon" aria-hidden />
      <span className="min-w-0 grow">
        {t("tickets.followUpOf", { number: `#${ticket.number}` })}
        <bdi className="cut block text-12 text-text-3">{ticket.subject}</bdi>
      </span>
      <ArrowUpRight className="icon icon-14 flip" aria-hidden />
    </Link>
  );
}
