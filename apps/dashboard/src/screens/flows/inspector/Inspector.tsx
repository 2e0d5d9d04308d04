import { Copy, Plus, Trash2 } from "lucide-react";
import type { Flow } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { KeyCap } from "../../../ui/KeyCap.tsx";
import { nodeIcon, triggerIcon } from "../canvas/icons.ts";
import type { StepCount } from "../canvas/useStepCounts.ts";
import type { Editing } from "../editor/useEditing.ts";
import type { FlowEditor } from "../editor/useFlowEditor.ts";
import { isStepType, stepFields } from "../model/fields.ts";
import { conditionsKey, find, setSlot, type Slot, slotsOf, type StepNode, triggerKey, update } from "../model/model.ts";
import { stepName, triggerName } from "../model/step-texts.ts";
import { problemText } from "../problem-text.ts";
import type { Choices } from "../useNames.ts";
import { ConditionsForm } from "./ConditionsForm.tsx";
import { Counted } from "./Counted.tsx";
import { FieldEditor } from "./FieldEditor.tsx";
import { TriggerForm } from "./TriggerForm.tsx";

interface Props {
  flow: Flow;
  editor: FlowEditor;
  editing: Editing;
  choices: Choices;
  mayWrite: boolean;
  counts: ReadonlyMap<string, StepCount>;
}

/** The form of the selected node: what it does, its problems, how often runs reached it. */
export function Inspector({ flow, editor, editing, choices, mayWrite, counts }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { model, problems } = editor;
  const key = editing.selected;
  const step = find(model, key)?.node;
  const own = problems.filter((problem) => problem.key === key && problem.field === "");
  const count = counts.get(key);
  const { Icon, tone } =
    step !== undefined
      ? nodeIcon(step.fields.type)
      : {
          Icon: key === triggerKey ? triggerIcon(model.trigger.type) : nodeIcon("branch").Icon,
          tone: key === triggerKey ? "trigger" : "branch",
        };
  return (
    <>
      <header className="card-head">
        <span className={`flow-icon for-${tone}`}>
          <Icon className="icon icon-14" aria-hidden />
        </span>
        <h2 className="cut">
          {step !== undefined
            ? stepName(step.fields.type, i18n)
            : key === triggerKey
              ? triggerName(model.trigger.type, i18n)
              : t("flows.conditions")}
        </h2>
        {mayWrite && key !== triggerKey && (
          <span className="ms-auto flex gap-1">
            {step !== undefined && (
              <Button
                icon={Copy}
                label={t("flows.duplicate")}
                keys="mod+d"
                variant="ghost"
                size="small"
                onPress={() => editing.double(key)}
              />
            )}
            <Button
              icon={Trash2}
              label={t("flows.remove")}
              keys="backspace"
              variant="ghost"
              size="small"
              onPress={() => editing.remove(key)}
            />
          </span>
        )}
      </header>
      <div className="flow-form" key={`${key} ${editor.epoch}`}>
        {own.map((problem) => (
          <Notice key={`${problem.issue} ${problem.message ?? ""}`} tone="bad">
            {problemText(problem, i18n)}
          </Notice>
        ))}
        {key === triggerKey ? (
          <TriggerForm flow={flow} editor={editor} editing={editing} choices={choices} mayWrite={mayWrite} />
        ) : key === conditionsKey && model.conditions !== null ? (
          <ConditionsForm
            rules={model.conditions}
            model={model}
            choices={choices}
            isReadOnly={!mayWrite}
            problems={problems.filter((problem) => problem.key === key)}
            onChange={(conditions) =>
              editor.apply({ ...model, conditions: conditions ?? { rules: [] } }, { key, fields: ["rules", "exclude", "match"] })
            }
          />
        ) : (
          step !== undefined && <StepForm step={step} editor={editor} choices={choices} mayWrite={mayWrite} />
        )}
        {count !== undefined && <Counted count={count} />}
      </div>
      {mayWrite && (
        <footer className="flow-keys">
          <Button size="small" icon={Plus} keys="a" onPress={() => editing.openAdd(placeOf(editing, editor))}>
            {t("flows.addAfter")}
          </Button>
          <span className="hint">
            <KeyCap keys="alt+arrowup" /> <KeyCap keys="alt+arrowdown" /> {t("flows.keys.move")}
          </span>
        </footer>
      )}
    </>
  );
}

function placeOf({ selected }: Editing, { model }: FlowEditor) {
  const place = find(model, selected)?.place;
  return place === undefined ? { parent: null, slot: null, index: 0 } : { ...place, index: place.index + 1 };
}

function StepForm({ step, editor, choices, mayWrite }: { step: StepNode; editor: FlowEditor; choices: Choices; mayWrite: boolean }) {
  const { t } = useI18n();
  const { model, problems } = editor;
  const { type } = step.fields;
  if (!isStepType(type)) return <p className="hint">{t("flows.unknown.text")}</p>;
  const optional: readonly Slot[] = type === "branch" ? [] : (slotsOf[type] ?? []);
  return (
    <>
      {stepFields[type].length === 0 && optional.length === 0 && <p className="hint">{t("flows.nothingToSet")}</p>}
      {stepFields[type].map((field) => (
        <FieldEditor
          key={field.name}
          field={field}
          owner={step.fields}
          nodeKey={step.key}
          model={model}
          choices={choices}
          problems={problems}
          isReadOnly={!mayWrite}
          onChange={(change) => editor.apply(update(model, step.key, change), { key: step.key, fields: Object.keys(change) })}
        />
      ))}
      {optional.map((slot) => (
        <Switch
          key={slot}
          isSelected={step.slots[slot] !== undefined}
          isDisabled={!mayWrite}
          hint={t(slot === "onError" ? "flows.onError.hint" : "flows.onTimeout.hint")}
          onChange={(on) => editor.apply(setSlot(model, step.key, slot, on))}
        >
          {t(slot === "onError" ? "flows.onError" : "flows.onTimeout")}
        </Switch>
      ))}
    </>
  );
}
