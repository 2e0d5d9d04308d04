import { AppError } from "../errors/app-error.ts";
import type { Context } from "../http/context.ts";

/**
 * 403 for a session from another credential's login link: such a session ends with whoever created the link, and a key
 * would outlive it.
 */
export function refuseBoundSession({ session }: Pick<Context, "session">): void {
  if (session?.bound === true) throw new AppError("forbidden", { message: "A session from a login link cannot create API keys." });
}
