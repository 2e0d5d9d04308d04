import type { ContactField, TicketField } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { readNumber } from "./read-number.ts";

type Value = string | number | boolean | string[] | null;

interface Props {
  field: ContactField | TicketField;
  value: Value;
  isReadOnly: boolean;
  onSave(value: Value): Promise<unknown>;
}

/** A custom field as a row of `facts`, edited in place. */
export function CustomFact({ field, value, isReadOnly, onSave }: Props) {
  const { t, format, language } = useI18n();
  const shown = Array.isArray(value)
    ? format.list(value.map(String))
    : typeof value === "boolean"
      ? t(value ? "common.yes" : "common.no")
      : value === null
        ? null
        : String(value);
  /** The server validates a field's type; only JSON's types are distinguished here. */
  function read(typed: string): Value {
    const text = typed.trim();
    if (text === "") return null;
    // Text that is not a number stays text: the server refuses it.
    if (field.type === "number") return readNumber(text, language) ?? text;
    if (field.type === "boolean") return /^(?:true|yes|1)$/i.test(text) || text === t("common.yes");
    if (field.type === "multi_select") return text.split(",").map((each) => each.trim());
    return text;
  }
  return (
    <>
      <dt className="cut" title={field.description ?? undefined}>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>
        <InlineField
          label={field.label}
          value={shown}
          placeholder={t("contact.add")}
          isReadOnly={isReadOnly}
          onSave={(typed) => onSave(read(typed))}
        />
      </dd>
    </>
  );
}
