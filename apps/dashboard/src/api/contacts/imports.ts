/** Imports of files. Each starts with a dry run, polled each second until it is done. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ContactImport, FaqImport } from "@parley/sdk";
import { api } from "../client.ts";
import { faqs } from "../automation/knowledge.ts";
import { uploadOptions } from "../media.ts";
import { contacts } from "../resources.ts";

export type ColumnMapping = Readonly<Record<string, string | null>>;
export type ImportJob = ContactImport | FaqImport;

export interface ImportSettings<Existing extends string> {
  /** null: the server suggests one from the column names. */
  mapping: ColumnMapping | null;
  onExisting: Existing;
  dryRun: boolean;
}

/** A row that could not be applied. With a field, `issue` is one of an error's `details`; otherwise an error's code. */
export interface ImportProblem {
  row: number;
  field: string | null;
  issue: string | null;
  message: string | null;
}

/** The API calls for importing one kind of record. */
export interface Importer<Existing extends string> {
  /** Prefix of its query keys. */
  name: string;
  create(file: File, settings: ImportSettings<Existing>): Promise<ImportJob>;
  get(id: string, signal: AbortSignal): Promise<ImportJob>;
  failedRows(id: string, signal: AbortSignal): Promise<ImportProblem[]>;
  cancel(id: string): Promise<unknown>;
  /** The records were written: fetch again whatever is shown of them. */
  changed(client: QueryClient): unknown;
}

const failed = { outcome: "failed", limit: 20 } as const;

/** The file itself is sent, not its text, so that the server detects its encoding. */
function importForm(file: File, { mapping, onExisting, dryRun }: ImportSettings<string>): FormData {
  const form = new FormData();
  form.set("file", file, file.name);
  form.set("onExisting", onExisting);
  form.set("dryRun", String(dryRun));
  if (mapping !== null) form.set("mapping", JSON.stringify(mapping));
  return form;
}

export const contactImporter: Importer<ContactImport["onExisting"]> = {
  name: "contact",
  create: (file, settings) => api.contacts.imports.create(importForm(file, settings), uploadOptions),
  get: (id, signal) => api.contacts.imports.get(id, { signal }),
  failedRows: async (id, signal) => (await api.contacts.imports.rows.list(id, failed, { signal }).page()).data,
  cancel: (id) => api.contacts.imports.cancel(id),
  changed: (client) => contacts.invalidate(client),
};

export const faqImporter: Importer<FaqImport["onExisting"]> = {
  name: "faq",
  create: (file, settings) => api.knowledge.faqs.imports.create(importForm(file, settings), uploadOptions),
  get: (id, signal) => api.knowledge.faqs.imports.get(id, { signal }),
  failedRows: async (id, signal) => (await api.knowledge.faqs.imports.rows.list(id, failed, { signal }).page()).data,
  cancel: (id) => api.knowledge.faqs.imports.cancel(id),
  changed: (client) => faqs.invalidate(client),
};

const pollMs = 1_000;
export const isRunning = ({ status }: Pick<ImportJob, "status">): boolean => status === "queued" || status === "running";

export const importQuery = <Existing extends string>({ name, get }: Importer<Existing>, id: string) =>
  queryOptions({
    queryKey: [`${name}-imports`, "detail", id] as const,
    queryFn: ({ signal }) => get(id, signal),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? pollMs : false),
  });

/** The rows that could not be applied. */
export const failedRowsQuery = <Existing extends string>({ name, failedRows }: Importer<Existing>, id: string) =>
  queryOptions({
    queryKey: [`${name}-import-rows`, "list", id] as const,
    queryFn: ({ signal }) => failedRows(id, signal),
  });
