import type { ContactField, TicketField } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import { type FieldValue, fieldText } from "./field-value.ts";

const CustomControls = lazyComponent(async () => (await import("./CustomControls.tsx")).CustomControls, { keys: null });

interface Props {
  field: ContactField | TicketField;
  value: FieldValue;
  isReadOnly: boolean;
  onSave(value: FieldValue): Promise<unknown>;
}

const textTypes: { readonly [type in ContactField["type"]]?: "text" | "url" | "email" | "tel" } = {
  text: "text",
  url: "url",
  email: "email",
  phone: "tel",
};

/** A custom field as a row of `facts`, edited in place. */
export function CustomFact({ field, value, isReadOnly, onSave }: Props) {
  const i18n = useI18n();
  const shown = fieldText(field, value, i18n);
  const type = textTypes[field.type];
  return (
    <>
      <dt className="cut" title={field.description ?? undefined}>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>
        {isReadOnly || type !== undefined ? (
          <InlineField
            label={field.label}
            value={shown}
            placeholder={i18n.t("contact.add")}
            type={type ?? "text"}
            isReadOnly={isReadOnly}
            onSave={(typed) => onSave(typed === "" ? null : typed)}
          />
        ) : (
          <CustomControls field={field} value={value} shown={shown} onSave={onSave} />
        )}
      </dd>
    </>
  );
}
