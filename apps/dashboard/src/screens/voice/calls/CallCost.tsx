import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Call } from "@parley/sdk";
import { balanceQuery } from "../../../api/settings/billing.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { CallSection } from "./CallSection.tsx";

/** What was charged for a call, and the model's usage. */
export function CallCost({ call: { cost, minutes, usage } }: { call: Call }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  // The currency comes from the balance, which not everybody may read.
  const { data: balance } = useQuery({ ...balanceQuery(), enabled: can(me, "billing:read") });
  const charged =
    cost === null ? t("calls.cost.waiting") : balance === undefined ? format.number(cost) : format.price(cost, balance.currency);
  const inOut = (input: number, output: number) => t("calls.inOut", { input: format.compact(input), output: format.compact(output) });
  return (
    <CallSection title={t("calls.cost")}>
      <dl className="voice-cost">
        <dt>{t("calls.cost.minutes", { n: minutes })}</dt>
        <dd>{charged}</dd>
        <dt>{t("calls.cost.tokens")}</dt>
        <dd>{inOut(usage.inputTokens, usage.outputTokens)}</dd>
        <dt>{t("calls.cost.tokens.audio")}</dt>
        <dd>{inOut(usage.audioInputTokens, usage.audioOutputTokens)}</dd>
      </dl>
    </CallSection>
  );
}
