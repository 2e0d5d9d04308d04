import { useI18n } from "../../../../i18n/i18n.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { ExtractFields } from "./ExtractFields.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const switches = ["classify", "callbackTickets"] as const;

/** What a call leaves behind: its summary, outcome, extracted fields, and follow-up work. */
export function AfterCallSection({ form: { values, isReadOnly, change, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { afterCall, summary } = values;
  return (
    <>
      <div className="grid gap-1">
        <Switch isSelected={summary} isDisabled={isReadOnly} hint={t("voice.summary.hint")} onChange={(on) => change({ summary: on })}>
          {t("voice.summary")}
        </Switch>
        {switches.map((id) => (
          <Switch
            key={id}
            isSelected={afterCall[id]}
            isDisabled={isReadOnly}
            hint={t(`voice.${id}.hint`)}
            onChange={(on) => changeIn("afterCall", { [id]: on })}
          >
            {t(`voice.${id}`)}
          </Switch>
        ))}
      </div>
      <ExtractFields fields={afterCall.extract} isReadOnly={isReadOnly} onChange={(extract) => changeIn("afterCall", { extract })} />
    </>
  );
}
