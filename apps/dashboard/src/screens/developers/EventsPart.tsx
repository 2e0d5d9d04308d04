import { useNavigate, useSearch } from "@tanstack/react-router";
import { Activity, Pause, Play } from "lucide-react";
import { useMemo, useState } from "react";
import type { ParleyEvent } from "@parley/sdk";
import { useEventTail } from "../../api/settings/event-tail.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ManyField } from "../../parts/filters/ManyField.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { StatusDot } from "../../ui/feedback/StatusDot.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { eventTypes, isEventType } from "./event-types.ts";
import { useExactTime } from "./exact-time.ts";
import { JsonBox } from "./JsonBox.tsx";

/** Events as they happen, as a webhook would receive them. */
export function EventsPart() {
  const { t, format } = useI18n();
  const exactTime = useExactTime();
  const { type } = useSearch({ from: "/app/developers/$part" });
  const navigate = useNavigate();
  const types = useMemo(() => (type === undefined ? [] : type.split(",").filter(isEventType)), [type]);
  const tail = useEventTail(types);
  const [paused, setPaused] = useState<readonly ParleyEvent[] | null>(null);
  const [opened, setOpened] = useState<ParleyEvent | null>(null);
  const shown = paused ?? tail.events;
  const known = new Set(paused?.map(({ id }) => id));
  const news = paused === null ? 0 : (tail.events?.filter(({ id }) => !known.has(id)).length ?? 0);
  const toggle = () => setPaused(paused === null ? (tail.events ?? []) : null);
  const choose = (chosen: readonly string[]) => {
    // The paused list shows the previously selected types.
    setPaused(null);
    void navigate({ to: ".", search: chosen.length === 0 ? {} : { type: chosen.join(",") }, replace: true });
  };
  useActions([
    {
      ...({ id: "events.pause", group: "shell.developers", keys: "p" } as const),
      ...(paused === null ? ({ label: "events.pause", icon: Pause } as const) : ({ label: "events.resume", icon: Play } as const)),
      run: toggle,
    },
  ]);
  return (
    <>
      <FilterBar
        label={t("events.types")}
        {...(types.length === 0 ? {} : { onClear: () => choose([]) })}
        end={
          <>
            <span role="status" className="flex items-center gap-1.5 text-12 text-text-2">
              <StatusDot tone={paused === null ? "ok" : "warn"} />
              {t(paused === null ? "events.live" : "events.paused")}
              {news > 0 && <b>{t("events.new", { n: news })}</b>}
            </span>
            <Button size="small" icon={paused === null ? Pause : Play} keys="p" onPress={toggle}>
              {t(paused === null ? "events.pause" : "events.resume")}
            </Button>
          </>
        }
      >
        <ManyField
          name={t("events.types")}
          hideName
          options={eventTypes.map((id) => ({ id, name: id }))}
          chosen={types}
          none={t("events.allTypes")}
          onChange={choose}
        />
      </FilterBar>
      {tail.error !== null && tail.events === undefined ? (
        <PartError error={tail.error} onRetry={() => void tail.refetch()} isPending={tail.isFetching} />
      ) : (
        <Table<ParleyEvent>
          label={t("developers.events")}
          rows={shown}
          rowId={({ id }) => id}
          onRowAction={setOpened}
          {...(opened === null ? {} : { currentId: opened.id })}
          columns={[
            { ...{ id: "type", name: t("webhooks.event") }, cell: ({ type: each }) => <code>{each}</code> },
            { ...{ id: "id", name: t("events.id"), className: "only-desktop" }, cell: ({ id }) => <CopyText text={id} /> },
            {
              ...({ id: "when", name: t("audit.when"), align: "end" } as const),
              cell: ({ createdAt }) => (
                <time className="tabular-nums" dateTime={createdAt} title={format.instant(createdAt)}>
                  {exactTime(createdAt)}
                </time>
              ),
            },
          ]}
          empty={
            types.length > 0 ? (
              <EmptyState
                icon={Activity}
                title={t("events.none")}
                actions={<Button onPress={() => choose([])}>{t("ui.filter.clear")}</Button>}
              />
            ) : (
              <EmptyState icon={Activity} title={t("events.empty")} call="GET /api/v1/events/stream">
                {t("events.empty.text")}
              </EmptyState>
            )
          }
        />
      )}
      {opened !== null && (
        <Drawer title={opened.type} size="wide" isOpen onOpenChange={(open) => !open && setOpened(null)}>
          <div className="grid gap-4 p-4">
            <p className="flex flex-wrap items-center gap-2 text-12 text-text-2">
              <CopyText text={opened.id} shown={opened.id} label={t("events.id")} />
              <time className="ms-auto" dateTime={opened.createdAt}>
                {format.instant(opened.createdAt)}
              </time>
            </p>
            <JsonBox label={t("events.body")} value={opened} />
          </div>
        </Drawer>
      )}
    </>
  );
}
