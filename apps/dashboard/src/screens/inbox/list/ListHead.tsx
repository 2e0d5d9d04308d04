import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowDownWideNarrow, Bookmark, ChevronDown, ListFilter, Search, SquarePen } from "lucide-react";
import { memo, useState } from "react";
import type { View } from "@parley/sdk";
import { type ConversationFilters, type ConversationListData, conversationListQuery } from "../../../api/inbox/conversations.ts";
import { views as viewResource } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { activeFilters } from "../../../parts/filters/filter.ts";
import { ActiveFilters } from "../../../parts/filters/ActiveFilters.tsx";
import { FilterFields } from "../../../parts/filters/FilterFields.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FilterButton } from "../../../ui/lists/FilterBar.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { builtInViews, conversationSorts, viewsFor } from "../views.ts";
import { type FilterId, typedValue, useConversationFilters, type ViewFilters } from "../filters/useConversationFilters.ts";

const ViewDialog = lazyComponent(async () => (await import("../filters/ViewDialog.tsx")).ViewDialog, { keys: "all" });
const StartDialog = lazyComponent(async () => (await import("../start/StartDialog.tsx")).StartDialog, { keys: "all" });

interface Props {
  view: string;
  title: string;
  /** The saved view that is shown, if there is one and it is loaded. */
  saved: View | undefined;
  /** The filters of the list below. */
  shown: ConversationFilters;
}

/** The number of conversations, if all are loaded. Subscribes to the list itself, so that the screen does not have to. */
function ShownCount({ filters }: { filters: ConversationFilters }) {
  const { data: count } = useQuery({ ...conversationListQuery(filters), select: countOf, throwOnError: false });
  return count == null ? null : <span className="text-12 text-text-3 tabular-nums">{count}</span>;
}

const countOf = ({ items, next }: ConversationListData) => (next === null ? items.length : null);

