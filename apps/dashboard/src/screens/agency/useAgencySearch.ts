import { useSearch } from "@tanstack/react-router";
import { type AgencySearch, readAgencySearch } from "./agency-search.ts";

/** What the address says; invalid values are ignored. */
export const useAgencySearch = (): AgencySearch => readAgencySearch(useSearch({ from: "/app/agency/$part" }) as Record<string, unknown>);
