import { useSearch } from "@tanstack/react-router";
import { type AgencySearch, readAgencySearch } from "./agency-search.ts";

/** The URL's search parameters; invalid values are ignored. */
export const useAgencySearch = (): AgencySearch => readAgencySearch(useSearch({ from: "/app/agency/$part" }) as Record<string, unknown>);
