import "../../styles/screens/search.css";
import { useInfiniteQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search, SearchX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { foundQuery } from "../../api/inbox/search.ts";
import { channels } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { fewOf, FoundSection } from "./FoundSection.tsx";
import { readSearchSearch, type SearchSearch, type SearchType, searchTypes } from "./search-types.ts";

/** The search over messages, conversations, contacts and tickets. */
export function SearchScreen() {
  const { t } = useI18n();
  const { q = "", types, channelId } = readSearchSearch({ ...useSearch({ from: "/app/search" }) });
  const navigate = useNavigate({ from: "/search" });
  const { data: me } = useSuspenseQuery(meQuery);
  const field = useRef<HTMLInputElement>(null);
  const change = (to: { [key in keyof SearchSearch]: SearchSearch[key] | undefined }) =>
    void navigate({ search: (now) => definedOnly({ ...now, ...to }), replace: true });
  const [typed, setTyped] = useTyped(q, (text) => change({ q: text === "" ? undefined : text }));
  const allowed = searchTypes.filter(
    (type) => !(type === "contacts" && !can(me, "contacts:read")) && !(type === "tickets" && !can(me, "tickets:read")),
  );
  const shown = types === undefined ? allowed : allowed.filter((type) => type === types);
  const { data: channelList } = useQuery({ ...channels.listQuery(), enabled: can(me, "channels:read"), throwOnError: false });
  useActions([
    { id: "search.field", label: "search.field", group: "search.title", keys: "/", keyOnly: true, run: () => field.current?.focus() },
  ]);
  const none = (
    <EmptyState icon={SearchX} title={t("search.none")}>
      {t("search.none.text")}
    </EmptyState>
  );
  return (
    <>
      <header className="head">
        <h1>{t("search.title")}</h1>
        <SearchField
          label={t("search.field")}
          size="small"
          className="grow"
          value={typed}
          onChange={setTyped}
          keys="/"
          autoFocus={q === ""}
          inputRef={field}
        />
      </header>
      <FilterBar label={t("search.types")}>
        <Segmented
          label={t("search.types")}
          size="small"
          value={types ?? "all"}
          segments={[{ id: "all" as const, name: t("search.types.all") }, ...allowed.map((id) => ({ id, name: t(`search.types.${id}`) }))]}
          onChange={(type) =>
            change({ types: type === "all" ? undefined : type, ...(type === "messages" ? {} : { channelId: undefined }) })
          }
        />
        {types === "messages" && (channelList?.items.length ?? 0) > 0 && (
          <Select
            label={t("inboxFilter.channel")}
            hideLabel
            size="small"
            value={channelId ?? ""}
            options={[{ id: "", name: t("filter.any") }, ...(channelList?.items ?? []).map(({ id, name }) => ({ id, name }))]}
            onChange={(id) => change({ channelId: id === "" ? undefined : id })}
          />
        )}
      </FilterBar>
      <div className="scroll grow found">
        {q === "" ? (
          <EmptyState icon={Search} title={t("search.begin")} call="GET /api/v1/search">
            {t("search.begin.text")}
          </EmptyState>
        ) : shown.length === 1 ? (
          <FoundSection key={shown[0]} type={shown[0] as SearchType} q={q} channelId={channelId} alone none={none} />
        ) : (
          <Everything q={q} types={shown} none={none} />
        )}
      </div>
    </>
  );
}

/** The first few results of each kind; kinds without results are hidden. */
function Everything({ q, types, none }: { q: string; types: readonly SearchType[]; none: ReactNode }) {
  const few = (type: SearchType) => ({ enabled: types.includes(type), throwOnError: false as const });
  // The queries of the sections, from the cache. In the order of `searchTypes`.
  const found = [
    useInfiniteQuery({ ...foundQuery("messages", q, { few: fewOf }), ...few("messages") }),
    useInfiniteQuery({ ...foundQuery("conversations", q, { few: fewOf }), ...few("conversations") }),
    useInfiniteQuery({ ...foundQuery("contacts", q, { few: fewOf }), ...few("contacts") }),
    useInfiniteQuery({ ...foundQuery("tickets", q, { few: fewOf }), ...few("tickets") }),
  ];
  const asked = found.filter((_, at) => types.includes(searchTypes[at] as SearchType));
  if (asked.every(({ data }) => data?.pages.every((page) => page.data.length === 0) === true)) return none;
  return types.map((type) => <FoundSection key={type} type={type} q={q} channelId={undefined} alone={false} />);
}

const definedOnly = (search: { [key in keyof SearchSearch]: SearchSearch[key] | undefined }): SearchSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
