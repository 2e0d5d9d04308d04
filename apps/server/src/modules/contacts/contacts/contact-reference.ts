import type { Tx } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import * as queries from "./contacts.queries.ts";
import { mergedAway } from "./merging/merged-away.ts";
import { beingErased } from "./erasing.ts";

/**
 * The uuid of a contact that something is about to refer to: until the transaction ends it is neither deleted nor merged away,
 * so what refers to it is never left behind by a merge. Throws not_found, and conflict for a merged contact, naming the one
 * that lives on, and for one that is being erased. Take it before the lock of the row that will refer to it: a merge locks in that order.
 */
export async function holdContact(tx: Tx, wire: string): Promise<string> {
  const id = parseWireId("cnt", wire);
  const row = id === null ? null : await queries.findContact(tx, id, "share");
  if (row === null) throw notFound(wire);
  if (row.merged_into_id !== null) throw mergedAway(row.merged_into_id);
  if (row.erasing_at !== null) throw beingErased();
  return row.id;
}
