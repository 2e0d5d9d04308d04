import { Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute, uploadRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { fingerprintOf } from "#platform/imports/import-file.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Threads } from "#platform/threads/threads.ts";
import {
  CreateFaqImport,
  FaqImport,
  FaqImportForm,
  FaqImportList,
  FaqImportRowList,
  ListFaqImportRowsQuery,
  ListFaqImportsQuery,
} from "./imports.schema.ts";
import { type ImportsService, renderImport, renderResult } from "./imports.service.ts";
import { rawFileOf, readFile, receiveForm } from "./rows.ts";

const tag = "Knowledge";

export function importRoutes(service: ImportsService, pager: Pager, threads: Threads): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    uploadRoute({
      method: "POST",
      path: "/knowledge/faqs/imports",
      operationId: "createFaqImport",
      tag,
      summary: "Import FAQs from a CSV file",
      description:
        "Send a form with the file, or JSON with its text. The first row names the columns; the separator is comma, semicolon or tab; the encoding UTF-8, UTF-16 or Windows-1252. A category is a path with > between its names; alternatives are separated by |. Runs in the background, row by row. With dryRun nothing is written: the response shows the columns with suggested fields, and the rows show their expected result.",
      scope: "knowledge:write",
      body: CreateFaqImport,
      form: FaqImportForm,
      files: ["text/csv"],
      response: FaqImport,
      example: {
        body: { csv: "question,answer,category,language\nWhen are you open?,9 to 5.,Shop > Hours,en\n", dryRun: true },
      },
      async receive(_ctx, source) {
        const raw = "parts" in source ? await receiveForm(source.parts) : rawFileOf(source.body);
        return { value: await readFile(threads, raw), fingerprint: fingerprintOf(raw), done: async () => undefined };
      },
      handle: (ctx, file) => service.create(ctx, file),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/faqs/imports",
      operationId: "listFaqImports",
      tag,
      summary: "List FAQ imports",
      scope: "knowledge:read",
      query: ListFaqImportsQuery,
      response: FaqImportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "faq-imports" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderImport);
      },
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/faqs/imports/:id",
      operationId: "getFaqImport",
      tag,
      summary: "Get an FAQ import",
      scope: "knowledge:read",
      params: IdParams,
      response: FaqImport,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/knowledge/faqs/imports/:id/cancel",
      operationId: "cancelFaqImport",
      tag,
      summary: "Cancel an FAQ import",
      description: "Rows already applied stay. Has no effect if the import is already cancelled.",
      scope: "knowledge:write",
      params: IdParams,
      response: FaqImport,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.cancel(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/knowledge/faqs/imports/:id/rows",
      operationId: "listFaqImportRows",
      tag,
      summary: "List the results of an import by row",
      description: "In file order.",
      scope: "knowledge:read",
      params: IdParams,
      query: ListFaqImportRowsQuery,
      response: FaqImportRowList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor, outcome } }) {
        await service.get(ctx.tx, params.id);
        const filters = { list: "faq-import-rows", id: params.id, outcome };
        const after = pager.read(ctx.tenantId, filters, cursor)?.[0];
        const rows = await service.rows(ctx.tx, params.id, outcome, after === undefined ? null : Number(after), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [String(row.row)], renderResult);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/knowledge/faqs/export.csv",
      operationId: "exportFaqs",
      tag,
      summary: "Download all FAQs as CSV",
      description: "In the format that an import reads.",
      scope: "knowledge:read",
      response: Type.String(),
      changing: true,
      open: (ctx) => service.file(ctx),
    }),
  ];
}
