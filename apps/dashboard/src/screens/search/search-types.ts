/** What can be searched, as `types` of GET /search has it, and tickets beside it. */
export const searchTypes = ["messages", "conversations", "contacts", "tickets"] as const;
export type SearchType = (typeof searchTypes)[number];

export interface SearchSearch {
  q?: string;
  types?: SearchType;
  channelId?: string;
}

/** What an address says; what it cannot say is left out. */
export function readSearchSearch(search: Record<string, unknown>): SearchSearch {
  const { q, types, channelId } = search;
  const type = searchTypes.find((each) => each === types);
  return {
    // A number that was typed comes as one.
    ...(typeof q === "string" && q !== "" ? { q } : typeof q === "number" ? { q: String(q) } : {}),
    ...(type === undefined ? {} : { types: type }),
    ...(typeof channelId === "string" && channelId !== "" ? { channelId } : {}),
  };
}
