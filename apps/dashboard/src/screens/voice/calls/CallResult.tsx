import type { Call, VoiceAgent } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { CallSection } from "./CallSection.tsx";
import { OutcomeChip } from "./OutcomeChip.tsx";

const sentimentTones: Readonly<Record<NonNullable<Call["sentiment"]>, ChipTone>> = { positive: "ok", neutral: "plain", negative: "bad" };

interface Props {
  call: Pick<Call, "outcome" | "sentiment" | "extracted">;
  /** Its settings describe the fields; undefined: deleted, or not loaded yet. */
  agent: VoiceAgent | undefined;
}

/** A model's analysis of a call; hidden if none was requested, or it has no result. */
export function CallResult({ call: { outcome, sentiment, extracted }, agent }: Props) {
  const { t, format } = useI18n();
  const fields = Object.entries(extracted ?? {});
  if (outcome === null && sentiment === null && fields.length === 0) return null;
  const meaningOf = (name: string) => agent?.afterCall.extract.find((field) => field.name === name)?.description;
  const words = (value: (typeof fields)[number][1]) =>
    typeof value === "boolean" ? t(value ? "common.yes" : "common.no") : typeof value === "number" ? format.number(value) : value;
  return (
    <CallSection title={t("calls.result")}>
      <dl className="facts">
        {outcome !== null && (
          <>
            <dt>{t("calls.result.outcome")}</dt>
            <dd>
              <OutcomeChip outcome={outcome} />
            </dd>
          </>
        )}
        {sentiment !== null && (
          <>
            <dt>{t("calls.result.sentiment")}</dt>
            <dd>
              <Chip tone={sentimentTones[sentiment]}>{t(`calls.result.sentiment.${sentiment}`)}</Chip>
            </dd>
          </>
        )}
        {fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt title={meaningOf(name)}>
              <bdi dir="ltr">{name}</bdi>
            </dt>
            <dd>
              {value === null ? (
                <span className="text-text-3">{t("calls.result.notSaid")}</span>
              ) : (
                <span className="voice-summary" dir="auto">
                  {words(value)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </CallSection>
  );
}
