import { useSearch } from "@tanstack/react-router";
import { type KnowledgeSearch, readKnowledgeSearch } from "./knowledge-search.ts";

/** The URL's search parameters; invalid values are ignored. */
export const useKnowledgeSearch = (): KnowledgeSearch =>
  readKnowledgeSearch(useSearch({ from: "/app/knowledge/$part" }) as Record<string, unknown>);
