import { useI18n } from "../../../../i18n/i18n.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { HoursField } from "./HoursField.tsx";
import type { AgentForm } from "./useAgentForm.ts";

/** Whom calls are handed over to, and when. */
export function TransferSection({ form: { values, isReadOnly, changeIn, resets } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { transfer } = values;
  const set = (fields: Partial<typeof transfer>) => changeIn("transfer", fields);
  return (
    <>
      <TextField
        label={t("voice.transfer.number")}
        name="transfer.phoneNumber"
        hint={t("voice.transfer.number.hint")}
        isOptional
        type="tel"
        value={transfer.phoneNumber ?? ""}
        maxLength={40}
        isReadOnly={isReadOnly}
        onChange={(text) => set({ phoneNumber: text === "" ? null : text })}
      />
      <Switch
        isSelected={transfer.onRequest}
        isDisabled={isReadOnly}
        hint={t("voice.transfer.onRequest.hint")}
        onChange={(onRequest) => set({ onRequest })}
      >
        {t("voice.transfer.onRequest")}
      </Switch>
      <TextArea
        label={t("voice.transfer.message")}
        name="transfer.message"
        rows={2}
        maxLength={500}
        value={transfer.message}
        isReadOnly={isReadOnly}
        onChange={(message) => set({ message })}
      />
      <HoursField
        key={resets}
        label={t("voice.transfer.hours")}
        name="transfer.hours"
        hours={transfer.hours}
        isReadOnly={isReadOnly}
        onChange={(hours) => set({ hours })}
      />
    </>
  );
}
