import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookFilterCondition } from "@parley/sdk";
import { filterTestQuery } from "../../../api/settings/deliveries.ts";
import { eventTailQuery } from "../../../api/settings/event-tail.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { useExactTime } from "../exact-time.ts";

/** As many recent events as a person can look through. */
const offeredMax = 25;

interface Props {
  webhookId: string;
  filter: WebhookFilterCondition[];
  /** The selected types or channels differ from the saved ones, which the trial uses. */
  isNarrowedAnew: boolean;
}

/** What the entered filter would do with a past event; nothing is sent or saved. */
export function TryFilter({ webhookId, filter, isNarrowedAnew }: Props) {
  const { t } = useI18n();
  const exactTime = useExactTime();
  const { data: events } = useQuery({ ...eventTailQuery([]), throwOnError: false });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const event = events?.find(({ id }) => id === chosenId);
  const facts = (event?.data ?? {}) as Record<string, unknown>;
  // Not while a condition is incomplete: the server would refuse it.
  const isWhole = filter.every(({ path, value }) => path !== "" && value !== "" && (!Array.isArray(value) || value.length > 0));
  const { data, error, refetch, isFetching } = useQuery({
    ...filterTestQuery(webhookId, { type: event?.type ?? "", channelId: channelOf(facts), data: facts, filter }),
    enabled: event !== undefined && isWhole,
  });
  if (events?.length === 0) return <p className="text-text-3">{t("webhooks.try.none")}</p>;
  return (
    <section className="grid gap-2" aria-label={t("webhooks.try")}>
      <Select
        label={t("webhooks.try.event")}
        value={chosenId}
        options={(events ?? [])
          .slice(0, offeredMax)
          .map(({ id, type, createdAt }) => ({ id, name: type, description: exactTime(createdAt) }))}
        onChange={setChosenId}
      />
      {isNarrowedAnew && <p className="text-12 text-text-2">{t("webhooks.try.saved")}</p>}
      {event !== undefined && error !== null && <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />}
      {event !== undefined && isWhole && error === null && data !== undefined && (
        <Notice tone={data.delivered ? "ok" : "warn"} role="status">
          {data.delivered
            ? t("webhooks.try.delivered")
            : data.stoppedBy === "filter"
              ? t("webhooks.try.filter", { n: (data.condition ?? 0) + 1 })
              : t(data.stoppedBy === "channelIds" ? "webhooks.try.channelIds" : "webhooks.try.events")}
        </Notice>
      )}
    </section>
  );
}

/** The channel of an event: its own, or its conversation's. */
function channelOf({ channelId, conversation }: Record<string, unknown>): string | null {
  if (typeof channelId === "string") return channelId;
  const own = typeof conversation === "object" && conversation !== null && "channelId" in conversation ? conversation.channelId : null;
  return typeof own === "string" ? own : null;
}
