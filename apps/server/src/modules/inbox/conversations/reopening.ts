import { activeAssignee, holdMembers } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { assigneesOf } from "./assignments.queries.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { ConversationRow } from "./conversations.queries.ts";

/**
 * Locks the assignees of resolved conversations that are about to be reopened, because they keep them. To be called before conversations
 * are locked: a suspension also locks the member first and then releases their conversations.
 * @param others members (uuids) who may get the conversations; locked together with the assignees, so that all are locked in one order
 * @param anyStatus assignees of other conversations too: this transaction may resolve them before it reopens them
 */
export async function holdForReopening(
  tx: Tx,
  wires: readonly string[],
  { others = [], anyStatus = false }: { others?: readonly string[]; anyStatus?: boolean } = {},
): Promise<void> {
  const ids = wires.flatMap((wire) => parseWireId("conv", wire) ?? []);
  await holdMembers(tx, [...others, ...(await assigneesOf(tx, ids, anyStatus))]);
}

/** An assignee keeps a conversation that is reopened, if they have not left since it was resolved. */
export async function assigneeAfter(tx: Tx, row: ConversationRow, state: ConversationState): Promise<string | null> {
  const reopens = row.status === "resolved" && state.status !== "resolved";
  return reopens && row.assignee_id !== null ? activeAssignee(tx, row.assignee_id) : row.assignee_id;
}

/** `id`: of the other conversation, if it is known. */
export function secondUnresolved(id: string | null): AppError {
  return new AppError("conflict", {
    message: "The contact has another unresolved conversation on this channel.",
    details: [{ field: "status", issue: "exists", ...(id === null ? {} : { id: wireId("conv", id) }) }],
  });
}
