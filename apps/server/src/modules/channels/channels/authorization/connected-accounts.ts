import type { AuthorizedAccount } from "@parley/connector-kit";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { cut } from "#platform/text/clean.ts";
import { channelAllowance } from "../channel-allowance.ts";
import { appFields, splitConfig } from "../channel-config.ts";
import { accountOf, type ChannelStore } from "../channel-store.ts";
import * as queries from "../channels.queries.ts";
import { refreshDue } from "../credentials/credentials.ts";
import { provedElsewhereMessage } from "../ownership/ownership.ts";
import { planOwnershipCheck } from "../ownership/ownership.queries.ts";
import type { IssuedBy } from "./provider-app.ts";
import { nameRoutes, proveRoutes, routeKeys } from "../ownership/shared-routes.queries.ts";
import { countCredentials, planUpkeep } from "../credentials/upkeep.queries.ts";

export interface AccountToConnect {
  kind: string;
  /** For a new channel; absent: the account's own name. */
  name: string | undefined;
  account: AuthorizedAccount;
  /** Settings given with the request for the authorisation. */
  given: Record<string, unknown>;
  /** The app through which the person signed in. */
  issuedBy: IssuedBy;
  /** When the code was exchanged: a proof from then does not override a newer one. */
  provedAt: Date;
}

/**
 * Turns the result of an authorisation into a channel, or into new credentials of the tenant's existing channel for the account. The
 * remaining set-up at the platform is only planned: there is no network call here. Signing in proves that the account is theirs and takes
 * its route on the shared callback address immediately. Throws validation_error, entitlement_exceeded.
 */
export function createAccountConnector(deps: {
  store: ChannelStore;
  ids: IdSource;
  wake: Wake;
  entitlements: Pick<EntitlementsService, "claim">;
}) {
  const { store } = deps;

  return async function connectAccount(ctx: TxContext, input: AccountToConnect): Promise<string> {
    const { kind, account } = input;
    const { connector } = store.installedOf(kind);
    const { description, authorization } = connector;
    const existing = await queries.findChannelByExternalId(ctx.tx, kind, account.externalId);
    const row = existing === null ? null : await queries.findChannel(ctx.tx, existing, true);
    const known = row === null ? null : { open: row.config, secret: await store.openSecrets(ctx.tx, row) };
    const fields = appFields(description);
    const given = { ...input.given, ...account.config, [description.externalIdField]: account.externalId };
    const own = input.issuedBy.app === "own";
    const config = splitConfig(description, given, known, (field) => !own && fields.has(field));
    const accountId = accountOf(description, config);
    const instant = (text: string | undefined) => (text === undefined ? null : new Date(text));
    const expiresAt = instant(account.expiresAt);
    const messagesPerSecond = Number(config.open["messagesPerSecond"] ?? row?.messages_per_second ?? description.limits.messagesPerSecond);
    // A working channel stays connected while the remaining set-up runs again.
    const status = authorization?.activate === undefined || row?.status === "Connected" ? "Connected" : "Pending";

    const id = row?.id ?? deps.ids.uuid();
    const secrets = await store.sealSecrets(ctx.tx, id, config.secret);
    if (row === null) {
      await deps.entitlements.claim(ctx.tx, ctx.now, channelAllowance.name);
      const name = cut(input.name ?? account.name, 200) || account.externalId;
      const channel = {
        id,
        kind,
        name,
        externalId: account.externalId,
        accountId,
        status,
        config: config.open,
        secrets,
        messagesPerSecond,
      };
      // Another request is connecting the same account: the unique key decides, and the whole attempt is repeated.
      if (!(await queries.insertChannel(ctx.tx, ctx.now, channel))) throw new Error("the account was connected by another request");
    } else {
      await queries.updateChannel(ctx.tx, ctx.now, row, {
        status,
        statusReason: null,
        config: config.open,
        secrets,
        accountId,
        messagesPerSecond,
      });
    }
    await nameRoutes(ctx.tx, { id, kind }, routeKeys(account.externalId, accountId));
    // An account that the settings name but the platform did not is not proved.
    const accountConfirmed = description.accountIdField !== undefined && account.config[description.accountIdField] === accountId;
    const when = { claimedAt: input.provedAt, askedAt: input.provedAt };
    const taken = await proveRoutes(ctx.tx, id, { channel: true, account: accountConfirmed }, own ? "credentials" : "authorization", when);
    const named = await store.get(ctx.tx, wireId("chn", id));
    await queries.updateChannel(ctx.tx, ctx.now, named, {
      awaitsProof: !taken,
      claimedAt: input.provedAt,
      // One of several accounts to choose from, connected by another tenant first.
      ...(taken ? {} : { status: "Pending", statusReason: provedElsewhereMessage }),
    });
    await planOwnershipCheck(ctx.tx, id, null);
    await countCredentials(
      ctx.tx,
      ctx.now,
      { id, credentials_warned_of: row?.credentials_warned_of ?? null },
      { expiresAt, renewableUntil: instant(account.renewableUntil), refreshedAt: null, issuedBy: input.issuedBy },
    );
    if (authorization?.activate !== undefined) await planUpkeep(ctx.tx, id, { upkeep: "activate", at: ctx.now, error: null });
    else {
      const due = authorization?.refresh === undefined ? null : refreshDue(ctx.now, expiresAt);
      await planUpkeep(ctx.tx, id, { upkeep: due === null ? null : "refresh", at: due, error: null });
    }
    await recordAudit(ctx, deps.ids, row === null ? "channel.created" : "channel.reconnected", wireId("chn", id), {
      kind,
      by: "authorization",
    });
    const made = await store.get(ctx.tx, wireId("chn", id));
    await appendEvents(ctx.tx, ctx.now, [store.channelEvent(made, null)]);
    for (const topic of ["routes", "outbound", "channels"] as const) deps.wake.hint(topic);
    return id;
  };
}

export type ConnectAccount = ReturnType<typeof createAccountConnector>;
