import type { Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { findActiveMember, holdActiveMembers, type Member } from "./tenants.queries.ts";

/**
 * An active member of the tenant by `agt_…` or `usr_…`, which refer to the same person. Throws not_found, also for a
 * malformed id.
 * @param hold locks the member until the transaction ends, so that they cannot be suspended while something is assigned
 * to them
 */
export async function getMember(tx: Tx, wire: string, hold = false): Promise<Member> {
  const userId = parseWireId("agt", wire) ?? parseWireId("usr", wire);
  const [member] = userId === null ? [] : await findActiveMember(tx, userId, hold);
  if (member === undefined) throw notFound(wire);
  return member;
}

/**
 * The same person if they are currently an active member, locked until the transaction ends; otherwise null, and nobody
 * inherits their work automatically.
 */
export async function activeAssignee(tx: Tx, userId: string): Promise<string | null> {
  try {
    return (await getMember(tx, wireId("usr", userId), true)).userId;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Locks those of them who are active members until the transaction ends, so that they cannot be suspended while something is assigned to
 * them. To be called before conversations are locked, as a suspension does.
 */
export async function holdMembers(tx: Tx, userIds: string[]): Promise<void> {
  if (userIds.length > 0) await holdActiveMembers(tx, userIds);
}
