import type { FlowConditions } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { ManyField } from "../../../parts/filters/ManyField.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { Problem } from "../editor/useFlowEditor.ts";
import type { Field } from "../model/fields.ts";
import type { Model } from "../model/model.ts";
import { fieldsOf, fieldWords, type TypedStep, valueName } from "../model/step-texts.ts";
import { errorOf } from "../problem-text.ts";
import type { Choice, Choices } from "../useNames.ts";
import { ConditionsForm } from "./ConditionsForm.tsx";
import { AudienceField } from "./editors/AudienceField.tsx";
import { DurationField } from "./editors/DurationField.tsx";
import { HeadersField } from "./editors/HeadersField.tsx";
import { JsonField } from "./editors/JsonField.tsx";
import { ScheduleField } from "./editors/ScheduleField.tsx";
import { StoreField } from "./editors/StoreField.tsx";
import { TemplateFields } from "./editors/TemplateFields.tsx";
import { ValueField } from "./editors/ValueField.tsx";
import { VariableText } from "./editors/VariableText.tsx";

/** In the API's notation. */
const samples = { form: "form_…", zone: "Europe/Berlin", language: "en" };

export interface EditorProps {
  field: Field;
  /** The trigger or step. */
  owner: TypedStep;
  nodeKey: string;
  model: Model;
  choices: Choices;
  problems: readonly Problem[];
  isReadOnly: boolean;
  /** Undefined removes a field. */
  onChange(change: Record<string, unknown>): void;
}

