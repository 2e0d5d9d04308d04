import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute, uploadRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { fingerprintOf } from "#platform/imports/import-file.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Threads } from "#platform/threads/threads.ts";
import { Type } from "typebox";
import {
  ContactImport,
  ContactImportList,
  ContactImportRowList,
  CreateImport,
  ImportForm,
  ListImportRowsQuery,
  ListImportsQuery,
} from "./imports.schema.ts";
import { type ImportsService, renderImport, renderResult } from "./imports.service.ts";
import { rawFileOf, readFile, receiveForm } from "./receiving.ts";
import { sampleFile } from "./report.ts";

const tag = "Contact imports";

export function importRoutes(
  service: ImportsService,
  deps: { pager: Pager; database: Database; fields: Pick<ContactFieldsService, "definitions">; threads: Threads },
): AnyRoute[] {
  const { pager } = deps;
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    uploadRoute({
      method: "POST",
      path: "/contacts/imports",
      operationId: "createContactImport",
      tag,
      summary: "Import contacts from a CSV file",
      description:
        "Send a form with the file, or JSON with its text. The first row names the columns; the separator is comma, semicolon or tab; the encoding UTF-8, UTF-16 or Windows-1252. Runs in the background, row by row. With dryRun nothing is written: the response shows the columns with suggested fields, and the rows show their expected result.",
      scope: "contacts:write",
      body: CreateImport,
      form: ImportForm,
      files: ["text/csv"],
      response: ContactImport,
      example: {
        body: {
          csv: "name,phone,tags\nAda Lovelace,+447700900123,vip\n",
          mapping: { name: "name", phone: "phone", tags: "tags" },
          dryRun: true,
        },
      },
      async receive(ctx, source) {
        const raw = "parts" in source ? await receiveForm(source.parts) : rawFileOf(source.body);
        const definitions = await deps.database.withTenant(ctx.tenantId, (tx) => deps.fields.definitions(tx));
        return { value: await readFile(deps.threads, raw, definitions), fingerprint: fingerprintOf(raw), done: async () => undefined };
      },
      handle: (ctx, file) => service.create(ctx, file),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/imports",
      operationId: "listContactImports",
      tag,
      summary: "List contact imports",
      scope: "contacts:read",
      query: ListImportsQuery,
      response: ContactImportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "contact-imports" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderImport);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/contacts/imports/sample.csv",
      operationId: "getContactImportSample",
      tag,
      summary: "Get a sample CSV file",
      scope: "contacts:read",
      response: Type.String(),
      open: async () => sampleFile(),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/imports/:id",
      operationId: "getContactImport",
      tag,
      summary: "Get a contact import",
      scope: "contacts:read",
      params: IdParams,
      response: ContactImport,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/imports/:id/cancel",
      operationId: "cancelContactImport",
      tag,
      summary: "Cancel a contact import",
      description: "Rows already applied stay. Has no effect if the import is already cancelled.",
      scope: "contacts:write",
      params: IdParams,
      response: ContactImport,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.cancel(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/imports/:id/rows",
      operationId: "listContactImportRows",
      tag,
      summary: "List the results of an import by row",
      description: "In file order.",
      scope: "contacts:read",
      params: IdParams,
      query: ListImportRowsQuery,
      response: ContactImportRowList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor, outcome } }) {
        await service.get(ctx.tx, params.id);
        const filters = { list: "contact-import-rows", id: params.id, outcome };
        const after = pager.read(ctx.tenantId, filters, cursor)?.[0];
        const rows = await service.rows(ctx.tx, params.id, outcome, after === undefined ? null : Number(after), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [String(row.row)], renderResult);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/contacts/imports/:id/rows.csv",
      operationId: "getContactImportReport",
      tag,
      summary: "Download the results of an import by row as CSV",
      scope: "contacts:read",
      params: IdParams,
      response: Type.String(),
      open: (ctx, params) => service.report(ctx, params.id),
    }),
  ];
}
