import type { ContactField, TicketField } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Checkbox, CheckboxGroup } from "../../ui/fields/Checkbox.tsx";
import { DatePicker, DateTimePicker } from "../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";

export type CustomValue = string | boolean | string[];

interface Props {
  field: ContactField | TicketField;
  value: CustomValue | undefined;
  onChange(value: CustomValue): void;
}

const textTypes = { url: "url", email: "email", phone: "tel" } as const;

/** A form input for a custom field, according to its type. */
export function CustomFieldInput({ field, value, onChange }: Props) {
  const { t } = useI18n();
  const { type, options, required } = field;
  const common = {
    ...{ label: field.label, name: `customFields.${field.key}` },
    ...(required ? {} : { isOptional: true }),
    ...(field.description === null ? {} : { hint: field.description }),
  };
  const text = typeof value === "string" ? value : "";
  switch (type) {
    case "select":
      return (
        <Select
          {...common}
          value={text === "" && required ? null : text}
          options={[...(required ? [] : [{ id: "", name: t("common.none") }]), ...options.map((id) => ({ id, name: id }))]}
          onChange={onChange}
        />
      );
    case "boolean":
      return (
        <Select
          {...common}
          value={value === undefined ? (required ? null : "") : String(value)}
          options={[
            ...(required ? [] : [{ id: "", name: t("common.none") }]),
            { id: "true", name: t("common.yes") },
            { id: "false", name: t("common.no") },
          ]}
          onChange={(id) => onChange(id === "" ? "" : id === "true")}
        />
      );
    case "multi_select":
      return (
        <CheckboxGroup {...common} value={Array.isArray(value) ? value : []} onChange={onChange}>
          {options.map((each) => (
            <Checkbox key={each} value={each}>
              {each}
            </Checkbox>
          ))}
        </CheckboxGroup>
      );
    case "date":
      return <DatePicker {...common} value={text === "" ? null : text} onChange={(day) => onChange(day ?? "")} />;
    case "datetime":
      return <DateTimePicker {...common} value={text === "" ? null : text} onChange={(at) => onChange(at ?? "")} />;
    case "number":
      return (
        <NumberField
          {...common}
          formatOptions={{ maximumFractionDigits: 10 }}
          value={text === "" ? Number.NaN : Number(text)}
          onChange={(number) => onChange(Number.isNaN(number) ? "" : String(number))}
        />
      );
    case "url":
    case "email":
    case "phone":
      return <TextField {...common} isCode type={textTypes[type]} value={text} onChange={onChange} />;
    default:
      return <TextField {...common} value={text} onChange={onChange} />;
  }
}

/** The values to send: without empty ones, and numbers as numbers. The server validates the rest. */
export function customValues(fields: readonly (ContactField | TicketField)[], values: Readonly<Record<string, CustomValue>>) {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const value = values[key];
      if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return [];
      return [[key, type === "number" ? Number(value) : value] as const];
    }),
  );
}
