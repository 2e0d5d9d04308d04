import { Link } from "@tanstack/react-router";
import type { Call } from "@parley/sdk";
import { calls } from "../../api/automation/voice.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { callIcon } from "../calls/call-direction.ts";
import { CallStatusChip } from "../calls/CallStatusChip.tsx";
import { PanelRecords } from "./PanelRecords.tsx";

/** A contact's latest calls with voice agents; hidden if there are none. */
export function ContactCalls({ contactId }: { contactId: string }) {
  const { t } = useI18n();
  return (
    <PanelRecords title={t("calls.ofContact")} resource={calls} contactId={contactId}>
      {(call) => <ContactCall key={call.id} call={call} />}
    </PanelRecords>
  );
}

function ContactCall({ call }: { call: Call }) {
  const { t, format } = useI18n();
  const { id, status, direction, createdAt, durationSeconds } = call;
  const Icon = callIcon(call);
  return (
    <div className="mini">
      <Icon className="icon icon-14" aria-hidden />
      <span className="sr-only">{t(`calls.direction.${direction}`)}</span>
      <span className="min-w-0 grow">
        <Link className="cut block" to="/voice/$part/$recordId" params={{ part: "calls", recordId: id }} search={{}}>
          <time dateTime={createdAt} title={format.instant(createdAt)}>
            {format.when(createdAt)}
          </time>
        </Link>
        {durationSeconds !== null && (
          <span className="block text-12 text-text-3 tabular-nums">{format.duration(durationSeconds * 1_000)}</span>
        )}
      </span>
      <CallStatusChip status={status} />
    </div>
  );
}
