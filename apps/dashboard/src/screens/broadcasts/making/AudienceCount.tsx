import { RadioTower } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { type MeterTone, MeterParts } from "../../../ui/feedback/Progress.tsx";
import { Stat } from "../../../ui/Stat.tsx";
import type { BroadcastFormState } from "./useBroadcastForm.ts";

const reasons = [
  { id: "opted_out", key: "broadcasts.skip.optedOut", tone: "mute" },
  { id: "blocked", key: "broadcasts.skip.blocked", tone: "bad" },
  { id: "no_identity", key: "broadcasts.skip.noIdentity", tone: "warn" },
  { id: "window_closed", key: "broadcasts.skip.windowClosed", tone: "bot" },
] as const satisfies { id: string; key: string; tone: MeterTone }[];

/** How many would get it now, who is left out and why, and some of them. */
export function AudienceCount({ making: { preview } }: { making: BroadcastFormState }) {
  const { t, format } = useI18n();
  if (preview === null) return <p className="making-count text-text-3">{t("broadcasts.audience.incomplete")}</p>;
  const { data, error, isFetching, refetch } = preview;
  if (error !== null && data === undefined)
    return (
      <div className="making-count">
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      </div>
    );
  const share = (n: number) => (data === undefined || data.count === 0 ? 0 : n / data.count);
  const excluded = data === undefined ? [] : reasons.filter(({ id }) => data.skips[id] > 0);
  return (
    <div className="making-count" role="status" aria-busy={isFetching}>
      <Stat icon={RadioTower} label={t("broadcasts.willGetIt")} value={data === undefined ? "…" : format.number(data.sendable)}>
        {data?.exact === false && t("segments.about", { from: format.number(data.countRange.from), to: format.number(data.countRange.to) })}
      </Stat>
      {data !== undefined && (
        <>
          <MeterParts
            label={t("broadcasts.willGetIt")}
            parts={[
              { id: "sendable", share: share(data.sendable), tone: "accent" },
              ...excluded.map(({ id, tone }) => ({ id, share: share(data.skips[id]), tone })),
            ]}
          />
          <dl className="figures">
            <div>
              <i className="share-swatch" aria-hidden />
              <dt>{t("broadcasts.match")}</dt>
              <dd>{format.number(data.count)}</dd>
            </div>
            {excluded.map(({ id, key, tone }) => (
              <div key={id}>
                <i className={`share-swatch ${tone}`} aria-hidden />
                <dt>{t(key)}</dt>
                <dd>{`−${format.number(data.skips[id])}`}</dd>
              </div>
            ))}
          </dl>
          {data.sample.length > 0 && (
            <div className="grid gap-1 text-12 text-text-3">
              <span>{t("broadcasts.among")}</span>
              <span className="flex gap-0.5">
                {data.sample.slice(0, 6).map(({ id, name }) => (
                  <Avatar key={id} id={id} name={name} size={20} />
                ))}
              </span>
              <bdi>{format.list(data.sample.slice(0, 4).map((contact) => contactName(contact, t("contact.unnamed"))))}</bdi>
            </div>
          )}
        </>
      )}
    </div>
  );
}
