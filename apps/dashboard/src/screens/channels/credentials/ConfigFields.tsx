import type { ChannelKind } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

interface Props {
  fields: ChannelKind["configFields"];
  values: Readonly<Record<string, string>>;
  onChange(values: Record<string, string>): void;
  /** A secret that is saved already: its field may stay empty. */
  isKept?(field: string): boolean;
}

/** The settings of a kind of channel, as the server describes them; its errors are shown at them. */
export function ConfigFields({ fields, values, onChange, isKept = () => false }: Props) {
  const { t } = useI18n();
  return fields.map(({ name, label, help, secret, required }) => (
    <TextField
      key={name}
      label={label}
      name={`config.${name}`}
      hint={help}
      type={secret ? "password" : "text"}
      // What a browser fills in would count as typed.
      autoComplete={secret ? "new-password" : "off"}
      isOptional={!required}
      isRequired={required && !isKept(name)}
      {...(isKept(name) ? { placeholder: t("channels.credentials.kept") } : {})}
      value={values[name] ?? ""}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ));
}
