import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { MessageSquare, PanelRight } from "lucide-react";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Conversation } from "@parley/sdk";
import { type ConversationFilters, conversationListQuery } from "../../api/inbox/conversations.ts";
import { views as viewResource } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useConversation } from "../../api/inbox/useConversations.ts";
import { useServiceClocks } from "../../api/inbox/useServiceClocks.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { setAppearance, useAppearance } from "../../shell/appearance.ts";
import { Button } from "../../ui/Button.tsx";
import { useFrameLater } from "../../ui/lib/after-frame.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ContactPanel, ThreadPane } from "./lazy-parts.tsx";
import { BulkBar } from "./list/BulkBar.tsx";
import { ConversationList } from "./list/ConversationList.tsx";
import { ListHead } from "./list/ListHead.tsx";
import { StatusTabs } from "./list/StatusTabs.tsx";
import { useFetchAhead } from "./useFetchAhead.ts";
import { builtInViews, filtersOf } from "./views.ts";

const nobody: ReadonlySet<string> = new Set();

/** List, conversation and contact: the URL decides which of them are shown. */
export function InboxScreen() {
  const { t } = useI18n();
  const { view, conversationId } = useParams({ strict: false }) as { view: string; conversationId?: string };
  const search = useSearch({ from: "/app/inbox/$view" });
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { panel } = useAppearance();
  // Whatever is done with checked conversations changes them.
  const mayCheck = can(me, "conversations:write");
  useServiceClocks();
  const filters = useMemo(() => filtersOf(view, search), [view, search]);
  const builtIn = builtInViews.find(({ id }) => id === view);
  const { data: saved } = useQuery({ ...viewResource.detailQuery(view), enabled: builtIn === undefined });
  const title = builtIn === undefined ? (saved?.name ?? "") : t(builtIn.label);

  const loaded = useRef<readonly Conversation[]>([]);
  const onLoaded = useCallback((items: readonly Conversation[]) => {
    loaded.current = items;
  }, []);
  const [checked, setChecked] = useState<ReadonlySet<string>>(nobody);
  const onCheck = useCallback((ids: readonly string[], on: boolean) => {
    setChecked((was) => {
      const next = new Set(was);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different list starts with nothing checked
  useEffect(() => setChecked(nobody), [filters]);

  useFetchAhead(loaded, filters, conversationId);

  const open = (id: string | undefined) =>
    void navigate({
      to: id === undefined ? "/inbox/$view" : "/inbox/$view/$conversationId",
      params: { view, conversationId: id ?? "" },
      search: true,
    });
  /** The conversation before or after the open one; without an open one, the first. */
  const step = (by: 1 | -1) => {
    const at = loaded.current.findIndex(({ id }) => id === conversationId);
    const next = loaded.current[at === -1 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  useActions([
    { id: "inbox.next", label: "inbox.next", group: "shell.inbox", keys: "j", keyOnly: true, run: () => step(1) },
    { id: "inbox.previous", label: "inbox.previous", group: "shell.inbox", keys: "k", keyOnly: true, run: () => step(-1) },
    {
      ...({ id: "inbox.check", label: "inbox.checkThis", group: "shell.inbox", keys: "x", keyOnly: true } as const),
      enabled: mayCheck && conversationId !== undefined,
      run: () => conversationId !== undefined && onCheck([conversationId], !checked.has(conversationId)),
    },
    {
      ...({ id: "inbox.checkAll", label: "inbox.checkAll", group: "shell.inbox", keys: "mod+a", keyOnly: true } as const),
      enabled: mayCheck,
      run: () =>
        onCheck(
          loaded.current.map(({ id }) => id),
          true,
        ),
    },
    {
      ...({ id: "inbox.panel", label: "inbox.panel", group: "shell.inbox", icon: PanelRight, keys: "]" } as const),
      run: () => setAppearance({ panel: panel === "open" ? "closed" : "open" }),
    },
    {
      ...({ id: "inbox.back", label: "common.back", group: "shell.inbox", keys: "escape", keyOnly: true } as const),
      run: () => (checked.size > 0 ? setChecked(nobody) : open(undefined)),
    },
  ]);
  // Messages first: a person who steps through conversations does not wait for the panel of each.
  const panelId = useFrameLater(conversationId) ?? conversationId;
  const panelOpen = conversationId !== undefined && panel === "open" && can(me, "contacts:read");

  return (
    <div className="inbox" data-shows={conversationId === undefined ? "list" : "thread"} data-panel={panelOpen ? "open" : undefined}>
      <section className="list" aria-label={t("inbox.conversations")}>
        <ListHead view={view} title={title} saved={builtIn === undefined ? saved : undefined} shown={filters} />
        {builtIn?.byStatus === true && <StatusTabs view={view} />}
        {checked.size > 0 && <BulkBar ids={checked} onDone={() => setChecked(nobody)} />}
        <ConversationList
          view={view}
          title={title}
          filters={filters}
          currentId={conversationId ?? null}
          checked={checked}
          onCheck={mayCheck ? onCheck : null}
          onLoaded={onLoaded}
        />
      </section>
      {conversationId === undefined ? (
        <NothingOpen filters={filters} onFirst={() => step(1)} />
      ) : (
        <ThreadPane key={conversationId} conversationId={conversationId} onNext={() => step(1)} />
      )}
      {panelOpen && panelId !== undefined && <PanelOf conversationId={panelId} />}
    </div>
  );
}

/** Next to the conversation, if there is space. */
const PanelOf = memo(function PanelOf({ conversationId }: { conversationId: string }) {
  const { data: conversation } = useConversation(conversationId);
  return conversation === undefined ? <aside className="panel" /> : <ContactPanel conversation={conversation} />;
});

/** Offers the first conversation of the list, if there is one. */
function NothingOpen({ filters, onFirst }: { filters: ConversationFilters; onFirst(): void }) {
  const { t } = useI18n();
  const { data } = useQuery({ ...conversationListQuery(filters), throwOnError: false });
  const isEmpty = data === undefined || data.items.length === 0;
  return (
    <section className="thread-pane thread-none" aria-label={t("inbox.conversation")}>
      <EmptyState
        icon={MessageSquare}
        title={t(isEmpty ? "inbox.conversation" : "inbox.choose")}
        actions={
          !isEmpty && (
            <Button keys="j" onPress={onFirst}>
              {t("inbox.first")}
            </Button>
          )
        }
      />
    </section>
  );
}
