import "../../styles/screens/tickets.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArrowDownWideNarrow, ListFilter, Plus, Ticket as TicketGlyph } from "lucide-react";
import { useRef, useState } from "react";
import { useContactsOf } from "../../api/contacts/useContactsOf.ts";
import { agents, tickets } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { activeFilters } from "../../parts/filters/filter.ts";
import { ActiveFilters } from "../../parts/filters/ActiveFilters.tsx";
import { FilterFields } from "../../parts/filters/FilterFields.tsx";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { FilterButton } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { NewTicketDialog } from "./NewTicketDialog.tsx";
import { TicketDetail } from "./TicketDetail.tsx";
import { TicketRow } from "./TicketRow.tsx";
import { mayBeSorted, type TicketSearch, ticketSorts, ticketStatuses } from "./ticket-search.ts";
import { useTicketFilters } from "./useTicketFilters.ts";

/** The keys of TicketSearch that "clear filters" removes. The status has a separate control. */
const noFilters: TicketSearch = {
  ...{ q: undefined, priority: undefined, category: undefined, assigneeId: undefined },
  ...{ divisionId: undefined, source: undefined, label: undefined, overdue: undefined },
};

/** The team's tickets, and one of them next to the list. */
export function TicketsScreen() {
  const { t, format } = useI18n();
  const search = useSearch({ from: "/app/tickets" });
  const { ticketId } = useParams({ strict: false }) as { ticketId?: string };
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const sortable = mayBeSorted(search);
  const filters = { ...search, status: search.status ?? ("open" as const), sort: sortable ? search.sort : undefined };
  const { data, error, refetch, isFetching } = useQuery({ ...tickets.listQuery(filters), throwOnError: false });
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const people = new Map((agentList?.items ?? []).map((agent) => [agent.id, agent]));
  const customers = useContactsOf((data?.items ?? []).map(({ contactId }) => contactId));
  const [isNew, setNew] = useState(false);
  const mayWrite = can(me, "tickets:write");
  const { filters: chosen, change } = useTicketFilters();
  const active = activeFilters(chosen).length;
  const [filtering, setFiltering] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTyped(search.q ?? "", (text) => change({ q: text === "" ? undefined : text }));
  const open = (id: string | undefined) =>
    void navigate(id === undefined ? { to: "/tickets", search } : { to: "/tickets/$ticketId", params: { ticketId: id }, search });
  const step = (by: 1 | -1) => {
    const items = data?.items ?? [];
    const at = items.findIndex(({ id }) => id === ticketId);
    const next = items[at === -1 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  useActions([
    { id: "tickets.next", label: "tickets.next", group: "shell.tickets", keys: "j", keyOnly: true, run: () => step(1) },
    { id: "tickets.previous", label: "tickets.previous", group: "shell.tickets", keys: "k", keyOnly: true, run: () => step(-1) },
    { id: "tickets.back", label: "common.back", group: "shell.tickets", keys: "escape", keyOnly: true, run: () => open(undefined) },
    { id: "tickets.filter", label: "ui.filter", group: "shell.tickets", icon: ListFilter, keys: "f", run: () => setFiltering(true) },
    { id: "tickets.search", label: "tickets.search", group: "shell.tickets", keys: "/", run: () => searchInput.current?.focus() },
    { id: "tickets.new", label: "tickets.new", group: "shell.tickets", icon: Plus, keys: "c", enabled: mayWrite, run: () => setNew(true) },
  ]);

  return (
    <>
      <header className="head tickets-head" data-with={ticketId === undefined ? undefined : "ticket"}>
        <h1>{t("shell.tickets")}</h1>
        <Segmented
          label={t("inbox.status")}
          size="small"
          value={filters.status}
          segments={ticketStatuses.map((id) => ({ id, name: format.sentence(t(`ticket.status.${id}`)) }))}
          onChange={(status) => void navigate({ to: "/tickets", search: { ...search, status: status === "open" ? undefined : status } })}
        />
        <span className="tools">
          <SearchField label={t("tickets.search")} size="small" value={typed} onChange={setTyped} keys="/" inputRef={searchInput} />
          {sortable && (
            <Menu
              label={t("inbox.sort")}
              selectionMode="single"
              selectedKeys={[search.sort ?? "createdAt"]}
              trigger={<Button icon={ArrowDownWideNarrow} label={t("inbox.sort")} variant="ghost" size="small" />}
            >
              {ticketSorts.map((sort) => (
                <MenuItem
                  key={sort}
                  id={sort}
                  onAction={() =>
                    void navigate({ to: ".", search: (now: object) => ({ ...now, sort: sort === "dueAt" ? sort : undefined }) })
                  }
                >
                  {t(`tickets.sort.${sort}`)}
                </MenuItem>
              ))}
            </Menu>
          )}
          <FilterButton count={active} isOpen={filtering} onOpenChange={setFiltering}>
            <FilterFields filters={chosen} />
          </FilterButton>
          {mayWrite && (
            <Button variant="primary" size="small" icon={Plus} keys="c" onPress={() => setNew(true)}>
              {t("tickets.new")}
            </Button>
          )}
        </span>
      </header>
      <ActiveFilters filters={chosen} onClear={() => change(noFilters)} />
      <div className="tickets" data-shows={ticketId === undefined ? "list" : "detail"}>
        <div className="scroll">
          {error !== null && data === undefined ? (
            <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
          ) : data === undefined ? (
            <SkeletonRows rows={8} />
          ) : data.items.length === 0 && (active > 0 || search.q !== undefined) ? (
            <EmptyState
              icon={TicketGlyph}
              title={t("filter.noMatch")}
              actions={<Button onPress={() => change(noFilters)}>{t("ui.filter.clear")}</Button>}
            />
          ) : data.items.length === 0 ? (
            <EmptyState icon={TicketGlyph} title={t("tickets.empty")} call="POST /api/v1/tickets">
              {t("tickets.empty.text")}
            </EmptyState>
          ) : (
            <div role="grid" aria-label={t("shell.tickets")}>
              {data.items.map((ticket) => (
                <TicketRow
                  key={ticket.id}
                  ticket={ticket}
                  contact={customers.get(ticket.contactId ?? "")}
                  isCurrent={ticket.id === ticketId}
                  assignee={people.get(ticket.assigneeId ?? "")}
                />
              ))}
            </div>
          )}
          <LoadMore hasMore={data?.next != null} onMore={() => tickets.loadMore(client, filters)} />
        </div>
        {ticketId === undefined ? (
          <div className="ticket-none">
            <EmptyState
              icon={TicketGlyph}
              title={t("tickets.choose")}
              actions={
                (data?.items.length ?? 0) > 0 && (
                  <Button keys="j" onPress={() => step(1)}>
                    {t("tickets.first")}
                  </Button>
                )
              }
            />
          </div>
        ) : (
          <TicketDetail key={ticketId} ticketId={ticketId} />
        )}
      </div>
      {isNew && <NewTicketDialog onClose={() => setNew(false)} onMade={(id) => open(id)} />}
    </>
  );
}
