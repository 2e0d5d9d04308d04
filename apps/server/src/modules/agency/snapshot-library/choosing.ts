import type { SnapshotInput } from "#modules/agency/snapshots/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule, invalidField } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import * as queries from "./library.queries.ts";

/**
 * The snapshot that a new client is created with: the given one, the named one, none for null, and the agency's default if nothing is
 * given. Also within a transaction of the worker. 400 for two at once; 422 for an unknown one.
 */
export async function chosenSnapshot(
  tx: Tx,
  input: { snapshot?: SnapshotInput | undefined; snapshotId?: string | null | undefined },
): Promise<SnapshotInput | null> {
  if (input.snapshot !== undefined) {
    if (input.snapshotId !== undefined) throw invalidField("snapshotId", "not_allowed", "Send either a snapshot or a snapshot's id.");
    return input.snapshot;
  }
  if (input.snapshotId === null) return null;
  if (input.snapshotId === undefined) return queries.contentOf(tx, null);
  const id = parseWireId("snp", input.snapshotId);
  const content = id === null ? null : await queries.contentOf(tx, id);
  if (content === null) throw unknownSnapshot("snapshotId");
  return content;
}

/** For references to a snapshot: locks it against deletion until the end of the transaction. 422 for an unknown one. */
export async function lockSnapshot(tx: Tx, wire: string, field: string): Promise<void> {
  const id = parseWireId("snp", wire);
  if (id === null || (await queries.findSnapshot(tx, id, "share")) === null) throw unknownSnapshot(field);
}

const unknownSnapshot = (field: string) => brokenRule(field, "not_found", "The agency has no such snapshot.");