/** One field of a trigger or step, with the appropriate input and the server's errors. */
export function FieldEditor(props: EditorProps) {
  const { field, owner, nodeKey, model, choices, problems, isReadOnly } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const given = fieldsOf(owner);
  const value = given[field.name];
  const label = t(`flows.field.${field.name}` as PlainKey & "flows.field.text");
  const set = (next: unknown) => props.onChange({ [field.name]: next });
  const error = errorOf(problems, nodeKey, field.name, i18n);
  const isOptional = field.isRequired !== true;
  const hint = field.hint === undefined ? undefined : t(field.hint);
  if (isReadOnly && field.as !== "rules")
    return (
      <div className="field">
        <span className="lab">{label}</span>
        <span className="read-only" dir="auto">
          {fieldWords(field, value, choices.naming) || t("common.none")}
        </span>
      </div>
    );
  const text = typeof value === "string" ? value : "";
  const shared = { label, error, isOptional, ...(hint === undefined ? {} : { hint }) };
  const orNone = (next: string) => set(next === "" ? undefined : next);
  const listed = Array.isArray(value) ? value.map(String) : [];
  const chosenOf = (options: readonly Choice[], none: PlainKey) => (
    <ComboBox
      {...shared}
      value={text === "" ? none : text}
      options={[...(isOptional ? [{ id: none, name: t(none as "flows.any") }] : []), ...withOwn(options, text)]}
      onChange={(id) => set(id === null || id === none ? undefined : id)}
    />
  );
  switch (field.as) {
    case "text":
      return <VariableText {...shared} value={text} model={model} isLong onChange={orNone} />;
    case "line":
      return <VariableText {...shared} value={text} model={model} onChange={orNone} />;
    case "code":
      return <TextField {...shared} isCode value={text} onChange={orNone} />;
    case "tag":
      return <TextField {...shared} value={text} onChange={orNone} maxLength={50} />;
    case "list":
      return <TagInput {...shared} value={listed} onChange={(next) => set(next.length === 0 ? undefined : next)} />;
    case "switch":
      return (
        <Switch isSelected={value === true} onChange={(on) => set(on ? true : undefined)} {...(hint === undefined ? {} : { hint })}>
          {label}
        </Switch>
      );
    case "number":
      return (
        <NumberField
          {...shared}
          value={typeof value === "number" ? value : Number.NaN}
          minValue={field.min}
          maxValue={field.max}
          onChange={(next) => set(Number.isNaN(next) ? undefined : next)}
        />
      );
    case "seconds":
    case "minutes":
      return (
        <DurationField
          {...shared}
          unitMs={field.as === "seconds" ? 1_000 : 60_000}
          max={field.max}
          value={typeof value === "number" ? value : null}
          onChange={set}
        />
      );
    case "word": {
      const options = field.words.map(([id]) => ({ id, name: valueName(field.words, id, i18n) }));
      return (
        <Select
          {...shared}
          value={text}
          options={isOptional ? [{ id: "", name: t("flows.unchanged") }, ...options] : options}
          onChange={orNone}
        />
      );
    }
    case "words":
    case "channels":
    case "members": {
      const options =
        field.as === "words"
          ? field.words.map(([id]) => ({ id, name: valueName(field.words, id, i18n) }))
          : field.as === "channels"
            ? choices.channels
            : choices.members;
      return (
        <div className="grid gap-1">
          <ManyField
            name={label}
            options={options}
            chosen={listed}
            none={t(field.as === "channels" ? "flows.anyChannel" : field.as === "words" ? "flows.any" : "ui.choose")}
            onChange={(next) => set(next.length === 0 ? undefined : next)}
          />
          {error !== null && <span className="error">{error}</span>}
        </div>
      );
    }
    case "member":
      return (
        <NullableChoice
          {...shared}
          value={value}
          options={choices.members}
          onChange={set}
          isNullable={owner.type !== "create_ticket" && field.name === "assigneeId"}
        />
      );
    case "division":
      return <NullableChoice {...shared} value={value} options={choices.divisions} onChange={set} isNullable />;
    case "category":
      return (
        <NullableChoice {...shared} value={value} options={choices.categories} onChange={set} isNullable={owner.type === "update_ticket"} />
      );
    case "label":
      return chosenOf(choices.labels, "flows.any");
    case "stage":
      return chosenOf(choices.stages, "flows.any");
    case "pipeline":
      return chosenOf(choices.pipelines, "flows.any");
    case "flow":
      return chosenOf(choices.flows, "flows.any");
    case "broadcast":
      return chosenOf(choices.broadcasts, "flows.any");
    case "channel":
      return chosenOf(choices.channels, "common.none");
    case "form":
      return <TextField {...shared} isCode value={text} placeholder={samples.form} onChange={orNone} />;
    case "zone":
      return <TextField {...shared} isCode value={text} placeholder={samples.zone} onChange={orNone} />;
    case "contactField":
      return chosenOf(choices.contactFields, "flows.any");
    case "value":
      return (
        <ValueField
          {...shared}
          value={value}
          of={typeof given["field"] === "string" ? given["field"] : ""}
          choices={choices}
          onChange={set}
        />
      );
    case "templateName":
      return <TemplateFields {...shared} owner={owner} choices={choices} onChange={props.onChange} />;
    case "language":
      return <TextField {...shared} isCode value={text} placeholder={samples.language} onChange={orNone} />;
    case "json":
      return <JsonField {...shared} value={value} allowsText={field.name === "body"} onChange={set} />;
    case "headers":
      return <HeadersField {...shared} value={value} onChange={set} />;
    case "store":
      return <StoreField {...shared} value={value} choices={choices} allowsFields={owner.type !== "webhook"} onChange={set} />;
    case "schedule":
      return <ScheduleField {...shared} value={value} onChange={set} />;
    case "audience":
      return <AudienceField {...shared} value={value} choices={choices} onChange={set} />;
    case "rules":
      return (
        <ConditionsForm
          rules={value as FlowConditions | undefined}
          model={model}
          choices={choices}
          isReadOnly={isReadOnly}
          problems={problems.filter((problem) => problem.key === nodeKey && problem.field.startsWith(field.name))}
          onChange={set}
        />
      );
  }
}

/** The selected value stays, even if it is no longer in the list. */
const withOwn = (options: readonly Choice[], id: string): readonly Choice[] =>
  id === "" || options.some((each) => each.id === id) ? options : [{ id, name: id }, ...options];

interface NullableProps {
  label: string;
  error: string | null;
  isOptional: boolean;
  value: unknown;
  options: readonly Choice[];
  /** Whether "nobody" is a value, which differs from leaving it unchanged. */
  isNullable: boolean;
  onChange(value: unknown): void;
}

const [unchanged, nobody] = ["unchanged", "nobody"];

function NullableChoice({ value, options, isNullable, onChange, ...shared }: NullableProps) {
  const { t } = useI18n();
  const id = typeof value === "string" ? value : "";
  return (
    <ComboBox
      {...shared}
      value={value === null ? nobody : id === "" ? unchanged : id}
      options={[
        { id: unchanged, name: t("flows.unchanged") },
        ...(isNullable ? [{ id: nobody, name: t("flows.nobody") }] : []),
        ...withOwn(options, id),
      ]}
      onChange={(next) => onChange(next === null || next === unchanged ? undefined : next === nobody ? null : next)}
    />
  );
}
