/** The search parameters of the administration, in the terms of the /admin API. */
const words = {
  kind: ["business", "agency", "platform"],
  status: ["active", "suspended", "trialing", "past_due", "paused", "cancelled", "expired", "completed"],
  role: ["owner", "admin", "supervisor", "agent", "viewer"],
  direction: ["inbound", "outbound"],
  state: ["pending", "processing", "done", "failed"],
} as const;
const texts = ["q", "organizationId", "action", "actor", "target"] as const;

export type AdminSearch = { [name in keyof typeof words]?: (typeof words)[name][number] } & { [name in (typeof texts)[number]]?: string };

/** Reads the URL's search parameters; invalid values are ignored. */
export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const read: Record<string, string> = {};
  for (const [name, known] of Object.entries(words)) {
    const word = (known as readonly string[]).find((each) => each === search[name]);
    if (word !== undefined) read[name] = word;
  }
  for (const name of texts) {
    const value = search[name];
    // A numeric text in the URL arrives as a number.
    if ((typeof value === "string" && value !== "") || typeof value === "number") read[name] = String(value);
  }
  return read as AdminSearch;
}
