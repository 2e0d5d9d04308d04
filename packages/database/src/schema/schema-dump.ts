/**
 * The schema as text, read from the catalogue: committed as packages/database/schema.sql and compared in CI, so that a review sees the
 * overall effect of a migration. It reads like SQL but is not meant to be run.
 *
 * Identical on PostgreSQL 15 to 18, as far as the servers agree: NOT NULL is shown with the column (18 also lists it as a constraint),
 * MAINTAIN (17) is left out, and so are rights an owner has anyway. Bodies of views are printed by the server and may differ in
 * qualification between 15 and later.
 */
import type pg from "pg";
import { inTransaction } from "../connect.ts";
import * as catalogue from "./schema-catalogue.ts";

/** Everything in schema public except what belongs to extensions. Sorted by name; ends with a line break. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  return await inTransaction(
    client,
    async () => {
      // Makes the server qualify names outside public with their schema, whatever the session has set.
      await client.query("set local search_path = public");
      const list = async (query: string) => (await client.query<{ text: string }>(query)).rows.map((row) => row.text);
      const sections = [
        ["-- PostgreSQL schema of Parley. Generated from the catalogue by `npm run generate`; do not edit."],
        await list(catalogue.types),
        await list(catalogue.sequences),
        await list(catalogue.tables),
        await list(catalogue.indexes),
        await list(catalogue.rowSecurity),
        await list(catalogue.policies),
        await list(catalogue.views),
        await list(catalogue.triggers),
        await list(catalogue.statistics),
        await list(catalogue.functions),
        await list(catalogue.owners),
        await list(catalogue.grants),
        await list(catalogue.comments),
      ];
      return `${sections
        .filter((section) => section.length > 0)
        .map((section) => section.join("\n"))
        .join("\n\n")}\n`;
    },
    "isolation level repeatable read read only",
  );
}
