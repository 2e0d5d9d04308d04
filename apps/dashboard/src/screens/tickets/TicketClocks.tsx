import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Check, Pause, Timer, TimerOff } from "lucide-react";
import type { ServiceLevel, Ticket } from "@parley/sdk";
import { slaPolicies } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useMinute } from "../../api/useMinute.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { toneOf } from "../../parts/SlaPill.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Meter } from "../../ui/feedback/Progress.tsx";

const clocks = [
  { target: "first_response", dueAt: "firstResponseDueAt", promise: "firstResponseMinutes", title: "sla.firstResponseMinutes" },
  { target: "resolution", dueAt: "resolutionDueAt", promise: "resolutionMinutes", title: "sla.resolutionMinutes" },
] as const;

/** The SLA targets of a ticket: time left, share of the time used, met or missed. */
export function TicketClocks({ ticket, sla }: { ticket: Ticket; sla: ServiceLevel }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: policies } = useQuery({ ...slaPolicies.listQuery(), enabled: can(me, "agents:read"), throwOnError: false });
  const targets = policies?.items.find(({ id }) => id === sla.policyId)?.targets[ticket.priority];
  const shown = clocks.filter(
    ({ target, dueAt, promise }) =>
      sla[dueAt] !== null || targets?.[promise] != null || sla.breached.some((each) => each.target === target),
  );
  return (
    <div className="ticket-clocks">
      {shown.map((clock) => (
        <Clock key={clock.target} ticket={ticket} sla={sla} clock={clock} minutes={targets?.[clock.promise] ?? null} />
      ))}
    </div>
  );
}

interface ClockProps {
  ticket: Ticket;
  sla: ServiceLevel;
  clock: (typeof clocks)[number];
  minutes: number | null;
}

function Clock({ ticket, sla, clock: { target, dueAt, title }, minutes }: ClockProps) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  const due = sla[dueAt];
  const missed = sla.breached.some((each) => each.target === target);
  const leftMs = due === null ? 0 : Date.parse(due) - nowMs;
  const wholeMs = due === null ? 0 : Date.parse(due) - Date.parse(ticket.createdAt);
  const runs = due !== null && !sla.paused;
  const tone = runs ? toneOf(leftMs) : missed ? "bad" : sla.paused ? "mute" : "ok";
  const words = runs
    ? t(leftMs < 0 ? "sla.over" : "sla.due", { time: format.duration(Math.abs(leftMs)) })
    : t(missed ? "sla.missed" : sla.paused ? "sla.paused" : "sla.met");
  const icon = tone === "bad" ? TimerOff : runs ? Timer : tone === "ok" ? Check : Pause;
  return (
    <section className="card" aria-label={t(title)}>
      <p className="flex items-center gap-2">
        <span className="text-text-2">{t(title)}</span>
        <span className="ms-auto">
          <Chip tone={tone === "accent" || tone === "mute" ? "plain" : tone} icon={icon}>
            {words}
          </Chip>
        </span>
      </p>
      <Meter
        label={t(title)}
        value={runs && wholeMs > 0 ? Math.min(1, Math.max(0, 1 - leftMs / wholeMs)) : 1}
        valueText={words}
        tone={tone}
        className="mt-2"
      />
      <p className="mt-1.5 flex text-12 text-text-3">
        {minutes !== null && <span>{t("tickets.promised", { time: format.duration(minutes * 60_000) })}</span>}
        {due !== null && (
          <time className="ms-auto" dateTime={due} title={format.instant(due)}>
            {format.when(due)}
          </time>
        )}
      </p>
    </section>
  );
}
