import { useQueries } from "@tanstack/react-query";
import { templatesQuery } from "../../../../api/inbox/templates.ts";
import { ComboBox } from "../../../../ui/fields/ComboBox.tsx";
import { fieldsOf, type TypedStep } from "../../model/step-texts.ts";
import type { Choices } from "../../useNames.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  owner: TypedStep;
  choices: Choices;
  onChange(change: Record<string, unknown>): void;
}

/** A template of any channel, which determines the language. A template given through the API is kept. */
export function TemplateFields({ owner, choices, onChange, ...shared }: Props) {
  const lists = useQueries({ queries: choices.channels.map(({ id }) => ({ ...templatesQuery(id), throwOnError: false })) });
  const found = new Map<string, { name: string; language: string; variables: number }>();
  for (const { data } of lists)
    for (const { name, language, status, variables } of data?.data ?? [])
      if (status === "approved") found.set(`${name} ${language}`, { name, language, variables: variables.length });
  const given = fieldsOf(owner);
  const [name, language] = [given["name"], given["language"]].map((value) => (typeof value === "string" ? value : ""));
  const own = `${name} ${language}`;
  const options = Array.from(found, ([id, each]) => ({ id, name: `${each.name} · ${each.language}` }));
  if (name !== "" && !found.has(own)) options.unshift({ id: own, name: `${name} · ${language}` });
  return (
    <ComboBox
      {...shared}
      value={name === "" ? null : own}
      options={options}
      onChange={(id) => {
        const chosen = id === null ? undefined : found.get(id);
        if (chosen !== undefined) onChange({ name: chosen.name, language: chosen.language });
      }}
    />
  );
}
