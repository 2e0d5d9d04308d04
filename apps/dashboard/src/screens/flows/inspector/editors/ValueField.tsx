import { useI18n } from "../../../../i18n/i18n.tsx";
import { useQuery } from "@tanstack/react-query";
import { contactFields } from "../../../../api/resources.ts";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TagInput } from "../../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import type { Choices } from "../../useNames.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  value: unknown;
  /** The contact's field. */
  of: string;
  choices: Choices;
  onChange(value: unknown): void;
}

/** The value of a contact's field, according to the field's type. */
export function ValueField({ value, of, choices, onChange, ...shared }: Props) {
  const { t } = useI18n();
  const { data: custom } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  const field = custom?.items.find(({ key }) => of === `customFields.${key}`);
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
  const choose = (options: readonly { id: string; name: string }[]) => (
    <Select {...shared} value={text === "" ? null : text} options={options} onChange={onChange} />
  );
  if (of === "ownerId") return choose(choices.members);
  if (of === "stageId") return choose(choices.stages);
  if (field?.type === "number")
    return (
      <NumberField
        {...shared}
        value={typeof value === "number" ? value : Number.NaN}
        onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
      />
    );
  if (field?.type === "boolean")
    return (
      <Select
        {...shared}
        value={typeof value === "boolean" ? String(value) : null}
        options={[
          { id: "true", name: t("common.yes") },
          { id: "false", name: t("common.no") },
        ]}
        onChange={(next) => onChange(next === "true")}
      />
    );
  if (field?.type === "multi_select")
    return <TagInput {...shared} value={Array.isArray(value) ? value.map(String) : []} suggestions={field.options} onChange={onChange} />;
  if (field?.type === "select") return choose(field.options.map((id) => ({ id, name: id })));
  return <TextField {...shared} value={text} onChange={(next) => onChange(next === "" ? undefined : next)} />;
}
