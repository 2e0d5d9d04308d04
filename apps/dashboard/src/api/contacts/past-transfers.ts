import type { ContactExport, ContactImport, FaqImport } from "@parley/sdk";
import { api } from "../client.ts";
import { pagedQuery } from "../paged.ts";

/** Newest first, including dry runs. */
export const pastImportsQuery = () =>
  pagedQuery<ContactImport>("contact-imports", [], (page, options) => api.contacts.imports.list(page, options), 5_000);

export const pastExportsQuery = () =>
  pagedQuery<ContactExport>("contact-exports", [], (page, options) => api.contacts.exports.list(page, options), 5_000);

export const pastFaqImportsQuery = () =>
  pagedQuery<FaqImport>("faq-imports", [], (page, options) => api.knowledge.faqs.imports.list(page, options), 5_000);
