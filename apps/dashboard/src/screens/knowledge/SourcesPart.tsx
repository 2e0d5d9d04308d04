import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { BookOpen, FileText, Globe, type LucideIcon, Plus, Type } from "lucide-react";
import { useRef, useState } from "react";
import { citationsQuery, citedDays, type Source, sources, sourcesQuery } from "../../api/automation/knowledge.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { useFocusAfter } from "../../parts/use-focus-after.ts";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { FailedSources } from "./FailedSources.tsx";
import { sourceKinds, sourceStates } from "./knowledge-search.ts";
import { NewSourceDialog } from "./NewSourceDialog.tsx";
import { SourceDrawer } from "./SourceDrawer.tsx";
import { SourceState } from "./SourceState.tsx";
import { useCategories } from "./useCategories.ts";
import { useKnowledgeSearch } from "./useKnowledgeSearch.ts";

const icons: Readonly<Record<Source["kind"], LucideIcon>> = { text: Type, url: Globe, file: FileText };

/** Texts, web pages and files, with their status. */
export function SourcesPart() {
  const { t, format } = useI18n();
  const { ask, dismissed: _, sort: __, status: given, ...rest } = useKnowledgeSearch();
  const status = sourceStates.find((each) => each === given);
  const filters = { ...rest, status };
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const { searchStr } = useLocation();
  const navigate = useNavigate({ from: "/knowledge/$part" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...sourcesQuery(filters), throwOnError: false });
  const { data: cited } = useQuery(citationsQuery);
  const categories = useCategories();
  const [typed, setTyped] = useTyped(
    filters.q ?? "",
    (q) => void navigate({ search: (now) => ({ ...now, q: q === "" ? undefined : q }), replace: true }),
  );
  const input = useRef<HTMLInputElement>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const [adding, setAdding] = useState(false);
  const mayWrite = can(me, "knowledge:write");
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const close = () => void navigate({ to: "/knowledge/$part", params: { part: "sources" }, search: (now) => now });
  useActions([
    {
      ...({ id: "knowledge.add", label: "knowledge.add", group: "shell.knowledge", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setAdding(true),
    },
    {
      ...({ id: "knowledge.sources.find", label: "knowledge.sources.find", group: "shell.knowledge", keys: "/", keyOnly: true } as const),
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <>
      <FilterBar
        label={t("knowledge.filter")}
        {...(filtered ? { onClear: () => void navigate({ search: { ask } }) } : {})}
        end={
          mayWrite && (
            <Button variant="primary" size="small" icon={Plus} keys="c" ref={making} onPress={() => setAdding(true)}>
              {t("knowledge.add")}
            </Button>
          )
        }
      >
        <SearchField label={t("knowledge.sources.find")} size="small" keys="/" value={typed} onChange={setTyped} inputRef={input} />
        <Select
          label={t("knowledge.category")}
          hideLabel
          size="small"
          value={filters.categoryId ?? ""}
          options={categories.filters}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, categoryId: id === "" ? undefined : id }) })}
        />
        <Select
          label={t("inbox.status")}
          hideLabel
          size="small"
          value={status ?? ""}
          options={[{ id: "", name: t("knowledge.state.all") }, ...sourceStates.map((id) => ({ id, name: t(`knowledge.state.${id}`) }))]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, status: sourceStates.find((each) => each === id) }) })}
        />
        <Select
          label={t("knowledge.kind")}
          hideLabel
          size="small"
          value={filters.kind ?? ""}
          options={[{ id: "", name: t("knowledge.kind.all") }, ...sourceKinds.map((id) => ({ id, name: t(`knowledge.kind.${id}`) }))]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, kind: sourceKinds.find((each) => each === id) }) })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <>
          <Table<Source>
            label={t("knowledge.sources")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/knowledge/sources/${id}${searchStr}`}
            {...(recordId === undefined ? {} : { currentId: recordId })}
            columns={[
              { id: "name", name: t("knowledge.source"), cell: (source) => <SourceName source={source} /> },
              {
                ...{ id: "category", name: t("knowledge.category") },
                cell: ({ categoryId }) => categoryId !== null && <bdi className="text-text-2">{categories.pathOf(categoryId)}</bdi>,
              },
              { id: "state", name: t("inbox.status"), cell: (source) => <SourceState source={source} /> },
              { id: "passages", name: t("knowledge.passages"), align: "end", cell: ({ chunkCount }) => format.number(chunkCount) },
              {
                ...({ id: "cited", name: t("knowledge.cited", { n: citedDays }), align: "end" } as const),
                cell: ({ id }) => cited !== undefined && format.number(cited.get(id) ?? 0),
              },
              {
                ...({ id: "read", name: t("knowledge.read"), align: "end" } as const),
                cell: ({ lastFetchedAt }) =>
                  lastFetchedAt === null ? null : (
                    <time className="text-text-3" dateTime={lastFetchedAt} title={format.instant(lastFetchedAt)}>
                      {format.when(lastFetchedAt)}
                    </time>
                  ),
              },
            ]}
            empty={
              filtered ? (
                <EmptyState icon={BookOpen} title={t("knowledge.noMatch")} />
              ) : (
                <EmptyState
                  icon={BookOpen}
                  title={t("knowledge.sources.empty")}
                  call="POST /api/v1/knowledge/sources"
                  actions={
                    mayWrite && (
                      <Button icon={Plus} keys="c" onPress={() => setAdding(true)}>
                        {t("knowledge.add")}
                      </Button>
                    )
                  }
                >
                  {t("knowledge.sources.empty.text")}
                </EmptyState>
              )
            }
          />
          <FailedSources rows={data?.items ?? []} mayWrite={mayWrite} onRead={focusMaking} />
          <LoadMore hasMore={data?.next != null} onMore={() => sources.loadMore(client, filters)} />
        </>
      )}
      {recordId !== undefined && (
        <SourceDrawer
          sourceId={recordId}
          mayWrite={mayWrite}
          onClose={close}
          onGone={() => {
            close();
            focusMaking();
          }}
        />
      )}
      {adding && <NewSourceDialog mayUpload={can(me, "media:write")} onClose={() => setAdding(false)} />}
    </>
  );
}

function SourceName({ source: { kind, name, url, refreshEveryHours } }: { source: Source }) {
  const { t } = useI18n();
  const Icon = icons[kind];
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="knowledge-kind">
        <Icon className="icon" aria-hidden />
      </span>
      <span className="min-w-0">
        <bdi className="cut block font-medium">{name}</bdi>
        <span className="cut block text-12 text-text-3">
          {url === null ? (
            t(`knowledge.kind.${kind}`)
          ) : (
            <>
              <bdi dir="ltr">{url.replace(/^https?:\/\//, "")}</bdi>
              {refreshEveryHours !== null && ` · ${t("knowledge.every", { n: refreshEveryHours })}`}
            </>
          )}
        </span>
      </span>
    </span>
  );
}
