import { useQuery } from "@tanstack/react-query";
import { contactFields } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

/** A field of a contact that fills a variable: its id in a broadcast, and its name for people. */
export interface FieldSource {
  id: string;
  name: string;
}

const plainFields = ["name", "phone", "email", "source", "country", "language", "timezone"] as const;

export function useFieldSources(): FieldSource[] {
  const { t } = useI18n();
  const { data: custom } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  return [
    { id: "firstName", name: t("broadcasts.firstName") },
    ...plainFields.map((id) => ({ id, name: t(`contacts.field.${id}`) })),
    ...(custom?.items ?? []).map(({ key, label }) => ({ id: `customFields.${key}`, name: label })),
  ];
}
