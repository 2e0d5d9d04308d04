import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { agents, divisions, labels, ticketCategories } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import type { Filter } from "../../parts/filters/filter.ts";
import { type TicketSearch, ticketPriorities, ticketSources } from "./ticket-search.ts";

/** The filters of tickets, read from the URL and written to it. */
export function useTicketFilters(): { filters: Filter[]; change(to: TicketSearch): void } {
  const { t, format } = useI18n();
  const search = useSearch({ from: "/app/tickets" });
  const navigate = useNavigate();
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: categories } = useQuery({ ...ticketCategories.listQuery(), throwOnError: false });
  const { data: labelList } = useQuery({ ...labels.listQuery(), throwOnError: false });
  const change = (to: TicketSearch) => void navigate({ to: ".", search: (now: object) => ({ ...now, ...to }), replace: true });
  const named = (items: readonly { id: string; name: string }[] = []) => items.map(({ id, name }) => ({ id, name }));
  const byName = (items: readonly { name: string }[] = []) => items.map(({ name }) => ({ id: name, name }));
  const filter = <Key extends keyof TicketSearch>(id: Key, name: string, options: Filter["options"]): Filter => ({
    ...{ id, name, options },
    value: search[id] === undefined ? undefined : String(search[id]),
    onChange: (value) => change({ [id]: value }),
  });
  return {
    change,
    filters: [
      filter("assigneeId", t("inbox.assignee"), [{ id: "none", name: t("inbox.nobody") }, ...named(agentList?.items)]),
      filter(
        "priority",
        t("inbox.priority"),
        ticketPriorities.map((id) => ({ id, name: t(`priority.${id}`) })),
      ),
      {
        ...filter("overdue", t("tickets.due"), [{ id: "true", name: t("tickets.overdue") }]),
        onChange: (value) => change({ overdue: value === undefined ? undefined : true }),
      },
      filter("category", t("tickets.category"), byName(categories?.items)),
      filter("divisionId", t("inbox.division"), [{ id: "none", name: t("common.none") }, ...named(divisionList?.items)]),
      filter("label", t("inbox.labels"), byName(labelList?.items)),
      filter(
        "source",
        t("tickets.source"),
        ticketSources.map((id) => ({ id, name: format.sentence(t(`ticket.source.${id}`)) })),
      ),
    ],
  };
}
