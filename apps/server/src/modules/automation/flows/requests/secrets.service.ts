import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { Secret } from "#platform/crypto/secret.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { hostsOf, allowsHost, readHost } from "./secret-hosts.ts";
import * as queries from "./secrets.queries.ts";
import type { CreateFlowSecret, FlowSecret, UpdateFlowSecret } from "./secrets.schema.ts";

export interface SecretsDeps {
  ids: IdSource;
  secrets: TenantSecrets;
}

const secretsMax = 100;
const secretLocation = (id: string) => ({ table: "flow_secrets", column: "value", rowId: id });

/** Values that requests of flows carry and nobody gets to read: opened when sent, and removed from what comes back. */
export function createSecretsService(deps: SecretsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.SecretRow> {
    const id = parseWireId("fsec", wire);
    const row = id === null ? null : await queries.findSecret(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    find,
    list: queries.listSecrets,

    async get(tx: Tx, wire: string): Promise<FlowSecret> {
      return renderSecret(await find(tx, wire));
    },

    /** 409 already_exists for a name that is taken, conflict beyond 100. */
    async create(ctx: TxContext, input: CreateFlowSecret): Promise<FlowSecret> {
      const value = readValue(input.value);
      if ((await queries.lockSecretCount(ctx.tx)) >= secretsMax)
        throw new AppError("conflict", { message: `An organization can have at most ${secretsMax} flow secrets. Delete one first.` });
      const id = deps.ids.uuid();
      const row: queries.SecretRow = {
        id,
        name: input.name,
        value: await deps.secrets.seal(ctx.tx, secretLocation(id), value.reveal()),
        hosts: readHosts(input.hosts ?? []),
        created_by: actorWireId(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      };
      await queries.insertSecret(ctx.tx, row).catch(nameTaken);
      await recordAudit(ctx, deps.ids, "flow_secret.created", wireId("fsec", id), { name: row.name, hosts: row.hosts });
      return renderSecret(row);
    },

    /**
     * 403 insufficient_scope for other hosts without `organization:write`: somebody who writes flows must not direct a
     * secret to themselves.
     */
    async update(ctx: TxContext, wire: string, input: UpdateFlowSecret): Promise<FlowSecret> {
      const before = await find(ctx.tx, wire, true);
      const hosts = input.hosts === undefined ? before.hosts : readHosts(input.hosts);
      if (hosts.join() !== before.hosts.join()) requireOrganization(ctx, "The hosts of a secret are changed");
      const value = input.value === undefined ? null : readValue(input.value);
      const row: queries.SecretRow = {
        ...before,
        name: input.name ?? before.name,
        hosts,
        updated_at: ctx.now,
        ...(value === null ? {} : { value: await deps.secrets.seal(ctx.tx, secretLocation(before.id), value.reveal()) }),
      };
      await queries.storeSecret(ctx.tx, row).catch(nameTaken);
      await recordAudit(ctx, deps.ids, "flow_secret.updated", wire, {
        name: row.name,
        value: value === null ? "kept" : "set",
        hosts: { from: before.hosts, to: hosts },
      });
      return renderSecret(row);
    },

    /** Requests that use it fail from now on, and say so. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteSecret(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "flow_secret.deleted", wireId("fsec", row.id), { name: row.name });
      return { id: wireId("fsec", row.id), deleted: true };
    },

    /**
     * For a call to this address that is about to be made. Unknown secrets are left out; throws conflict for one that may not be sent
     * there, and then opens none.
     */
    async open(tx: Tx, names: string[], url: string): Promise<Map<string, Secret>> {
      const opened = new Map<string, Secret>();
      if (names.length === 0) return opened;
      const rows = await queries.secretsNamed(tx, names);
      const disallowed = rows.find((row) => !allowsHost(row.hosts, url));
      if (disallowed !== undefined) throw new AppError("conflict", { message: hostNotAllowed(disallowed.name, url) });
      for (const row of rows) opened.set(row.name, new Secret(await deps.secrets.open(tx, secretLocation(row.id), row.value)));
      return opened;
    },

    /** Those of the given names that exist, with their hosts. */
    async hostsOf(tx: Tx, names: string[]): Promise<Map<string, string[]>> {
      return new Map(names.length === 0 ? [] : (await queries.secretsNamed(tx, names)).map((row) => [row.name, row.hosts]));
    },
  };
}

export type SecretsService = ReturnType<typeof createSecretsService>;

export function renderSecret(row: queries.SecretRow): FlowSecret {
  return {
    id: wireId("fsec", row.id),
    name: row.name,
    hosts: row.hosts,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** It may travel in a header. Surrounding spaces come from copy and paste. */
function readValue(text: string): Secret {
  const value = text.trim();
  if (value.length < 8) throw invalidField("value", "too_short");
  if (/[\u0000-\u001F\u007F]/.test(value))
    throw invalidField("value", "invalid_format", "A secret must not contain line breaks or other control characters.");
  return new Secret(value);
}

function readHosts(texts: readonly string[]): string[] {
  const hosts = texts.map((text, i) => {
    const host = readHost(text);
    if (host === null)
      throw invalidField(
        `hosts[${i}]`,
        "invalid_format",
        "It must be a host such as shop.example or shop.example:8443, without scheme and path.",
      );
    return host;
  });
  return [...new Set(hosts)].sort();
}

/** For a step that sends a secret to another host. */
export const hostNotAllowed = (name: string, url: string) =>
  `The secret ${name} must not be sent to ${hostsOf(url)?.withPort ?? url}, which is not in its list of hosts.`;

/** Sending a secret elsewhere is up to whoever runs the organization. Throws insufficient_scope. */
export function requireOrganization(ctx: Pick<TxContext, "scopes">, what: string): void {
  if (ctx.scopes.has("organization:write")) return;
  throw new AppError("insufficient_scope", {
    message: `${what}: this requires the scope organization:write.`,
    details: [{ field: "organization:write", issue: "missing_scope" }],
  });
}

function nameTaken(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw new AppError("already_exists", {
    message: "A secret with this name already exists. Change that secret, or send another name.",
    details: [{ field: "name", issue: "exists" }],
  });
}
