import { useQuery } from "@tanstack/react-query";
import type { KnowledgeCategory } from "@parley/sdk";
import { categoriesQuery } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";

/** Represents no category in a list of options. */
export const noCategory = "none";

/** Each with its path, as in an import file: "Shop > Hours". */
export interface CategoryLine {
  category: KnowledgeCategory;
  path: string;
}

/** The categories as an indented tree, and as the options of a field. */
export function useCategories() {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery(categoriesQuery());
  const lines = data === undefined ? undefined : asLines(data.items);
  const options = (lines ?? []).map(({ category, path }) => ({ id: category.id, name: path }));
  return {
    lines,
    error,
    isFetching,
    refetch,
    pathOf: (id: string | null) => options.find((each) => each.id === id)?.name ?? null,
    /** For selecting one, or none. */
    options: [{ id: noCategory, name: t("knowledge.category.none") }, ...options],
    /** For filtering by one. */
    filters: [{ id: "", name: t("knowledge.category.all") }, ...options],
  };
}

function asLines(all: readonly KnowledgeCategory[], parentId: string | null = null, above = ""): CategoryLine[] {
  return all
    .filter((each) => each.parentId === parentId)
    .flatMap((category) => {
      const path = `${above}${category.name}`;
      return [{ category, path }, ...asLines(all, category.id, `${path} > `)];
    });
}
