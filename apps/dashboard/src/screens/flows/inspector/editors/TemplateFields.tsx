import { useQueries } from "@tanstack/react-query";
import { templatesQuery } from "../../../../api/inbox/templates.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { takesVariablesOnly } from "../../../../parts/templates/part-fields.ts";
import { ComboBox } from "../../../../ui/fields/ComboBox.tsx";
import type { Option } from "../../../../ui/fields/Options.tsx";
import { fieldsOf, type TypedStep } from "../../model/step-texts.ts";
import type { Choices } from "../../useNames.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  owner: TypedStep;
  choices: Choices;
  onChange(change: Record<string, unknown>): void;
}

/**
 * A template of any channel, which determines the language. The step has values for the body's variables only, so a template that needs more
 * cannot be chosen. A template given through the API is kept.
 */
export function TemplateFields({ owner, choices, onChange, ...shared }: Props) {
  const lists = useQueries({ queries: choices.channels.map(({ id }) => ({ ...templatesQuery(id), throwOnError: false })) });
  const { t } = useI18n();
  const found = new Map<string, { name: string; language: string; fits: boolean }>();
  for (const { data } of lists)
    for (const template of data?.data ?? []) {
      const { name, language, status } = template;
      const id = `${name} ${language}`;
      // On another channel, it may need less.
      if (status === "approved") found.set(id, { name, language, fits: takesVariablesOnly(template) || found.get(id)?.fits === true });
    }
  const given = fieldsOf(owner);
  const [name, language] = [given["name"], given["language"]].map((value) => (typeof value === "string" ? value : ""));
  const own = `${name} ${language}`;
  const options: Option[] = Array.from(found, ([id, each]) => ({
    ...{ id, name: `${each.name} · ${each.language}` },
    ...(each.fits ? {} : { isDisabled: true, description: t("flows.templateNeedsMore") }),
  }));
  if (name !== "" && !found.has(own)) options.unshift({ id: own, name: `${name} · ${language}` });
  return (
    <ComboBox
      {...shared}
      error={shared.error ?? (found.get(own)?.fits === false ? t("flows.templateNeedsMore") : null)}
      value={name === "" ? null : own}
      options={options}
      onChange={(id) => {
        const chosen = id === null ? undefined : found.get(id);
        if (chosen !== undefined) onChange({ name: chosen.name, language: chosen.language });
      }}
    />
  );
}
