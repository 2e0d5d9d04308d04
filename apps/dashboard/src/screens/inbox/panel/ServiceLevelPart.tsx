import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Conversation, ServiceLevel } from "@parley/sdk";
import { slaPolicies } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useMinute } from "../../../api/useMinute.ts";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { nearest, SlaPill, type SlaTarget, toneOf } from "../../../parts/SlaPill.tsx";
import { Meter } from "../../../ui/feedback/Progress.tsx";

const titles: Readonly<Record<SlaTarget, PlainKey>> = {
  first_response: "sla.firstResponseMinutes",
  next_response: "sla.next",
  resolution: "sla.resolutionMinutes",
};

/** The next SLA target, the elapsed part of its time, the outcome of the first response, and the policy. */
export function ServiceLevelPart({ conversation, sla }: { conversation: Conversation; sla: ServiceLevel }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: policies } = useQuery({ ...slaPolicies.listQuery(), enabled: can(me, "agents:read"), throwOnError: false });
  const { createdAt, firstRepliedAt, waitingSince } = conversation;
  const due = sla.paused ? null : nearest(sla);
  const policy = policies?.items.find(({ id }) => id === sla.policyId)?.name ?? null;
  const late = sla.breached.some(({ target }) => target === "first_response");
  return (
    <section className="panel-part flex flex-col gap-1.5 text-12" aria-label={t("sla.title")}>
      <div className="flex items-center">
        <span className="font-medium text-text-2">{t(due === null ? "sla.title" : titles[due.target])}</span>
        <span className="ms-auto">
          <SlaPill sla={sla} always />
        </span>
      </div>
      {due !== null && due.target !== "resolution" && waitingSince !== null && (
        <Wait label={t(titles[due.target])} since={waitingSince} dueAt={due.at} />
      )}
      {(firstRepliedAt !== null || policy !== null) && (
        <div className="flex gap-2 text-text-3">
          {firstRepliedAt !== null && (
            <span className="cut">
              {t(late ? "sla.firstReply.late" : "sla.firstReply", {
                time: format.duration(Date.parse(firstRepliedAt) - Date.parse(createdAt)),
              })}
            </span>
          )}
          {policy !== null && (
            <bdi className="cut ms-auto" title={policy}>
              {policy}
            </bdi>
          )}
        </div>
      )}
    </section>
  );
}

/** From the customer's message to its due time. */
function Wait({ label, since, dueAt }: { label: string; since: string; dueAt: string }) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  const leftMs = Date.parse(dueAt) - nowMs;
  const totalMs = Date.parse(dueAt) - Date.parse(since);
  const share = totalMs <= 0 ? 1 : Math.min(1, Math.max(0, 1 - leftMs / totalMs));
  const valueText = t(leftMs < 0 ? "sla.over" : "sla.due", { time: format.duration(Math.abs(leftMs)) });
  return <Meter label={label} value={share} valueText={valueText} tone={toneOf(leftMs)} />;
}
