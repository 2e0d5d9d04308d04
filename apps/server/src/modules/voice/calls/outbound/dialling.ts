import { type AccountsService, callbackPath, telephonyProviders } from "#modules/voice/telephony/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { findCall } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import { type Finishing, unanswered } from "../live/finishing.ts";
import { claimDialling, nameCall } from "./outbound.queries.ts";

export interface DiallingDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  outbound: OutboundClient;
  accounts: Pick<AccountsService, "find" | "access">;
  publicUrl(): string;
}

/**
 * `rings`: how long their phone rings. `lease`: from the request to the stream; longer, because the provider first
 * listens for a machine.
 */
export const ringMs = { rings: 30_000, lease: 120_000 };
const requestMs = 10_000;
/**
 * The part of the lease that must be left when dialling, so that the call is not ended while the provider is asked. A
 * call that waited longer is not made.
 */
const leftMs = 45_000;
const pollMs = 1_000;
const batch = 10;

/** Path where the provider reports on an outbound call. */
export const outboundPath = (accountId: string, callId: string) => `${callbackPath(accountId)}/outbound/${wireId("call", callId)}`;

/**
 * Asks telephony providers to dial the calls that were created. Only once each: a request with an unknown outcome is
 * not repeated, so that nobody is called twice. Such a call ends when its lease expires, unless the provider reports
 * on it.
 */
export function createDialling(deps: DiallingDeps, finishing: Pick<Finishing, "finish">) {
  /** null: it is ringing, or may be. */
  async function dial(tenantId: string, id: string): Promise<EndReason | null> {
    const found = await deps.database.withTenant(tenantId, async (tx) => {
      const call = await findCall(tx, id, null);
      if (call === null || call.telephony_account_id === null || call.from_address === null) return null;
      try {
        const account = await deps.accounts.find(tx, wireId("tla", call.telephony_account_id));
        return { call, from: call.from_address, account, access: await deps.accounts.access(tx, account) };
      } catch (error) {
        // It was deleted in the meantime.
        if (error instanceof AppError && error.code === "not_found") return null;
        throw error;
      }
    });
    if (found === null || found.access === null) return "dial_failed";
    const { call, from, account, access } = found;
    const provider = telephonyProviders[account.provider];
    const base = `${deps.publicUrl()}${outboundPath(account.id, id)}`;
    try {
      const request = provider.dialRequest(access, {
        from,
        to: call.to_address,
        answeredUrl: `${base}/answered`,
        statusUrl: `${base}/status`,
        ringSeconds: ringMs.rings / 1_000,
      });
      const response = await deps.outbound.request({ ...request, method: "POST", timeoutMs: requestMs });
      if (response.status >= 400 && response.status < 500) return "dial_refused";
      const isTaken = response.status >= 200 && response.status < 300;
      const callId = isTaken ? provider.readDialled(response.bodyText) : null;
      if (callId === null) {
        deps.log.warn({ status: response.status, callId: id }, "a telephony provider's response does not contain a call");
        // If the provider failed internally, or its response cannot be read, the phone may ring all the same. 503 means
        // that the request was not accepted.
        return isTaken || (response.status >= 500 && response.status !== 503) ? null : "dial_failed";
      }
      await deps.database.withTenant(tenantId, (tx) => nameCall(tx, id, callId));
      return null;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      deps.log.warn({ err: error, callId: id }, "a telephony provider could not be reached for a call");
      return error.sent ? null : "dial_failed";
    }
  }

  return {
    loop: createLoop({
      name: "outbound calls",
      wake: deps.wake,
      topics: [],
      pollMs,
      log: deps.log,
      async run() {
        const now = deps.clock.now();
        const after = (ms: number) => new Date(now.getTime() + ms);
        const rows = await claimDialling(deps.database, { now, leasedUntil: after(leftMs), leaseUntil: after(ringMs.lease) }, batch);
        await Promise.all(
          rows.map(async ({ tenant_id: tenantId, id }) => {
            const failure = await dial(tenantId, id);
            if (failure !== null) await finishing.finish(tenantId, id, unanswered(failure), "unanswered");
          }),
        );
        return rows.length > 0;
      },
    }),
  };
}
