import type { ChannelKind } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { mustBeFilled } from "./config.ts";

interface Props {
  fields: ChannelKind["configFields"];
  values: Readonly<Record<string, string>>;
  onChange(values: Record<string, string>): void;
  /** What a connected channel has. */
  saved?: { values: Readonly<Record<string, string>>; secrets: readonly string[] };
}

/** The settings of a kind of channel, as the server describes them; its errors are shown at them. */
export function ConfigFields({ fields, values, onChange, saved }: Props) {
  const { t } = useI18n();
  return fields.map((field) => {
    const { name, label, help, secret } = field;
    const isKept = saved?.secrets.includes(name) === true;
    const isRequired = mustBeFilled(field, saved?.values);
    return (
      <TextField
        key={name}
        label={label}
        name={`config.${name}`}
        hint={<bdi>{help}</bdi>}
        type={secret ? "password" : "text"}
        // What a browser fills in would count as typed.
        autoComplete={secret ? "new-password" : "off"}
        isOptional={!isRequired && !isKept}
        isRequired={isRequired}
        {...(isKept ? { placeholder: t("channels.credentials.kept") } : {})}
        value={values[name] ?? ""}
        onChange={(value) => onChange({ ...values, [name]: value })}
      />
    );
  });
}
