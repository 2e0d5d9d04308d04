import { useI18n } from "../../i18n/i18n.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { type PartField, type PartValues, problemOf, urlWith } from "./part-fields.ts";

interface Props {
  fields: readonly PartField[];
  values: PartValues;
  onChange(values: PartValues): void;
  size?: "normal" | "small";
  /** Shown below each: who gets the value. */
  hint?: string;
}

/** Inputs for what a template needs besides the body's variables. An empty one shows no error: whoever sends it is told how many there are. */
export function PartFields({ fields, values, onChange, size = "normal", hint }: Props) {
  const { t } = useI18n();
  const labelOf = ({ kind, name }: PartField) =>
    kind === "header" || kind === "url" ? t(`template.part.${kind}`, { name }) : t(`template.part.${kind}`);
  function errorOf(field: PartField) {
    const problem = problemOf(field, values[field.id]);
    if (problem === null || problem === "empty") return null;
    if (problem === "tooLong") return t("template.part.tooLong", { n: field.charactersMax ?? 0 });
    return t(`template.part.wrong.${problem}`);
  }
  return fields.map((field) => {
    const below = [field.kind === "url" ? urlWith(field, values[field.id]) : undefined, hint].filter((each) => each !== undefined);
    return (
      <TextField
        key={field.id}
        label={labelOf(field)}
        size={size}
        error={errorOf(field)}
        {...(below.length === 0
          ? {}
          : {
              hint: below.map((each) => (
                <bdi key={each} className="block wrap-anywhere">
                  {each}
                </bdi>
              )),
            })}
        isCode={["url", "code", "latitude", "longitude"].includes(field.kind)}
        value={values[field.id] ?? ""}
        onChange={(value) => onChange({ ...values, [field.id]: value })}
      />
    );
  });
}
