import { type Ownership, type ProviderError, providerErrorOf } from "@parley/connector-kit";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "./channel-store.ts";
import { type ChannelRow, findChannel } from "./channels.queries.ts";
import { retryDue } from "./credentials.ts";
import { claimOwnershipCheck, dueOwnershipChecks, endOwnershipCheck } from "./ownership.queries.ts";
import { issuedBy, refreshAppFor } from "./provider-app.ts";
import { claimRoutes, routeKeys } from "./shared-routes.queries.ts";
import { askStanding, storeStanding } from "./standing.ts";

const leaseMs = 60_000;
const atOnceMax = 20;
/** Some hours, with growing gaps: a number may be registered, or a permission given, after the channel was entered. */
const attemptsMax = 8;

const nothing: Ownership = { channel: false, account: false };

interface Answer {
  owned: Ownership;
  /** What is not proved, and why; null when everything that the channel names is. */
  words: string | null;
  /** How long the platform wants to be left alone. */
  retryAfterMs?: number | undefined;
}

const wordsOf = ({ message, providerCode, retryAfterMs }: ProviderError) => ({ words: `${message} (${providerCode})`, retryAfterMs });

/**
 * Asks the platform whose the credentials of a channel are that was entered or changed by hand. The channel works meanwhile, by
 * its name; what the platform confirms becomes a claim on the shared routes. A refusal changes nothing about the channel's
 * state: only a call that the tenant wants made decides over that. The question may be asked twice without harm.
 */
export function createOwnershipChecks(deps: { database: Database; store: ChannelStore; clock: Clock; wake: Wake; log: Log }) {
  const { database, store } = deps;

  async function checkOne(tenantId: string, channelId: string): Promise<boolean> {
    const claimed = await database.withTenant(tenantId, async (tx) => {
      const now = deps.clock.now();
      const row = await claimOwnershipCheck(tx, now, channelId, new Date(now.getTime() + leaseMs));
      return row === null ? null : { row, secrets: await store.openSecrets(tx, row) };
    });
    if (claimed === null) return false;
    const { row, secrets } = claimed;
    const config = { ...row.config, ...secrets };
    const { owned, words, retryAfterMs } = await ask(row, config);
    const standing = await askStanding(store.installedOf(row.kind), { externalId: row.external_id, config }, deps.log);
    let news = false;
    await database.withTenant(tenantId, async (tx) => {
      const current = await findChannel(tx, channelId, true);
      // Others were given meanwhile, with a check of their own.
      if (current?.credentials_version !== row.credentials_version || current.account_id !== row.account_id) return;
      const keys = routeKeys(row.external_id, row.account_id).filter((key) => owned[key.by]);
      await claimRoutes(tx, channelId, keys, "credentials");
      const again = words === null || row.attempts >= attemptsMax ? null : retryDue(deps.clock.now(), row.attempts, retryAfterMs);
      await endOwnershipCheck(tx, channelId, again, words);
      news = await storeStanding(tx, deps.clock.now(), store, row, standing);
    });
    if (news) deps.wake.hint("events");
    if (owned.channel || owned.account) deps.wake.hint("channels");
    return true;
  }

  async function ask(row: ChannelRow, config: Record<string, unknown>): Promise<Answer> {
    const installed = store.installedOf(row.kind);
    // There is no shared callback address, so nothing hangs on it.
    if (installed.sharedSecret === undefined) return { owned: nothing, words: null };
    const app = refreshAppFor(installed, config, issuedBy(row));
    try {
      const access = { externalId: row.external_id, config, ...(app === null ? {} : { app }) };
      const owned = (await installed.connector.checkOwnership?.(access, installed.http)) ?? nothing;
      if (!owned.channel) return { owned, words: "The platform does not say that these credentials belong to the account." };
      if (owned.failure !== undefined) return { owned, ...wordsOf(owned.failure) };
      const whole = row.account_id === null || owned.account;
      return { owned, words: whole ? null : `The platform does not say that ${row.account_id} is the account behind it.` };
    } catch (error) {
      const known = providerErrorOf(error);
      if (known === undefined)
        deps.log.error({ err: error, kind: row.kind }, "the owner of a channel could not be asked for, inside of us");
      return { owned: nothing, ...(known === undefined ? { words: "An error of this server; see its log." } : wordsOf(known)) };
    }
  }

  const loop: Loop = createLoop({
    name: "channel owners",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 2_000,
    log: deps.log,
    async run() {
      const due = await dueOwnershipChecks(database, deps.clock.now(), atOnceMax);
      const done = await Promise.all(due.map((channel) => checkOne(channel.tenant_id, channel.id)));
      return done.includes(true);
    },
  });

  return { loop };
}
