import { Link } from "@tanstack/react-router";
import type { Call, Contact } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { callIcon, personOf } from "../../../parts/calls/call-direction.ts";
import { CallStatusChip } from "../../../parts/calls/CallStatusChip.tsx";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import type { VoiceSearch } from "../voice-search.ts";
import { OutcomeChip } from "./OutcomeChip.tsx";

interface Props {
  call: Call;
  contact: Contact | undefined;
  isCurrent: boolean;
  /** The list's filters, which are kept. */
  search: VoiceSearch;
}

/** Who called or was called, when, for how long, and the outcome. */
export function CallRow({ call, contact, isCurrent, search }: Props) {
  const { t, format } = useI18n();
  const { id, status, outcome, direction, channelId, provider, contactId, createdAt, durationSeconds } = call;
  const Icon = callIcon(call);
  const number = personOf(call);
  const name = contact === undefined ? (number ?? t("calls.withheld")) : contactName(contact, number ?? t("contact.unnamed"));
  return (
    <div role="row" className="conversation call-row" aria-selected={isCurrent}>
      <div role="gridcell">
        <Avatar id={contactId ?? number ?? id} name={name} size={24} />
      </div>
      <div role="gridcell" className="min-w-0">
        <Link className="conversation-link" to="/voice/$part/$recordId" params={{ part: "calls", recordId: id }} search={search}>
          <span className="flex items-center gap-1.5">
            <bdi className="name cut">{name}</bdi>
            <time className="ms-auto text-12 text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
              {format.when(createdAt)}
            </time>
          </span>
          <span className="meta-line text-12 text-text-3">
            <Icon className="icon icon-12" aria-hidden />
            {channelId !== null && <ChannelGlyph kind={provider} />}
            <span className="sr-only">{t(`calls.direction.${direction}`)}</span>
            <span className="tabular-nums">{durationSeconds === null ? "–" : format.duration(durationSeconds * 1_000)}</span>
            <span className="ms-auto">{outcome === null ? <CallStatusChip status={status} /> : <OutcomeChip outcome={outcome} />}</span>
          </span>
        </Link>
      </div>
    </div>
  );
}
