/** What can be searched: `types` of GET /search, and tickets. */
export const searchTypes = ["messages", "conversations", "contacts", "tickets"] as const;
export type SearchType = (typeof searchTypes)[number];

export interface SearchSearch {
  q?: string;
  types?: SearchType;
  channelId?: string;
}

/** Reads the URL's search parameters; invalid values are ignored. */
export function readSearchSearch(search: Record<string, unknown>): SearchSearch {
  const { q, types, channelId } = search;
  const type = searchTypes.find((each) => each === types);
  return {
    // A numeric text in the URL arrives as a number.
    ...(typeof q === "string" && q !== "" ? { q } : typeof q === "number" ? { q: String(q) } : {}),
    ...(type === undefined ? {} : { types: type }),
    ...(typeof channelId === "string" && channelId !== "" ? { channelId } : {}),
  };
}
