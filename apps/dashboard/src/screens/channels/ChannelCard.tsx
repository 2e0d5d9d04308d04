import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import type { Channel } from "@parley/sdk";
import { channelHealthQuery } from "../../api/settings/channel-kinds.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph, channelLabel } from "../../parts/ChannelGlyph.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { SkeletonLine } from "../../ui/feedback/Skeleton.tsx";
import { peopleADay, qualities, wordsOfFinding } from "./finding.ts";

const tones: Readonly<Record<Channel["status"], ChipTone>> = {
  Connected: "ok",
  Pending: "warn",
  NeedsReauth: "bad",
  Disconnected: "plain",
  Error: "bad",
};
const qualityTones = { high: "text-success-text", medium: "text-warn-text", low: "text-danger-text" } as const;
/** Access that expires sooner is highlighted. */
const soonMs = 30 * 86_400_000;

/** One channel: its status, its limits, and the first failed health check with its remedy. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const { t } = useI18n();
  const { id, kind, name, externalId, status } = channel;
  return (
    <section className="card channel-card" aria-label={name}>
      <header>
        <ChannelGlyph kind={kind} size="lg" silent />
        <div className="min-w-0 grow">
          <h2 className="cut text-14">
            <Link to="/channels/$channelId" params={{ channelId: id }}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <span className="cut block text-12 text-text-3">
            {t(channelLabel(kind))} · <bdi dir="ltr">{externalId}</bdi>
          </span>
        </div>
        <Chip tone={tones[status]}>{t(`channels.status.${status}`)}</Chip>
      </header>
      <Figures channel={channel} />
      <Finding channel={channel} />
      <footer>
        <LinkButton className="ms-auto" size="small" to="/channels/$channelId" params={{ channelId: id }}>
          {t("contact.details")}
        </LinkButton>
      </footer>
    </section>
  );
}

function Figures({ channel }: { channel: Channel }) {
  const { t, format } = useI18n();
  const { qualityRating, messagingLimit, messagesPerSecond, credentialsExpireAt, credentialsRenewableUntil, createdAt } = channel;
  const quality = qualities[qualityRating ?? ""];
  const people = peopleADay(messagingLimit);
  const ends = credentialsRenewableUntil ?? credentialsExpireAt;
  const isSoon = ends !== null && Date.parse(ends) - Date.now() < soonMs;
  return (
    <dl className="channel-figures">
      {quality !== undefined && (
        <Figure label={t("channels.quality")} tone={qualityTones[quality]}>
          {t(`channels.quality.${quality}`)}
        </Figure>
      )}
      {people !== null && (
        <Figure label={t("channels.peopleADay")}>{Number.isFinite(people) ? format.number(people) : t("channels.unlimited")}</Figure>
      )}
      <Figure label={t("channels.pace")}>{t("channels.pace.short", { n: format.number(messagesPerSecond) })}</Figure>
      {ends !== null && (
        <Figure label={t("channels.accessEnds")} tone={isSoon ? "text-warn-text" : ""}>
          {format.day(ends)}
        </Figure>
      )}
      <Figure label={t("channels.since")}>{format.day(createdAt)}</Figure>
    </dl>
  );
}

function Figure({ label, tone = "", children }: { label: string; tone?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`cut ${tone}`}>{children}</dd>
    </div>
  );
}

/** The first failed health check, or one line when all passed. */
function Finding({ channel }: { channel: Channel }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data, error } = useQuery({ ...channelHealthQuery(channel.id), enabled: channel.status === "Connected", throwOnError: false });
  const wrong = data?.findings.find(({ ok }) => !ok);
  const words = wrong === undefined ? undefined : wordsOfFinding(wrong, i18n);
  if (channel.status !== "Connected" || words !== undefined)
    return (
      <p className="channel-finding">
        <CircleAlert className={`icon ${channel.status === "Disconnected" ? "text-text-3" : "text-danger-text"}`} aria-hidden />
        <span className="min-w-0">
          <bdi className="block">{words?.title ?? channel.statusReason ?? format.sentence(t(`channels.status.${channel.status}`))}</bdi>
          {words !== undefined && channel.status !== "Connected" && <bdi className="block text-12 text-text-2">{channel.statusReason}</bdi>}
          {words?.remedy != null && <bdi className="block text-12 text-text-2">{words.remedy}</bdi>}
        </span>
      </p>
    );
  if (data === undefined && error !== null)
    return (
      <p className="channel-finding text-text-2">
        <CircleHelp className="icon text-text-3" aria-hidden />
        {t("channels.unchecked")}
      </p>
    );
  if (data === undefined)
    return (
      <p className="channel-finding">
        <SkeletonLine width={0.6} />
      </p>
    );
  return (
    <p className="channel-finding">
      <CircleCheck className="icon text-success" aria-hidden />
      <span>
        {t("channels.fine")}
        <span className="block text-12 text-text-3">
          {t("channels.checks", { n: data.findings.length })} · {format.relative(data.checkedAt)}
        </span>
      </span>
    </p>
  );
}
