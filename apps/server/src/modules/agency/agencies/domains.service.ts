import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { classifyAddress } from "#platform/outbound-http/address-rules.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { domainAllowance } from "./domain-allowance.ts";
import { type DnsCheck, type DnsFinding, proofName } from "./dns-check.ts";
import type { CreateDomain, Domain, DomainStatus } from "./domains.schema.ts";
import * as queries from "./domains.queries.ts";

export interface DomainsDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  pager: Pager;
  wake: Wake;
  log: Log;
  dns: DnsCheck;
  /** Host name of this server. */
  target(): string;
  random(size: number): Buffer;
  entitlements: Pick<EntitlementsService, "claim">;
}

const domainsMax = 50;
const failuresMax = 3;
const dayMs = 86_400_000;
/** Longer than name servers cache a missing record. */
const claimLifeMs = 7 * dayMs;
const unansweredMs = 3_600_000;
/** For a proved name that does not point here or has no certificate yet. */
const unfinishedMs = 3_600_000;
const batch = 20;

/** Custom domains: a claim reserves nothing until its proof is in the DNS, and lasts only as long as the proof stays there. */
export function createDomainsService(deps: DomainsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.DomainRow> {
    const id = parseWireId("dom", wire);
    const row = id === null ? null : await queries.findDomain(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  const isProved = (row: queries.DomainRow) => row.status === "verified" || row.status === "active";

  /**
   * Stores the result of a check. `counts`: it is the daily check; three failures suspend the domain. Null: another organization has the
   * name.
   */
  async function apply(ctx: TxContext, row: queries.DomainRow, found: DnsFinding, counts: boolean): Promise<queries.DomainRow | null> {
    const { now } = ctx;
    const next = { status: row.status, failures: row.failures, lastError: found.error, verifiedAt: row.verified_at, checkAt: row.check_at };
    // Without an answer from the name servers, nothing is known about the certificate.
    const certificate = found.proved === null ? ("as before" as const) : found.certificate;
    if (found.proved === true) {
      if (!(await queries.takeHost(ctx.tx, row.hostname, row.id))) return null;
      next.status = found.pointed ? "active" : "verified";
      next.failures = 0;
      next.verifiedAt = row.verified_at ?? now;
      const complete = found.pointed && found.certificate?.error == null;
      next.checkAt = new Date(now.getTime() + (complete ? dayMs : unfinishedMs));
    } else if (found.proved === null) {
      // No server answered: that says nothing about the claim.
      if (counts) next.checkAt = new Date(now.getTime() + unansweredMs);
    } else if (!isProved(row)) {
      // A new record takes time to become visible: until then the claim is pending, not failed.
      const isPending = ctx.now.getTime() < row.created_at.getTime() + claimLifeMs;
      if (row.status !== "suspended") next.status = isPending ? "pending_verification" : "failed";
    } else if (counts) {
      next.failures = row.failures + 1;
      next.checkAt = new Date(now.getTime() + dayMs);
      if (next.failures >= failuresMax) {
        next.status = "suspended";
        next.checkAt = null;
        await queries.releaseHost(ctx.tx, row.hostname);
      }
    }
    const changed = await queries.updateDomain(ctx.tx, now, row.id, { ...next, certificate });
    if (changed.status !== row.status) {
      await recordAudit(ctx, deps.ids, "domain.updated", wireId("dom", row.id), { status: { from: row.status, to: changed.status } });
    }
    return changed;
  }

  /** Idempotent and safe to run concurrently: a row is changed only while it is still due, under its lock. */
  async function recheck(): Promise<boolean> {
    const due = await queries.dueDomains(deps.database, deps.clock.now(), batch);
    for (const claim of due) {
      const found = await deps.dns.lookUp(claim);
      await deps.database.withTenant(claim.tenant_id, async (tx) => {
        const now = deps.clock.now();
        const row = await queries.findDomain(tx, claim.id, true);
        if (row === null || row.check_at === null || row.check_at > now) return;
        const actor = { kind: "system", id: "domains" } as const;
        await apply({ tenantId: tx.tenantId, actor, scopes: new Set(), session: null, requestId: "", now, tx }, row, found, true);
      });
    }
    return due.length === batch;
  }

  function render(row: queries.DomainRow): Domain {
    return {
      id: wireId("dom", row.id),
      hostname: row.hostname,
      status: row.status,
      verification: { type: "TXT", name: proofName(row.hostname), value: row.proof },
      routing: routingOf(row.hostname, deps.target()),
      certificate:
        row.certificate_checked_at === null
          ? null
          : {
              validUntil: row.certificate_until?.toISOString() ?? null,
              error: row.certificate_error,
              checkedAt: row.certificate_checked_at.toISOString(),
            },
      lastError: row.last_error,
      lastCheckedAt: row.last_checked_at?.toISOString() ?? null,
      verifiedAt: row.verified_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  return {
    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx.tx, wire);
    },

    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined; status?: DomainStatus | undefined }) {
      const filters = { list: "domains", status: page.status ?? null };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listDomains(ctx.tx, page.status ?? null, after, page.limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, page.limit, (row) => [row.position, row.id], render);
    },

    async get(ctx: TxContext, wire: string): Promise<Domain> {
      return render(await find(ctx.tx, wire));
    },

    /** 400 for anything but a public host name, 409 already_exists for the tenant's own claim, and conflict at the tenant's limit. */
    async create(ctx: TxContext, input: CreateDomain): Promise<Domain> {
      const hostname = readHostname(input.hostname, deps.target());
      if ((await queries.countDomains(ctx.tx)) >= domainsMax) {
        throw new AppError("conflict", { message: `An agency can have at most ${domainsMax} domains. Delete one first.` });
      }
      await deps.entitlements.claim(ctx.tx, ctx.now, domainAllowance.name);
      const proof = `svc-verify=${deps.random(32).toString("base64url")}`;
      const row = await queries.insertDomain(ctx.tx, ctx.now, { id: deps.ids.uuid(), hostname, proof });
      if (row === null) {
        const known = await queries.findDomainByHostname(ctx.tx, hostname);
        throw new AppError("already_exists", {
          message: "This organization has already claimed this domain.",
          details: [{ field: "hostname", issue: "exists", ...(known === null ? {} : { id: wireId("dom", known.id) }) }],
        });
      }
      await recordAudit(ctx, deps.ids, "domain.created", wireId("dom", row.id), { hostname });
      return render(row);
    },

    /** Queries the DNS, before the transaction. */
    async lookUp(ctx: Context, wire: string): Promise<DnsFinding> {
      const { hostname, proof } = await deps.database.withTenant(ctx.tenantId, (tx) => find(tx, wire));
      return deps.dns.lookUp({ hostname, proof });
    },

    /** 409 conflict while another organization has proved the domain. */
    async verify(ctx: TxContext, wire: string, found: DnsFinding): Promise<Domain> {
      const changed = await apply(ctx, await find(ctx.tx, wire, true), found, false);
      if (changed === null) {
        throw new AppError("conflict", {
          message:
            "Another organization has claimed this domain. It becomes free three days after the TXT record of that claim is removed.",
        });
      }
      return render(changed);
    },

    /** For a reverse proxy; 404 for anything but an active domain. */
    async ask(name: string): Promise<{ allowed: true }> {
      const hostname = domainToASCII(name.replace(/\.$/, "")).toLowerCase();
      if (hostname === "" || !(await queries.isActiveHost(deps.database, hostname))) throw notFound();
      return { allowed: true };
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteDomain(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "domain.deleted", wire, { hostname: row.hostname });
      return { id: wire, deleted: true };
    },

    loops: [
      createLoop({ name: "domains", run: recheck, wake: deps.wake, topics: [], pollMs: 60_000, log: deps.log }),
    ] satisfies Loop[] as Loop[],
  };
}

