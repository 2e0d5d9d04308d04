import type { Tx } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { TxContext } from "../http/context.ts";
import type { Scope } from "./scopes.ts";

/**
 * What an agency makes under a grant and that acts by itself later names the grant, and stops with it. The transaction of a delegated call
 * holds the grant and says which one it is (`app.acting_grant`); the default of every column `grant_id` picks it up, so whoever inserts a row need
 * not know of it. What jobs insert is nobody's call: it names none.
 */

/** A kind of thing that acts by itself; its module brings it. */
export interface Ending {
  /** As it is told: `flow`. */
  kind: string;
  /** Whoever holds this may make it: a grant that replaces another one takes over what it could have made itself. */
  scope: Scope;
  /** Each has `tenant_id` and `grant_id`. */
  tables: readonly string[];
  /** Ends or stops whatever names the grant, in the transaction that ends the grant. Answers the ids of what it stopped, as the wire has them. */
  stop(ctx: TxContext, grantId: string): Promise<string[]>;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** From here on in this transaction. null: the organization's own again. */
export async function setActingGrant(tx: Tx, grantId: string | null): Promise<void> {
  if (grantId !== null && !uuidPattern.test(grantId)) throw new Error("grant id is not a uuid");
  await tx.query({ text: `set local app.acting_grant = '${grantId ?? ""}'` });
}

/**
 * At the beginning of a delegated call's transaction: the grant is held until its end, so that whoever ends the grant finds all that was made
 * under it, and nothing is made after. Throws unauthorized when it does not stand any more.
 */
export async function actUnder(tx: Tx, now: Date, grantId: string): Promise<void> {
  const rows = await tx.query({
    name: "acting_grant_hold",
    text: `select 1 from agency_grants where tenant_id = $1 and id = $2 and status = 'accepted' and stopped_at is null
              and (expires_at is null or expires_at > $3) for share`,
    values: [tx.tenantId, grantId, now],
  });
  if (rows.length === 0) throw new AppError("unauthorized");
  await setActingGrant(tx, grantId);
}

/** The grant of this transaction, in SQL. */
export const actingGrant = "nullif(current_setting('app.acting_grant', true), '')::uuid";

/**
 * Whoever lets a thing act answers for it: under a grant it rests on that grant from now on, by the organization's own credential on none.
 * `id` is a stored one.
 */
export async function answerFor(tx: Tx, table: "broadcasts" | "chatbots" | "flows" | "knowledge_sources", id: string): Promise<void> {
  await tx.query({
    name: `answer_for_${table}`,
    text: `update ${table} set grant_id = ${actingGrant} where tenant_id = $1 and id = $2 and grant_id is distinct from ${actingGrant}`,
    values: [tx.tenantId, id],
  });
}
