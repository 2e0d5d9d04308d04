import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Megaphone, Plus } from "lucide-react";
import type { Broadcast } from "@parley/sdk";
import { broadcasts, channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { broadcastStatuses } from "./search.ts";
import { statusTones } from "./states.ts";

/** Broadcasts, newest first, with their progress. */
export function BroadcastsScreen() {
  const { t, format } = useI18n();
  const navigate = useNavigate({ from: "/broadcasts" });
  const client = useQueryClient();
  const filters = useSearch({ from: "/app/broadcasts" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...broadcasts.listQuery(filters), throwOnError: false });
  const { data: channelList } = useQuery({ ...channels.listQuery(), throwOnError: false });
  const mayWrite = can(me, "broadcasts:write");
  const filtered = filters.status !== undefined || filters.channelId !== undefined;
  useActions([
    {
      ...({ id: "broadcasts.new", label: "broadcasts.new", group: "shell.broadcasts", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => void navigate({ to: "/broadcasts/new" }),
    },
  ]);
  const create = mayWrite && (
    <LinkButton to="/broadcasts/new" variant="primary" icon={Plus} keys="c">
      {t("broadcasts.new")}
    </LinkButton>
  );
  return (
    <>
      <header className="head">
        <h1>{t("shell.broadcasts")}</h1>
        <span className="ms-auto">{create}</span>
      </header>
      <FilterBar label={t("ui.filter")} {...(filtered ? { onClear: () => void navigate({ search: {} }) } : {})}>
        <Select
          label={t("inbox.status")}
          hideLabel
          size="small"
          value={filters.status ?? ""}
          options={[
            { id: "", name: t("broadcasts.anyStatus") },
            ...broadcastStatuses.map((id) => ({ id, name: t(`broadcasts.status.${id}`) })),
          ]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, status: broadcastStatuses.find((each) => each === id) }) })}
        />
        <Select
          label={t("broadcasts.from")}
          hideLabel
          size="small"
          value={filters.channelId ?? ""}
          options={[{ id: "", name: t("broadcasts.anyChannel") }, ...(channelList?.items ?? []).map(({ id, name }) => ({ id, name }))]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, channelId: id === "" ? undefined : id }) })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <div className="scroll grow">
          <Table<Broadcast>
            label={t("shell.broadcasts")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id, status }) => (status === "draft" && mayWrite ? `/broadcasts/${id}/edit` : `/broadcasts/${id}`)}
            columns={[
              { ...{ id: "title", name: t("broadcasts.title") }, cell: ({ title }) => <bdi className="font-medium">{title}</bdi> },
              {
                ...{ id: "status", name: t("inbox.status") },
                cell: ({ status }) => <Chip tone={statusTones[status]}>{t(`broadcasts.status.${status}`)}</Chip>,
              },
              {
                ...{ id: "channel", name: t("broadcasts.from") },
                cell({ channelId }) {
                  const channel = channelList?.items.find(({ id }) => id === channelId);
                  return (
                    channel !== undefined && (
                      <span className="flex items-center gap-2">
                        <ChannelGlyph kind={channel.kind} silent />
                        <bdi className="cut">{channel.name}</bdi>
                      </span>
                    )
                  );
                },
              },
              { ...{ id: "out", name: t("broadcasts.out"), align: "end" }, cell: ({ counts }) => outOf(counts, format.number) },
              {
                ...{ id: "replied", name: format.sentence(t("broadcasts.recipient.replied")), align: "end" },
                cell: ({ counts }) => (counts.recipients === 0 ? "" : format.number(counts.replied)),
              },
              {
                ...{ id: "when", name: t("broadcasts.when"), align: "end" },
                cell({ startedAt, scheduledAt, createdAt }) {
                  const at = startedAt ?? scheduledAt ?? createdAt;
                  return (
                    <time className="text-text-3" dateTime={at} title={format.instant(at)}>
                      {format.when(at)}
                    </time>
                  );
                },
              },
            ]}
            empty={
              filtered ? (
                <EmptyState icon={Megaphone} title={t("broadcasts.noMatch")} />
              ) : (
                <EmptyState icon={Megaphone} title={t("broadcasts.empty")} call="POST /api/v1/broadcasts" actions={create}>
                  {t("broadcasts.empty.text")}
                </EmptyState>
              )
            }
          />
          <LoadMore hasMore={data?.next != null} onMore={() => broadcasts.loadMore(client, filters)} />
        </div>
      )}
    </>
  );
}

function outOf({ recipients, pending, skipped }: Broadcast["counts"], number: (value: number) => string): string {
  const all = recipients - skipped;
  return recipients === 0 ? "" : `${number(all - pending)} / ${number(all)}`;
}
