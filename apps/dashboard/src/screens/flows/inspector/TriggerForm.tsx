import { Filter } from "lucide-react";
import type { Flow, FlowTrigger } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { triggerIcon } from "../canvas/icons.ts";
import type { Editing } from "../editor/useEditing.ts";
import type { FlowEditor } from "../editor/useFlowEditor.ts";
import { isTriggerType, triggerFields, triggerTypes } from "../model/fields.ts";
import { conditionsKey, triggerKey, updateTrigger } from "../model/model.ts";
import type { Choices } from "../useNames.ts";
import { FieldEditor } from "./FieldEditor.tsx";
import { WebhookAddress } from "./WebhookAddress.tsx";

interface Props {
  flow: Flow;
  editor: FlowEditor;
  editing: Editing;
  choices: Choices;
  mayWrite: boolean;
}

/** What starts the flow, for whom, and how often per contact. */
export function TriggerForm({ flow, editor, editing, choices, mayWrite }: Props) {
  const { t } = useI18n();
  const { model, problems } = editor;
  const { trigger } = model;
  return (
    <>
      <ComboBox
        label={t("flows.startsWhen")}
        isReadOnly={!mayWrite}
        value={trigger.type}
        options={triggerTypes.map((id) => ({ id, name: t(`flows.trigger.${id}`), icon: triggerIcon(id) }))}
        onChange={(type) => {
          if (type !== null && type !== trigger.type) editor.apply({ ...model, trigger: { type } as FlowTrigger });
        }}
      />
      {isTriggerType(trigger.type) ? (
        triggerFields[trigger.type].map((field) => (
          <FieldEditor
            key={`${trigger.type} ${field.name}`}
            field={field}
            owner={trigger}
            nodeKey={triggerKey}
            model={model}
            choices={choices}
            problems={problems}
            isReadOnly={!mayWrite}
            onChange={(change) => editor.apply(updateTrigger(model, change), { key: triggerKey, fields: Object.keys(change) })}
          />
        ))
      ) : (
        <p className="hint">{t("flows.unknown.text")}</p>
      )}
      {trigger.type === "webhook" && <WebhookAddress flow={flow} isDirty={editor.isDirty} mayWrite={mayWrite} />}
      <hr />
      <Switch
        isSelected={model.oncePerContact}
        isDisabled={!mayWrite}
        hint={t("flows.once.hint")}
        onChange={(oncePerContact) => editor.apply({ ...model, oncePerContact })}
      >
        {t("flows.once")}
      </Switch>
      {mayWrite && model.conditions === null && (
        <Button
          size="small"
          icon={Filter}
          className="justify-self-start"
          onPress={() => {
            editor.apply({ ...model, conditions: { match: "all", rules: [] } });
            editing.select(conditionsKey, true);
          }}
        >
          {t("flows.conditions.add")}
        </Button>
      )}
    </>
  );
}
