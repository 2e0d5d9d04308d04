/** Limits of a tenant's knowledge. */
export const bounds = {
  sourcesPerTenant: 1_000,
  faqsPerTenant: 10_000,
  categoriesPerTenant: 500,
  /** For a text in a request, in characters: in any script it fits into a request. Longer texts are sent as files. */
  textLength: 250_000,
  /** For the text of a page or file, in characters. */
  extractedLength: 2_000_000,
  fileBytes: 20 * 1024 * 1024,
  pages: 500,
} as const;
export type Bounds = { readonly [K in keyof typeof bounds]: number };