export type DomainsService = ReturnType<typeof createDomainsService>;

/** The record that points a name here. null: the server has no name or address that others can reach. */
export function routingOf(hostname: string, target: string): Domain["routing"] {
  const own = target.toLowerCase().replace(/^\[|\]$/g, "");
  if (own === "localhost" || own.endsWith(".localhost") || own.endsWith(".local") || own.endsWith(".internal")) return null;
  const version = isIP(own);
  if (version === 0) return own.includes(".") ? { type: "CNAME", name: hostname, value: own } : null;
  return classifyAddress(own) === null ? { type: version === 4 ? "A" : "AAAA", name: hostname, value: own } : null;
}

/** In lower-case ASCII, without the trailing dot of the root. Throws validation_error. */
export function readHostname(text: string, own: string): string {
  const hostname = domainToASCII(text.trim().replace(/\.$/, "")).toLowerCase();
  const labels = hostname.split(".");
  const isLabel = (label: string) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label);
  const top = labels.at(-1) ?? "";
  if (
    labels.length < 2 ||
    hostname.length < 4 ||
    hostname.length > 240 ||
    !labels.every(isLabel) ||
    /^\d+$/.test(top) ||
    isIP(hostname) !== 0
  ) {
    throw invalidField("hostname", "invalid_format", "hostname must be a public host name such as inbox.agency.example.");
  }
  if (hostname === own.toLowerCase()) throw brokenRule("hostname", "not_allowed", "This host name is the server's own.");
  return hostname;
}
