import { useI18n } from "../../../../i18n/i18n.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const tools = ["createTickets", "sendMessages"] as const;

/** The tools it may use. */
export function ToolsSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  return (
    <>
      <p className="text-text-2">{t("voice.tools.text")}</p>
      <div className="grid gap-1">
        {tools.map((id) => (
          <Switch
            key={id}
            isSelected={values.tools[id]}
            isDisabled={isReadOnly}
            hint={t(`voice.${id}.hint`)}
            onChange={(on) => changeIn("tools", { [id]: on })}
          >
            {t(`voice.${id}`)}
          </Switch>
        ))}
      </div>
    </>
  );
}