/** The list's title and tools: views on a phone, filters, sort order, a new conversation. */
export const ListHead = memo(function ListHead({ view, title, saved, shown }: Props) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const search = useSearch({ from: "/app/inbox/$view" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: savedList } = useQuery({ ...viewResource.listQuery(), throwOnError: false });
  const [filtering, setFiltering] = useState(false);
  const [dialog, setDialog] = useState<"start" | "save" | "edit" | null>(null);
  const builtIn = builtInViews.find(({ id }) => id === view);
  const mayWrite = can(me, "conversations:write");
  const maySend = can(me, "messages:send") && can(me, "contacts:read");
  const change = (to: object) => void navigate({ to: ".", search: (now: object) => ({ ...now, ...to }), replace: true });
  const filters = useConversationFilters(
    (id) => (id in search ? search[id as keyof typeof search] : undefined),
    (id, value) => change({ [id]: typedValue(id, value) }),
    leftOut(builtIn?.filters ?? {}),
  );
  const active = activeFilters(filters);
  const open = (to: string) => navigate({ to: "/inbox/$view", params: { view: to } });
  const filter = () => (builtIn === undefined ? setDialog("edit") : setFiltering(true));
  const mayFilter = builtIn !== undefined || (mayWrite && saved !== undefined);
  useActions([
    { id: "inbox.filter", label: "ui.filter", group: "shell.inbox", icon: ListFilter, keys: "f", enabled: mayFilter, run: filter },
    {
      ...({ id: "inbox.saveView", label: "view.save", group: "shell.inbox", icon: Bookmark } as const),
      enabled: mayWrite && builtIn !== undefined,
      run: () => setDialog("save"),
    },
    {
      ...({ id: "inbox.start", label: "start.title", group: "shell.inbox", icon: SquarePen, keys: "c" } as const),
      enabled: maySend,
      run: () => setDialog("start"),
    },
  ]);

  return (
    <>
      <header className="head">
        <h1 className="cut">
          <bdi>{title}</bdi>
        </h1>
        <ShownCount filters={shown} />
        <span className="only-phone">
          <Menu
            label={t("inbox.views")}
            selectionMode="single"
            selectedKeys={[view]}
            trigger={<Button icon={ChevronDown} label={t("inbox.views")} variant="ghost" size="small" />}
          >
            {viewsFor(me).map(({ id, label, icon }) => (
              <MenuItem key={id} id={id} icon={icon} onAction={() => void open(id)}>
                {t(label)}
              </MenuItem>
            ))}
            {(savedList?.items ?? []).map(({ id, name }) => (
              <MenuItem key={id} id={id} icon={ListFilter} onAction={() => void open(id)}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </span>
        <span className="ms-auto flex items-center gap-0.5">
          <Button
            icon={Search}
            label={t("search.title")}
            variant="ghost"
            size="small"
            keys="/"
            onPress={() => void navigate({ to: "/search" })}
          />
          {builtIn !== undefined ? (
            <>
              <FilterButton iconOnly count={active.length} isOpen={filtering} onOpenChange={setFiltering}>
                <FilterFields filters={filters} />
              </FilterButton>
              <Menu
                label={t("inbox.sort")}
                selectionMode="single"
                selectedKeys={[search.sort ?? "lastMessageAt"]}
                trigger={<Button icon={ArrowDownWideNarrow} label={t("inbox.sort")} variant="ghost" size="small" />}
              >
                {conversationSorts.map((sort) => (
                  <MenuItem key={sort} id={sort} onAction={() => change({ sort: sort === "lastMessageAt" ? undefined : sort })}>
                    {t(`inbox.sort.${sort}`)}
                  </MenuItem>
                ))}
              </Menu>
            </>
          ) : (
            mayFilter && <Button icon={ListFilter} label={t("view.edit")} variant="ghost" size="small" keys="f" onPress={filter} />
          )}
          {maySend && (
            <Button icon={SquarePen} label={t("start.title")} variant="ghost" size="small" keys="c" onPress={() => setDialog("start")} />
          )}
        </span>
      </header>
      {builtIn !== undefined && (
        <ActiveFilters
          filters={filters}
          onClear={() => change(Object.fromEntries(active.map(({ id }) => [id, undefined])))}
          end={
            mayWrite && (
              <Button size="small" icon={Bookmark} onPress={() => setDialog("save")}>
                {t("view.save")}
              </Button>
            )
          }
        />
      )}
      {dialog === "save" && builtIn !== undefined && (
        <ViewDialog
          filters={filtersForView({ ...builtIn.filters, ...(builtIn.byStatus ? { status: search.status ?? "open" } : {}) }, active)}
          sort={search.sort ?? "lastMessageAt"}
          onClose={() => setDialog(null)}
          onSaved={({ id }) => void open(id)}
        />
      )}
      {dialog === "edit" && saved !== undefined && (
        <ViewDialog
          view={saved}
          filters={saved.filters}
          sort={saved.sort}
          onClose={() => setDialog(null)}
          onSaved={() => undefined}
          onDeleted={() => open("all")}
        />
      )}
      {dialog === "start" && (
        <StartDialog
          onClose={() => setDialog(null)}
          onOpen={(conversationId) => {
            setDialog(null);
            void navigate({ to: "/inbox/$view/$conversationId", params: { view: "all", conversationId } });
          }}
        />
      )}
    </>
  );
});

/** The filters that a built-in view already determines; its tabs determine the status. */
function leftOut(own: object): FilterId[] {
  const given = Object.keys(own) as (FilterId | "unassigned")[];
  return [
    ...given.map((id): FilterId => (id === "unassigned" ? "assigneeId" : id)),
    ...(["status", "mentioned"] as const),
    // Only open conversations have a window that closes, and only pending ones a reason.
    ...(given.includes("windowExpiresWithinMinutes") ? (["pendingReason"] as const) : []),
  ];
}

/** The current filters as a view stores them. */
function filtersForView(own: object, active: ReturnType<typeof activeFilters>): ViewFilters {
  const { unassigned, ...filters } = own as ViewFilters;
  return {
    ...(unassigned === true ? { assigneeId: "none" } : {}),
    ...filters,
    ...Object.fromEntries(active.map(({ id, value = "" }) => [id, id === "labels" ? value.split(",") : typedValue(id as FilterId, value)])),
  };
}
