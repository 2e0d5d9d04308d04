import { AppError } from "../errors/app-error.ts";
import type { Context } from "../http/context.ts";
import type { Scope } from "./scopes.ts";

/**
 * For data that a route shows in addition to the resource of its own scope. Throws insufficient_scope, naming every
 * missing scope.
 */
export function requireScopes(ctx: Pick<Context, "scopes" | "session">, scopes: readonly Scope[]): void {
  const lacking = scopes.filter((scope) => !ctx.scopes.has(scope));
  if (lacking.length === 0) return;
  throw new AppError("insufficient_scope", {
    message: `${ctx.session === null ? "The API key" : "The role"} lacks the ${lacking.length === 1 ? "scope" : "scopes"} ${lacking.join(", ")}.`,
    details: lacking.map((scope) => ({ field: scope, issue: "missing_scope" })),
  });
}
