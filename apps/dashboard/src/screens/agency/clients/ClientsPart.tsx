import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Building2, Link2, Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { AgencyClient } from "@parley/sdk";
import { agencyQuery, allEntitlementsQuery, clients, clientsQuery } from "../../../api/agency.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useTyped } from "../../../parts/fields/use-typed.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { clientStates, stateTones } from "../agency-search.ts";
import { AccessChip } from "./AccessChip.tsx";
import { ClientFigures } from "./ClientFigures.tsx";
import { ClientPanel } from "./ClientPanel.tsx";
import { LimitMeter } from "./LimitMeter.tsx";
import { LinkRequests } from "./LinkRequests.tsx";
import type { LimitName } from "./limits.ts";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { useAgencySearch } from "../useAgencySearch.ts";

/** Dialogs and panes that are loaded when they are opened. */
const NewClientDialog = lazyComponent(async () => (await import("./NewClientDialog.tsx")).NewClientDialog, { keys: "all" });
const LinkDialog = lazyComponent(async () => (await import("./LinkDialog.tsx")).LinkDialog, { keys: "all" });

const shownLimits = ["messagesPerMonth", "aiCreditsPerMonth", "seats"] as const satisfies LimitName[];

/** The clients with their usage, and one of them next to the list. */
export function ClientsPart() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const search = useAgencySearch();
  const { status, q = "", ended } = search;
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const filters = status === undefined ? {} : { status };
  const { data, error, isFetching, refetch } = useQuery({ ...clientsQuery(filters), throwOnError: false });
  const { data: profile } = useQuery({ ...agencyQuery, throwOnError: false });
  const { data: entitlements } = useQuery({ ...allEntitlementsQuery, throwOnError: false });
  const [dialog, setDialog] = useState<"new" | "link" | null>(null);
  const find = useRef<HTMLInputElement>(null);
  const mayWrite = can(me, "agency:write");
  const change = (next: object) => void navigate({ to: ".", search: (now: object) => ({ ...now, ...next }) });
  const [typed, setTyped] = useTyped(q, (text) => change({ q: text === "" ? undefined : text }));
  const needle = q.toLocaleLowerCase();
  const rows = data?.items.filter(({ name, reference }) => `${name} ${reference ?? ""}`.toLocaleLowerCase().includes(needle));
  const open = (id: string | null) =>
    void navigate(
      id === null
        ? { to: "/agency/$part", params: { part: "clients" }, search }
        : { to: "/agency/$part/$recordId", params: { part: "clients", recordId: id }, search },
    );
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => id === recordId) ?? -1;
    const next = rows?.[at === -1 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  useActions([
    { id: "agency.next", label: "tickets.next", group: "shell.agency", keys: "j", keyOnly: true, run: () => step(1) },
    { id: "agency.previous", label: "tickets.previous", group: "shell.agency", keys: "k", keyOnly: true, run: () => step(-1) },
    { id: "agency.back", label: "common.back", group: "shell.agency", keys: "escape", keyOnly: true, run: () => open(null) },
    { id: "agency.find", label: "agency.find", group: "shell.agency", keys: "/", run: () => find.current?.focus() },
    { id: "agency.new", label: "agency.new", group: "shell.agency", icon: Plus, keys: "c", enabled: mayWrite, run: () => setDialog("new") },
    { id: "agency.link", label: "agency.link", group: "shell.agency", icon: Link2, enabled: mayWrite, run: () => setDialog("link") },
  ]);
  const filtered = status !== undefined || q !== "";
  const gone = data?.items.find(({ id }) => id === ended)?.name;
  return (
    <div className="clients" data-shows={recordId === undefined ? "list" : "detail"}>
      <div className="clients-list scroll">
        {ended !== undefined && (
          <Notice
            tone="bad"
            role="alert"
            className="m-3"
            actions={
              <Button size="small" onPress={() => change({ ended: undefined })}>
                {t("common.close")}
              </Button>
            }
          >
            {gone === undefined ? t("agency.ended.unknown") : t("agency.ended", { name: gone })}
          </Notice>
        )}
        <ClientFigures profile={profile} clients={data?.items ?? []} entitlements={entitlements} />
        <FilterBar
          label={t("ui.filter")}
          {...(filtered ? { onClear: () => change({ status: undefined, q: undefined }) } : {})}
          end={
            mayWrite && (
              <>
                <Button size="small" icon={Link2} onPress={() => setDialog("link")}>
                  {t("agency.link")}
                </Button>
                <Button variant="primary" size="small" icon={Plus} keys="c" onPress={() => setDialog("new")}>
                  {t("agency.new")}
                </Button>
              </>
            )
          }
        >
          <SearchField label={t("agency.find")} size="small" value={typed} onChange={setTyped} keys="/" inputRef={find} />
          <Select
            label={t("agency.state")}
            hideLabel
            size="small"
            value={status ?? ""}
            options={[
              { id: "", name: t("agency.state.any") },
              ...clientStates.map((id) => ({ id, name: format.sentence(t(`agency.state.${id}`)) })),
            ]}
            onChange={(id) => change({ status: clientStates.find((each) => each === id) })}
          />
        </FilterBar>
        <LinkRequests mayWrite={mayWrite} />
        {error !== null && data === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        ) : (
          <Table<AgencyClient>
            label={t("agency.clients")}
            rows={rows}
            rowId={({ id }) => id}
            onRowAction={({ id }) => open(id)}
            {...(recordId === undefined ? {} : { currentId: recordId })}
            columns={[
              { ...{ id: "name", name: t("agency.client") }, cell: (each) => <ClientName client={each} /> },
              {
                ...{ id: "state", name: t("agency.state") },
                cell: (each) => <Chip tone={stateTones[each.status]}>{t(`agency.state.${each.status}`)}</Chip>,
              },
              ...shownLimits.map((name) => ({
                ...{ id: name, name: t(`agency.limit.${name}`) },
                cell(each: AgencyClient) {
                  const own = entitlements?.get(each.id)?.entitlements[name];
                  if (each.status === "pending" && name === "messagesPerMonth")
                    return <span className="text-12 text-text-3">{t("agency.notJoined")}</span>;
                  return own !== undefined && each.status !== "ended" && <LimitMeter name={name} limit={own} />;
                },
              })),
              { ...{ id: "access", name: t("agency.access") }, cell: (each) => <AccessChip client={each} /> },
            ]}
            empty={
              filtered ? (
                <EmptyState icon={Building2} title={t("agency.noMatch")} />
              ) : (
                <EmptyState
                  icon={Building2}
                  title={t("agency.empty")}
                  call="POST /api/v1/agencies/current/clients"
                  actions={
                    mayWrite && (
                      <Button variant="primary" icon={Plus} onPress={() => setDialog("new")}>
                        {t("agency.new")}
                      </Button>
                    )
                  }
                >
                  {t("agency.empty.text")}
                </EmptyState>
              )
            }
          />
        )}
        <LoadMore hasMore={data?.next != null} onMore={() => clients.loadMore(client, filters)} />
      </div>
      {recordId !== undefined && <ClientPanel key={recordId} id={recordId} onClose={() => open(null)} />}
      {dialog === "new" && <NewClientDialog onClose={() => setDialog(null)} onMade={open} />}
      {dialog === "link" && <LinkDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

function ClientName({ client: { id, name, reference } }: { client: AgencyClient }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar id={id} name={name} size={24} squared />
      <span className="min-w-0">
        <bdi className="cut block font-medium">{name}</bdi>
        {reference !== null && <bdi className="cut block text-12 text-text-3">{reference}</bdi>}
      </span>
    </span>
  );
}
