import type { Tx } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { TxContext } from "../http/context.ts";
import type { Scope } from "./scopes.ts";

/**
 * What an agency creates under a grant and what later acts by itself refers to the grant, and stops with it. A
 * delegated call's transaction locks the grant and sets it as `app.acting_grant`; every column `grant_id` defaults to
 * that setting, so the code that inserts a row need not know about it. Rows inserted by jobs belong to no call and
 * refer to no grant.
 */

/** A kind of resource that acts by itself, provided by its module. */
export interface GrantEnding {
  /** Its name in responses: `flow`. */
  kind: string;
  /** The scope needed to create one: a grant that replaces another takes over only what it could have created itself. */
  scope: Scope;
  /** Each has `tenant_id` and `grant_id`. */
  tables: readonly string[];
  /**
   * Ends or stops everything that refers to the grant, in the transaction that ends the grant. Returns the wire ids of
   * whatever it stopped.
   */
  stop(ctx: TxContext, grantId: string): Promise<string[]>;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Applies from here on in this transaction. null: the organization itself acts again. */
export async function setActingGrant(tx: Tx, grantId: string | null): Promise<void> {
  if (grantId !== null && !uuidPattern.test(grantId)) throw new Error("grant id is not a uuid");
  await tx.query({ text: `set local app.acting_grant = '${grantId ?? ""}'` });
}

/**
 * Starts a delegated call's transaction: locks the grant until the end, so that ending the grant finds everything
 * created under it, and nothing is created afterwards. Throws unauthorized when the grant has ended.
 */
export async function lockActingGrant(tx: Tx, now: Date, grantId: string): Promise<void> {
  const rows = await tx.query({
    name: "acting_grant_hold",
    text: `select 1 from agency_grants where tenant_id = $1 and id = $2 and status = 'accepted' and stopped_at is null
              and (expires_at is null or expires_at > $3) for share`,
    values: [tx.tenantId, grantId, now],
  });
  if (rows.length === 0) throw new AppError("unauthorized");
  await setActingGrant(tx, grantId);
}

/** This transaction's grant, as a SQL expression. */
export const actingGrant = "nullif(current_setting('app.acting_grant', true), '')::uuid";

/**
 * Starting a resource makes the starter responsible for it: started under a grant it depends on that grant from now on,
 * started with the organization's own credential on none. `id` is a stored one.
 */
export async function assignToActingGrant(
  tx: Tx,
  table: "broadcasts" | "chatbots" | "flows" | "knowledge_sources" | "voice_agents",
  id: string,
): Promise<void> {
  await tx.query({
    name: `answer_for_${table}`,
    text: `update ${table} set grant_id = ${actingGrant} where tenant_id = $1 and id = $2 and grant_id is distinct from ${actingGrant}`,
    values: [tx.tenantId, id],
  });
}
