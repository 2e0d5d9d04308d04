import type { Tx } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import * as queries from "./contacts.queries.ts";
import { contactMergedError } from "./merging/merged-error.ts";
import { beingErased } from "./erasing.ts";

/**
 * The uuid of a contact that a row is about to refer to. The contact is locked until the transaction ends: it is neither deleted nor merged
 * away, so a merge never leaves the reference behind. Throws not_found; conflict for a merged contact, naming the survivor, and for one
 * being erased. Take this lock before that of the referring row, because a merge locks in that order.
 */
export async function lockContact(tx: Tx, wire: string): Promise<string> {
  const id = parseWireId("cnt", wire);
  const row = id === null ? null : await queries.findContact(tx, id, "share");
  if (row === null) throw notFound(wire);
  if (row.merged_into_id !== null) throw contactMergedError(row.merged_into_id);
  if (row.erasing_at !== null) throw beingErased();
  return row.id;
}
