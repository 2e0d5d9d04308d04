/** Tenants, keys, channels and people for measuring. People are loaded by SQL, because creating them is not what is measured. */
import { randomUUID } from "node:crypto";
import { Client } from "@parley/sdk";
import type pg from "pg";
import { mintApiKey } from "../../apps/server/src/platform/auth/api-key.ts";
import { allScopes } from "../../apps/server/src/platform/auth/scopes.ts";
import { createKeyring } from "../../apps/server/src/platform/crypto/envelope.ts";
import { loadOrCreateRootKey } from "../../apps/server/src/platform/crypto/root-key.ts";
import { parseWireId } from "../../apps/server/src/platform/ids/ids.ts";
import { appSecret, type Simulator } from "./server.ts";

export interface BenchTenant {
  id: string;
  key: string;
  /** Does what `parley channel create` does if there is no platform to ask: records the number as the tenant's. */
  vouchFor(channel: string): Promise<void>;
}

export async function createTenant(admin: pg.Client, dataDir: string, name: string): Promise<BenchTenant> {
  const id = randomUUID();
  const minted = mintApiKey("live");
  const keyring = createKeyring(await loadOrCreateRootKey(dataDir));
  const { wrapped } = keyring.createTenantKey({ tenantId: id, keyVersion: 1 });
  const keyId = randomUUID();
  await admin.query("insert into tenants (tenant_id, name, kind, created_at, updated_at) values ($1, $2, 'business', now(), now())", [
    id,
    name,
  ]);
  await admin.query(
    `insert into apps (tenant_id, id, name, is_active, balance, reserved, allow_negative, entries, created_at, updated_at)
     values ($1, $2, $3, true, 0, 0, false, 0, now(), now())`,
    [id, randomUUID(), name],
  );
  await admin.query("insert into tenant_keys (tenant_id, version, wrapped_key, created_at) values ($1, 1, $2, now())", [id, wrapped]);
  await admin.query(
    `insert into api_keys (tenant_id, id, name, environment, key_hash, last_four, scopes, rate_limit_per_minute, created_at)
     values ($1, $2, 'bench', 'live', $3, $4, $5, 10000000, now())`,
    [id, keyId, minted.hash, minted.lastFour, [...allScopes]],
  );
  await admin.query("insert into api_key_lookup (key_hash, tenant_id, key_id) values ($1, $2, $3)", [minted.hash, id, keyId]);
  return {
    id,
    key: minted.key,
    async vouchFor(channel) {
      const values = [id, parseWireId("chn", channel)];
      await admin.query(
        "update channels set status = 'Connected', status_reason = null, awaits_proof = false, ownership_check_at = null where tenant_id = $1 and id = $2",
        values,
      );
      await admin.query("update channel_routes set proof = 'operator' where tenant_id = $1 and channel_id = $2", values);
    },
  };
}

export interface BenchChannel {
  id: string;
  wire: string;
  phoneNumberId: string;
  businessAccountId: string;
}

let numbers = 100_000;

/** Connects a channel through the API; its number is registered with the simulator when there is one. */
export async function createChannel(
  url: string,
  tenant: BenchTenant,
  options: { messagesPerSecond?: number; simulator?: Simulator } = {},
): Promise<BenchChannel> {
  numbers += 1;
  const phoneNumberId = `77${numbers}`;
  const businessAccountId = `88${numbers}`;
  const accessToken = `token-${phoneNumberId}`;
  const perSecond = options.messagesPerSecond === undefined ? {} : { messagesPerSecond: options.messagesPerSecond };
  await options.simulator?.control("POST", "numbers", {
    phoneNumberId,
    businessAccountId,
    accessToken,
    displayPhoneNumber: "15550100100",
    callbackUrl: `${url}/callbacks/chat-app`,
    ...perSecond,
  });
  const made = await parleyOf(url, tenant).channels.create({
    kind: "chat_app",
    name: "Bench",
    config: { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken: "bench", ...perSecond },
  });
  await connected(tenant, made, options.simulator);
  return { id: parseWireId("chn", made.id) as string, wire: made.id, phoneNumberId, businessAccountId };
}

/** Only channels that the simulator has confirmed are measured; without a simulator, the channel is vouched for. */
export async function connected(
  tenant: BenchTenant,
  made: { id: string; status: string; statusReason: string | null },
  simulator: Simulator | undefined,
): Promise<void> {
  if (simulator === undefined) await tenant.vouchFor(made.id);
  else if (made.status !== "Connected") throw new Error(`the channel is ${made.status}: ${made.statusReason}`);
}

/** For setting up and inspecting; requests to a busy server are retried. */
export function parleyOf(url: string, tenant: BenchTenant): Client {
  return new Client({ baseUrl: url, apiKey: tenant.key, maxRetries: 10 });
}

/** A timed request: only fetch is between the clock and the server. Everything else uses parleyOf. */
export async function api(
  url: string,
  tenant: BenchTenant,
  method: string,
  path: string,
  body?: unknown,
  attempt = 1,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${tenant.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 503 && attempt < 10) {
    await new Promise((r) => {
      setTimeout(r, 500);
    });
    return api(url, tenant, method, path, body, attempt + 1);
  }
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** The address of person `n` of a group: 12 digits of a British range reserved for fiction. */
export function addressOf(group: number, n: number): string {
  return `44${7700 + group}${String(n).padStart(6, "0")}`;
}

/** People with a contact, an identity and an open conversation whose window is open for a day. */
export async function seedPeople(admin: pg.Client, tenant: BenchTenant, channelId: string, group: number, count: number): Promise<void> {
  const made = `from generate_series(0, ${count - 1}) n`;
  const address = `'44' || ${7700 + group}::text || lpad(n::text, 6, '0')`;
  const id = (what: string) => `md5('${tenant.id}${what}${group}' || n)::uuid`;
  await admin.query("begin");
  await admin.query(`insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
    select '${tenant.id}', ${id("contact")}, 'Customer ' || n, '+' || ${address}, ${address}, 'inbound', now(), now() ${made}`);
  await admin.query(`insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
    select '${tenant.id}', ${id("identity")}, ${id("contact")}, 'chat_app', ${address}, ${address}, now() ${made}`);
  await admin.query(`insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message_at,
      window_expires_at, created_at, updated_at)
    select '${tenant.id}', ${id("conversation")}, '${channelId}', 'chat_app', ${id("contact")}, ${id("identity")}, 'open', now(),
           now() + interval '23 hours', now(), now() ${made}`);
  await admin.query("commit");
  await admin.query("analyze contacts, contact_identities, conversations");
}
