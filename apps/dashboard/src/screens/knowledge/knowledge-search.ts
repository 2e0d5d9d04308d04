/** The search parameters of the knowledge screens: those of GET /knowledge/sources, /faqs, /unanswered, and the panel's question. */
export const sourceStates = ["pending", "processing", "ready", "failed"] as const;
export const sourceKinds = ["text", "url", "file"] as const;
export const faqStates = ["draft", "published", "archived"] as const;

export interface KnowledgeSearch {
  q?: string;
  categoryId?: string;
  kind?: (typeof sourceKinds)[number];
  status?: (typeof sourceStates)[number] | (typeof faqStates)[number];
  dismissed?: true;
  /** For unanswered questions; sorted by how often they were asked by default. */
  sort?: "lastAsked";
  /** The question in the panel. */
  ask?: string;
}

const oneOf = <const Word extends string>(values: readonly Word[], value: unknown) => values.find((candidate) => candidate === value);
// A numeric text in the URL arrives as a number.
const text = (value: unknown) =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

/** Reads the URL's search parameters; invalid values are ignored. */
export function readKnowledgeSearch(search: Record<string, unknown>): KnowledgeSearch {
  return {
    q: text(search["q"]),
    categoryId: text(search["categoryId"]),
    kind: oneOf(sourceKinds, search["kind"]),
    status: oneOf([...sourceStates, ...faqStates], search["status"]),
    dismissed: search["dismissed"] === true ? true : undefined,
    sort: search["sort"] === "lastAsked" ? "lastAsked" : undefined,
    ask: text(search["ask"]),
  };
}
