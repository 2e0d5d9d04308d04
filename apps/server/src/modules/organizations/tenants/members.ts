import type { MemberRole } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: MemberRole;
}

/**
 * An active member of the tenant by `agt_…` or `usr_…`, which name the same person. Throws not_found, also for a malformed id.
 * @param hold until the end of the transaction they stay what they are: whoever is given something is not suspended beside it
 */
export async function getMember(tx: Tx, wire: string, hold = false): Promise<Member> {
  const userId = parseWireId("agt", wire) ?? parseWireId("usr", wire);
  const [member] =
    userId === null
      ? []
      : await tx.query<Member>({
          name: hold ? "member_by_id_hold" : "member_by_id",
          text: `select user_id as "userId", name, email, role from members where tenant_id = $1 and user_id = $2 and status = 'active' ${hold ? "for share" : ""}`,
          values: [tx.tenantId, userId],
        });
  if (member === undefined) throw notFound(wire);
  return member;
}

/** The same person when they work here now, held until the end of the transaction; null: what was theirs goes to nobody by itself. */
export async function whoeverWorks(tx: Tx, userId: string): Promise<string | null> {
  try {
    return (await getMember(tx, wireId("usr", userId), true)).userId;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
