import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ListFilter, Phone, Plus } from "lucide-react";
import { useState } from "react";
import { useContactsOf } from "../../../api/contacts/useContactsOf.ts";
import { calls, callsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { ActiveFilters } from "../../../parts/filters/ActiveFilters.tsx";
import { activeFilters } from "../../../parts/filters/filter.ts";
import { FilterFields } from "../../../parts/filters/FilterFields.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { FilterBar, FilterButton } from "../../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { useVoiceSearch } from "../useVoiceSearch.ts";
import { CallDetail } from "./CallDetail.tsx";
import { CallFigures } from "./CallFigures.tsx";
import { CallRow } from "./CallRow.tsx";
import { useCallFilters } from "./useCallFilters.ts";

/** The calls, newest first, and one of them next to the list. `onNew`: there is no voice agent yet. */
export function CallsPart({ callId, onNew }: { callId: string | undefined; onNew?: () => void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { status, direction, voiceAgentId } = useVoiceSearch();
  const asked = { status, direction, voiceAgentId };
  const { data, error, refetch, isFetching } = useQuery(callsQuery(asked));
  const contacts = useContactsOf((data?.items ?? []).map(({ contactId }) => contactId));
  const filters = useCallFilters();
  const [filtering, setFiltering] = useState(false);
  const open = (id: string | undefined) =>
    void navigate(
      id === undefined
        ? { to: "/voice/$part", params: { part: "calls" }, search: asked }
        : { to: "/voice/$part/$recordId", params: { part: "calls", recordId: id }, search: asked },
    );
  const step = (by: 1 | -1) => {
    const at = data?.items.findIndex(({ id }) => id === callId) ?? -1;
    const next = data?.items[at === -1 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  const clear = () => void navigate({ to: ".", search: {} });
  const group = { group: "shell.voice" } as const;
  useActions([
    { ...group, ...({ id: "calls.next", label: "calls.next", keys: "j", keyOnly: true } as const), run: () => step(1) },
    { ...group, ...({ id: "calls.previous", label: "calls.previous", keys: "k", keyOnly: true } as const), run: () => step(-1) },
    { ...group, ...({ id: "calls.back", label: "common.back", keys: "escape", keyOnly: true } as const), run: () => open(undefined) },
    { ...group, ...({ id: "calls.filter", label: "ui.filter", icon: ListFilter, keys: "f" } as const), run: () => setFiltering(true) },
  ]);
  const active = activeFilters(filters).length;
  return (
    <div className="voice-calls" data-shows={callId === undefined ? "list" : "detail"}>
      <div className="scroll">
        <FilterBar
          label={t("ui.filter")}
          end={
            <FilterButton count={active} isOpen={filtering} onOpenChange={setFiltering}>
              <FilterFields filters={filters} />
            </FilterButton>
          }
        >
          <h2 className="text-13">{t("voice.calls")}</h2>
        </FilterBar>
        <ActiveFilters filters={filters} onClear={clear} />
        <CallFigures filters={asked} />
        {error !== null && data === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        ) : data === undefined ? (
          <SkeletonRows rows={8} />
        ) : data.items.length > 0 ? (
          <div role="grid" aria-label={t("voice.calls")}>
            {data.items.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                contact={contacts.get(call.contactId ?? "")}
                isCurrent={call.id === callId}
                search={asked}
              />
            ))}
          </div>
        ) : active > 0 ? (
          <EmptyState icon={Phone} title={t("filter.noMatch")} actions={<Button onPress={clear}>{t("ui.filter.clear")}</Button>} />
        ) : (
          <EmptyState
            icon={Phone}
            title={t("calls.empty")}
            call="GET /api/v1/calls"
            actions={
              onNew !== undefined && (
                <Button variant="primary" icon={Plus} keys="c" onPress={onNew}>
                  {t("voice.new")}
                </Button>
              )
            }
          >
            {t("calls.empty.text")}
          </EmptyState>
        )}
        <LoadMore hasMore={data?.next != null} onMore={() => calls.loadMore(client, asked)} />
      </div>
      {callId !== undefined ? (
        <CallDetail key={callId} callId={callId} />
      ) : (
        <div className="voice-none">
          {(data?.items.length ?? 0) > 0 && (
            <EmptyState
              icon={Phone}
              title={t("calls.choose")}
              actions={
                <Button keys="j" onPress={() => step(1)}>
                  {t("calls.first")}
                </Button>
              }
            />
          )}
        </div>
      )}
    </div>
  );
}
