import { Value } from "typebox/value";
import { allScopes } from "#platform/auth/scopes.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { AnyRoute } from "#platform/http/route.ts";

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own; its schema was checked where it was declared
type Answer = any;

/** Performs an API operation by its address, such as `POST /tickets`, at a given time. */
export type Perform = (
  at: number,
  actor: Actor,
  address: string,
  input: { params?: Record<string, string>; body?: unknown },
) => Promise<Answer>;

/**
 * The API's operations inside one transaction: the same checks, rules, events and audit entries as for a request, but with a given `now`,
 * so that what they record happened then.
 */
export function createOperations(tx: Tx, routes: readonly AnyRoute[]): Perform {
  const byAddress = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return async (at, actor, address, { params = {}, body }) => {
    const route = byAddress.get(address);
    if (route?.kind !== "write") throw new Error(`${address} is no operation that writes`);
    const ctx: TxContext = {
      tenantId: tx.tenantId,
      actor,
      scopes: new Set(allScopes),
      session: null,
      requestId: "",
      now: new Date(at),
      tx,
    };
    const given = route.body === undefined ? undefined : Value.Default(route.body, structuredClone(body));
    if (route.body !== undefined && !Value.Check(route.body, given)) {
      const [first] = Value.Errors(route.body, given);
      throw new Error(`${address} does not take this: ${JSON.stringify(first)}`);
    }
    const input = { params, query: {}, body: given };
    await route.exists?.(ctx, params);
    const prepared = await route.prepare?.(ctx, input);
    return route.handle(ctx, input, prepared);
  };
}
