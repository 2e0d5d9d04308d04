import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { InstallationSecrets } from "#platform/crypto/installation-secrets.ts";
import * as queries from "./auth.queries.ts";
import { hashBackupCode } from "./backup-codes.ts";
import { listSealed, replaceSealed, type SealedSecret } from "./second-factors.queries.ts";
import { stepOfCode } from "./totp.ts";

export const secretPlace = (userId: string) => ({ table: "user_second_factors", column: "secret", rowId: userId });

/**
 * Whether a code is right; uses it up. Accepts a backup code, or the app's code for the current step or one next to it,
 * newer than any used before. Of two requests with the same code, the second finds it used.
 */
export async function takeCode(
  query: WorkerQuery,
  secrets: InstallationSecrets,
  userId: string,
  sealed: Buffer,
  code: string,
  now: Date,
): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(typed)) {
    const step = stepOfCode(secrets.open(secretPlace(userId), sealed), typed, now);
    return step !== null && (await queries.takeStep(query, userId, step));
  }
  const hash = hashBackupCode(code);
  return hash !== null && (await queries.takeBackupCode(query, userId, hash));
}

const rowsAtOnce = 500;

/** Seals every second factor with the current root key; answers how many an older one had sealed. May be run again. */
export async function resealSecondFactors(query: WorkerQuery, secrets: InstallationSecrets): Promise<number> {
  let resealed = 0;
  let after: string | undefined = "00000000-0000-0000-0000-000000000000";
  while (after !== undefined) {
    const page: SealedSecret[] = await listSealed(query, after, rowsAtOnce);
    for (const row of page) {
      const sealed = secrets.reseal(secretPlace(row.user_id), row.secret);
      if (sealed !== null && (await replaceSealed(query, row, sealed))) resealed += 1;
    }
    after = page.length < rowsAtOnce ? undefined : page.at(-1)?.user_id;
  }
  return resealed;
}
