/**
 * Checks the schema's rules (packages/database/schema, docs/adr/0003-row-level-security-and-two-roles.md) against PostgreSQL's catalogue:
 * one line of text per breach. Tables, keys and functions that have to be exceptions are listed here with their reason.
 */
import type pg from "pg";

/** Tables without tenant_id. */
const tenantless: Record<string, string> = {
  users: "people, who may be members of several tenants; the application role cannot read them",
  user_sessions: "of people, who go from tenant to tenant in one session; the application role cannot read them",
  user_second_factors: "of people, as their passwords are",
  user_backup_codes: "of people, as their passwords are",
  user_email_proofs: "of people, as their passwords are",
  email_link_requests: "before anybody knows whose the address is; the application role cannot read them",
  password_reset_requests: "before anybody knows whose the address is; the application role cannot read them",
  password_reset_tokens: "of people, as their passwords are",
  auth_attempts: "counts tries before anybody is known, by hashes of what was tried",
  server_processes: "the processes that serve this database; nothing of a tenant",
  scheduled_jobs: "jobs of the installation by the clock; nothing of a tenant",
  installation: "facts of the installation; the application role cannot read them",
  event_cursors: "how far each consumer has read the log of all tenants",
  queue_hours: "how much a queue did in an hour over all tenants; the application role cannot read it",
  maintenance_runs: "what became of the jobs by the clock, which are the installation's; the application role cannot read it",
  schema_files: "which texts of functions and policies there are; written by the runner",
  schema_migrations: "which migrations ran; written by the runner",
};

/** Tables with tenant_id but without a policy by tenant. */
const withoutPolicy: Record<string, string> = {
  api_key_lookup: "asked before the tenant is known; found only by the hash of 190 random bits",
};

/** Unique indexes that do not start with tenant_id. */
const globalKeys: Record<string, string> = {
  api_key_lookup_pkey: "hash of a key to its tenant",
  pricing_model: "one price list for the whole installation",
  agency_clients_of: "a tenant is the client of one agency at a time, over all of them",
  public_files_token: "an address of 192 random bits to the one file it shows",
  signup_forms_public_key: "an address of 144 random bits to the one form it shows",
  landing_pages_public_key: "an address of 144 random bits to the one page it shows",
  flow_hooks_token: "an address of 256 random bits to the one flow it starts",
  domain_hosts_pkey: "host name to the one agency that proved it, over all tenants",
  shared_routes_holder: "what a platform names in a callback to the one tenant it means, over all tenants",
};

/** Foreign keys that do not start with tenant_id. */
const globalForeignKeys: Record<string, string> = {
  members_user_id_fkey: "users are a reference table across tenants",
  push_subscriptions_session_id_fkey: "sessions are of people, who go from tenant to tenant in one",
};

/** uuid columns named like a reference but without a foreign key. */
const loose: Record<string, string> = {
  "messages.channel_id": "repeats the conversation's; a lock on one channel row per message costs more than all other checks",
  "messages.contact_id": "repeats the conversation's",
  "message_search.channel_id": "repeats the message's",
  "message_search.conversation_id": "repeats the message's",
  "event_log.channel_id": "history: outlives what it tells of",
  "event_log.conversation_id": "history: outlives what it tells of",
  "inbound_events.channel_id": "written before anything of the channel is locked; a lane's name, kept after the channel is gone",
  "media_fetches.channel_id": "a lane's name, as of inbound_events",
  "profile_fetches.channel_id": "a lane's name, as of inbound_events",
  "push_subscriptions.session_id": "its foreign key names no tenant, as people do not",
  "mails.about_id": "an invitation or a user, by kind; a mail outlives what it is about",
  "outbound_dispatches.channel_id": "repeats the message's: the lane of the queue",
  "webhook_deliveries.replay_id": "which replay made it; the replay may be gone before the delivery",
  "deal_stage_history.pipeline_id": "history: outlives what it tells of",
  "deal_stage_history.stage_id": "history: outlives what it tells of",
  "contact_moves.after_id": "a position in a conversation, whose messages may be gone",
  "contact_activities.conversation_id": "a story: kept with the contact, whatever becomes of the conversation",
  "contact_import_rows.contact_id": "a report: outlives the contacts that it tells of",
  "faq_import_rows.faq_id": "a report: outlives the FAQs that it tells of",
  "agency_snapshots.from_client_id": "another tenant, as of agency_clients; the snapshot outlives the link",
  "contact_exports.after_id": "a position among contacts, who may be gone",
  "privacy_requests.contact_id": "a report: outlives whom it is about",
  "contact_fields.after_id": "a position among contacts, who may be gone",
  "ticket_fields.after_id": "a position among tickets, which may be gone",
  "broadcasts.after_id": "a position among contacts, who may be gone",
  "flow_schedules.after_id": "a position among contacts, who may be gone",
  "flow_runs.trigger_event_id": "a position in the log, whose rows are purged",
  "flow_starts.trigger_event_id": "a position in the log, whose rows are purged",
  "flow_run_steps.conversation_id": "repeats the run's: what the limit of actions counts",
  "webhook_replays.after_id": "a position in the log, whose rows are purged",
  "usage_contacts.contact_id": "history: was counted once, whatever becomes of the contact",
  "metric_rollups.channel_id": "counted history: outlives the channel; the zero uuid stands for none",
  "metric_rollups.assignee_id": "counted history: outlives the member; the zero uuid stands for none",
  "metric_rollups.division_id": "counted history: outlives the division; the zero uuid stands for none",
  "metric_rollups.label_id": "counted history: outlives the label; the zero uuid stands for none",
  "sla_outcomes.subject_id": "what is to be counted: outlives the ticket or conversation",
  "sla_outcomes.channel_id": "what is to be counted: outlives the channel",
  "sla_outcomes.assignee_id": "what is to be counted: outlives the member",
  "sla_outcomes.division_id": "what is to be counted: outlives the division",
  "metric_contact_days.channel_id": "counted history: outlives the channel",
  "metric_contact_days.contact_id": "counted history: outlives the contact",
  "metric_conversations.conversation_id": "follows the log, which may tell of a conversation that is gone",
  "metric_conversations.division_id": "follows the log, which may tell of a division that is gone",
  "metric_conversations.assignee_id": "follows the log, which may tell of a member that is gone",
  "form_submissions.contact_id": "a report: outlives the contact that it made",
  "form_submissions.client_id": "another tenant, as of agency_clients; a report: outlives it",
  "agency_clients.client_id": "another tenant: the link is the agency's row, what it leads to lies elsewhere",
  "agency_grants.link_request_id": "another tenant: the request is the agency's row",
  "agency_grants.agency_id": "another tenant: the grant is the client's row",
  "snapshot_applications.agency_id": "another tenant: the snapshot waits in the client",
  "apps.agency_id": "another tenant, as of the link between them",
  "reservations.agency_id": "another tenant, as of the terms that it was made on",
  "ledger_entries.client_id": "another tenant: whose usage it is of; the ledger is for ever",
  "client_charges.agency_id": "another tenant: whose ledger is to be told",
  "agency_client_months.client_id": "another tenant; a sum outlives the link",
  "api_keys.agency_id": "another tenant, as of the grant that the key is tied to",
  "event_stream_places.credential_id": "a key's or a person's: unlogged, and gone with the stream",
  "event_stream_places.process_id": "a process's: whether it lives is looked up by it",
  "request_logs.key_id": "a record: outlives a delegated key, which goes an hour after it expired",
  "rate_limits.key_id": "a counter: unlogged, and worth nothing once the key is gone",
};

/** Tenant tables that need not refer to `tenants`, directly or through another key. */
const withoutTenantKey: Record<string, string> = {
  event_stream_places: "unlogged, and a row is gone with its stream",
  rate_limits: "unlogged, so that it cannot hold a foreign key to a logged table's rows for long",
};

/** Definer functions that write: the owner's, under a policy by tenant, or with a reason for spanning tenants. */
export const writingDefiners: Record<string, string> = {
  blank_audit_entry: "takes details out of an entry of an append-only table (docs/adr/0097)",
  erase_tenant_rows: "deletes rows of a tenant that is being erased, also from append-only tables (docs/adr/0098)",
  prove_route: "takes a proved number from another tenant, who is to lose it in the same moment (docs/adr/0153)",
  purge_audit_entries: "removes entries that the tenant does not keep, none younger than 90 days (docs/adr/0097)",
};

/** Definer functions are the only way around row-level security, and each is a risk, so they are counted. */
const definerFunctionsMax = 17;

const tenantExpression = /^\(?tenant_id = \(?NULLIF\(current_setting\('app\.tenant_id'::text, true\), ''::text\)\)?::uuid\)?$/;

const notExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

interface Problems {
  add(message: string): void;
}

export async function checkCatalogue(admin: pg.Client): Promise<string[]> {
  const found: string[] = [];
  const problems: Problems = { add: (message) => void found.push(message) };
  const rows = async <T extends object>(text: string) => (await admin.query<T>(text)).rows;
  await admin.query("set search_path = public");
  await checkTables(rows, problems);
  await checkBackups(rows, problems);
  await checkKeys(rows, problems);
  await checkLooseColumns(rows, problems);
  await checkObjects(rows, problems);
  await checkFunctions(rows, problems);
  await checkRoles(rows, problems);
  return found.sort();
}

type Rows = <T extends object>(text: string) => Promise<T[]>;

const ownTables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'p')
  and ${notExtension("pg_class", "c.oid")}`;

async function checkTables(rows: Rows, problems: Problems): Promise<void> {
  const tables = await rows<{ name: string; tenant: string | null; not_null: boolean; enabled: boolean; forced: boolean; owner: string }>(`
    select c.relname as name, format_type(a.atttypid, a.atttypmod) as tenant, a.attnotnull as not_null, c.relrowsecurity as enabled,
           c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner
      from ${ownTables} left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped`);
  const policies = await rows<{
    table: string;
    name: string;
    roles: string[];
    cmd: string;
    permissive: boolean;
    using: string | null;
    check: string | null;
  }>(`
    select c.relname as "table", p.polname as name, p.polcmd::text as cmd, p.polpermissive as permissive,
           array(select case when r = 0 then 'public' else pg_get_userbyid(r)::text end from unnest(p.polroles) r) as roles,
           pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
      from pg_policy p join ${ownTables} on c.oid = p.polrelid`);
  for (const table of tables) {
    if (table.owner !== "parley_owner") problems.add(`table ${table.name} belongs to ${table.owner}, not to parley_owner`);
    if (table.tenant === null) {
      if (tenantless[table.name] === undefined) problems.add(`table ${table.name} has no tenant_id`);
      continue;
    }
    if (table.tenant !== "uuid" || !table.not_null) problems.add(`table ${table.name}: tenant_id must be uuid not null`);
    if (withoutPolicy[table.name] !== undefined) continue;
    if (!table.enabled) problems.add(`table ${table.name} has no row-level security`);
    if (!table.forced) problems.add(`table ${table.name} does not force row-level security`);
    const own = policies.filter((p) => p.table === table.name && (p.roles.includes("parley_app") || p.roles.includes("public")));
    if (own.length !== 1) problems.add(`table ${table.name} has ${own.length} policies for parley_app; they would add up`);
    for (const policy of own) {
      if (policy.roles.includes("public")) problems.add(`table ${table.name}: policy ${policy.name} is for public`);
      if (policy.cmd !== "*" || !policy.permissive)
        problems.add(`table ${table.name}: policy ${policy.name} must be for all commands and permissive`);
      if (!tenantExpression.test(policy.using ?? ""))
        problems.add(`table ${table.name}: policy ${policy.name} has no USING by tenant: ${policy.using}`);
      if (!tenantExpression.test(policy.check ?? ""))
        problems.add(`table ${table.name}: policy ${policy.name} has no WITH CHECK by tenant: ${policy.check}`);
    }
  }
  for (const policy of policies) {
    for (const role of ["parley_search", "parley_backup"].filter((name) => policy.roles.includes(name) && policy.cmd !== "r"))
      problems.add(`table ${policy.table}: policy ${policy.name} lets ${role} write`);
  }
  const names = new Set(tables.map((table) => table.name));
  for (const name of [...Object.keys(tenantless), ...Object.keys(withoutPolicy), ...Object.keys(withoutTenantKey)]) {
    if (!names.has(name)) problems.add(`the allow-list names table ${name}, which is gone`);
  }
}

/** A backup by a plain login is complete: its role sees every row of every table that is in one. */
async function checkBackups(rows: Rows, problems: Problems): Promise<void> {
  const tables = await rows<{ name: string; readable: boolean; open: boolean }>(`
    select c.relname as name, has_table_privilege('parley_backup', c.oid, 'select') as readable,
           not c.relrowsecurity or exists (
             select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r' and p.polpermissive and pg_get_expr(p.polqual, p.polrelid) = 'true'
                and 'parley_backup'::regrole = any(p.polroles)) as open
      from ${ownTables} where c.relpersistence = 'p' and not c.relispartition`);
  for (const { name, readable, open } of tables) {
    if (!readable) problems.add(`table ${name} cannot be read by parley_backup`);
    if (!open) problems.add(`table ${name} has no policy that shows parley_backup every row`);
  }
}

async function checkKeys(rows: Rows, problems: Problems): Promise<void> {
  const unique = await rows<{ name: string; table: string; first: string | null; primary: boolean }>(`
    select i.relname as name, c.relname as "table", a.attname as first, x.indisprimary as primary
      from pg_index x join pg_class i on i.oid = x.indexrelid join ${ownTables} on c.oid = x.indrelid
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
     where x.indisunique`);
  for (const { name, table, first } of unique) {
    if (tenantless[table] === undefined && first !== "tenant_id" && globalKeys[name] === undefined) {
      problems.add(`unique key ${name} of ${table} is led by ${first ?? "an expression"}, not by tenant_id`);
    }
  }
  const tables = await rows<{ name: string }>(`select c.relname as name from ${ownTables}`);
  for (const { name } of tables) {
    if (!unique.some((key) => key.table === name && key.primary)) problems.add(`table ${name} has no primary key`);
  }
  const foreign = await rows<{ name: string; table: string; first: string; target: string; target_first: string; same_order: boolean }>(`
    select k.conname as name, c.relname as "table", a.attname as first, f.relname as target, b.attname as target_first
      from pg_constraint k join ${ownTables} on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
     where k.contype = 'f'`);
  for (const key of foreign) {
    // A key between two tables without tenants cannot start with tenant_id.
    if (tenantless[key.table] !== undefined && tenantless[key.target] !== undefined) continue;
    if ((key.first !== "tenant_id" || key.target_first !== "tenant_id") && globalForeignKeys[key.name] === undefined) {
      problems.add(`foreign key ${key.name} of ${key.table} to ${key.target} is not led by tenant_id`);
    }
  }
  const anchored = new Set(foreign.filter((key) => key.first === "tenant_id").map((key) => key.table));
  for (const { name } of tables) {
    if (tenantless[name] !== undefined || name === "tenants" || anchored.has(name) || withoutTenantKey[name] !== undefined) continue;
    problems.add(`table ${name} has no foreign key that ties tenant_id to a tenant`);
  }
  const known = new Set([...unique, ...foreign].map((key) => key.name));
  for (const name of [...Object.keys(globalKeys), ...Object.keys(globalForeignKeys)]) {
    if (!known.has(name)) problems.add(`the allow-list names key ${name}, which is gone`);
  }
}

async function checkLooseColumns(rows: Rows, problems: Problems): Promise<void> {
  const columns = await rows<{ table: string; column: string; tied: boolean }>(`
    select c.relname as "table", a.attname as "column",
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
             and cardinality(k.conkey) > 1) as tied
      from ${ownTables} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where a.atttypid = 'uuid'::regtype and a.attname like '%\\_id' and a.attname <> 'tenant_id'
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)`);
  const members = (table: string, column: string) => table === "members" && column === "user_id";
  for (const { table, column, tied } of columns) {
    const name = `${table}.${column}`;
    if (!tied && loose[name] === undefined && !members(table, column))
      problems.add(`column ${name} refers to something without a foreign key (tenant_id, ${column})`);
    if (tied && loose[name] !== undefined) problems.add(`the allow-list names column ${name}, which has a foreign key now`);
  }
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  for (const name of Object.keys(loose)) if (!names.has(name)) problems.add(`the allow-list names column ${name}, which is gone`);
}

async function checkObjects(rows: Rows, problems: Problems): Promise<void> {
  const relations = await rows<{ name: string; kind: string; options: string[] | null }>(`
    select c.relname as name, c.relkind::text as kind, c.reloptions as options from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('v', 'm', 'S', 'f') and ${notExtension("pg_class", "c.oid")}`);
  for (const { name, kind, options } of relations) {
    if (kind === "v" && !(options ?? []).includes("security_invoker=true"))
      problems.add(`view ${name} runs as its owner and would show every tenant's rows: security_invoker = true is missing`);
    if (kind === "m") problems.add(`materialized view ${name}: row-level security does not reach it`);
    if (kind === "S") problems.add(`sequence ${name}: it is shared across tenants and shows their volume`);
    if (kind === "f") problems.add(`foreign table ${name}`);
  }
  const triggers = await rows<{ name: string; table: string }>(`
    select t.tgname as name, c.relname as "table" from pg_trigger t join ${ownTables} on c.oid = t.tgrelid where not t.tgisinternal`);
  for (const { name, table } of triggers) problems.add(`trigger ${name} on ${table}`);
  const rules = await rows<{ name: string; table: string }>(`
    select r.rulename as name, c.relname as "table" from pg_rewrite r join ${ownTables} on c.oid = r.ev_class`);
  for (const { name, table } of rules) problems.add(`rule ${name} on ${table}`);
}

async function checkFunctions(rows: Rows, problems: Problems): Promise<void> {
  const functions = await rows<{
    name: string;
    definer: boolean;
    owner: string;
    config: string[] | null;
    volatility: string;
    public: boolean;
  }>(`
    select p.proname as name, p.prosecdef as definer, pg_get_userbyid(p.proowner) as owner, p.proconfig as config, p.provolatile::text as volatility,
           exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0 and x.privilege_type = 'EXECUTE') as public
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and ${notExtension("pg_proc", "p.oid")}`);
  for (const f of functions) {
    const path = (f.config ?? []).find((setting) => setting.startsWith("search_path="));
    if (f.definer) {
      const writes = writingDefiners[f.name] !== undefined;
      if (f.owner !== (writes ? "parley_owner" : "parley_search"))
        problems.add(`function ${f.name} is SECURITY DEFINER and belongs to ${f.owner}, not to parley_search`);
      if (path === undefined) problems.add(`function ${f.name} is SECURITY DEFINER without a fixed search_path`);
      if (f.volatility === "v" && !writes) problems.add(`function ${f.name} is SECURITY DEFINER and may write`);
      if (f.public) problems.add(`function ${f.name} is SECURITY DEFINER and everybody may execute it`);
    } else if (f.owner !== "parley_owner") problems.add(`function ${f.name} belongs to ${f.owner}, not to parley_owner`);
    if (f.volatility === "v" && f.public) problems.add(`function ${f.name} writes and everybody may execute it`);
    if (f.volatility === "v" && path === undefined) problems.add(`function ${f.name} writes without a fixed search_path`);
  }
  for (const name of Object.keys(writingDefiners))
    if (!functions.some((f) => f.definer && f.name === name)) problems.add(`the allow-list names function ${name}, which is gone`);
  const definers = functions.filter((f) => f.definer).length;
  if (definers > definerFunctionsMax) problems.add(`${definers} SECURITY DEFINER functions; at most ${definerFunctionsMax}`);
}

/** What a login role may own outside `public`. */
const ownSchemas: Record<string, string> = { pgboss: "parley_worker" };

async function checkRoles(rows: Rows, problems: Problems): Promise<void> {
  const roles = await rows<{ name: string; login: boolean; super: boolean; bypass: boolean; other: boolean; memberships: string[] }>(`
    select r.rolname as name, r.rolcanlogin as login, r.rolsuper as super, r.rolbypassrls as bypass,
           r.rolcreaterole or r.rolcreatedb or r.rolreplication as other,
           array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as memberships
      from pg_roles r where r.rolname like 'parley\\_%'`);
  for (const role of roles) {
    if (role.super) problems.add(`role ${role.name} is a superuser`);
    if (role.bypass) problems.add(`role ${role.name} has BYPASSRLS`);
    if (role.other) problems.add(`role ${role.name} may create roles or databases, or replicate`);
    if (["parley_owner", "parley_search", "parley_backup"].includes(role.name) && role.login) problems.add(`role ${role.name} may log in`);
    if (role.name !== "parley_owner" && role.memberships.length > 0) {
      problems.add(`role ${role.name} is a member of ${role.memberships.join(", ")}`);
    }
  }
  for (const name of ["parley_owner", "parley_app", "parley_worker", "parley_search", "parley_backup"]) {
    if (!roles.some((role) => role.name === name)) problems.add(`role ${name} is missing`);
  }
  const owned = await rows<{ what: string; owner: string }>(`
    select 'relation ' || n.nspname || '.' || c.relname as what, pg_get_userbyid(c.relowner) as owner, n.nspname as schema
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where pg_get_userbyid(c.relowner) in ('parley_app', 'parley_worker', 'parley_search', 'parley_backup') and n.nspname <> all ($$${`{${Object.keys(ownSchemas).join(",")}}`}$$)
       and n.nspname not like 'pg\\_toast%'
    union all
    select 'schema ' || n.nspname, pg_get_userbyid(n.nspowner), n.nspname from pg_namespace n
     where pg_get_userbyid(n.nspowner) in ('parley_app', 'parley_worker', 'parley_search', 'parley_backup') and n.nspname <> all ($$${`{${Object.keys(ownSchemas).join(",")}}`}$$)
    union all
    select 'database ' || d.datname, pg_get_userbyid(d.datdba), '' from pg_database d
     where pg_get_userbyid(d.datdba) like 'parley\\_%' and d.datname = current_database()`);
  for (const { what, owner } of owned) problems.add(`${what} belongs to ${owner}`);

  const grants = await rows<{ table: string; role: string; privilege: string; grantable: boolean }>(`
    select c.relname as "table", case when x.grantee = 0 then 'public' else pg_get_userbyid(x.grantee)::text end as role,
           x.privilege_type as privilege, x.is_grantable as grantable
      from ${ownTables} cross join aclexplode(c.relacl) x where x.grantee <> c.relowner`);
  for (const { table, role, privilege, grantable } of grants) {
    const on = `on ${table}`;
    if (grantable) problems.add(`${role} may pass ${privilege} ${on} on`);
    if (["TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN"].includes(privilege))
      problems.add(`${role} has ${privilege} ${on}: row-level security does not reach it`);
    if (role === "public" && !(["schema_files", "schema_migrations"].includes(table) && privilege === "SELECT"))
      problems.add(`everybody has ${privilege} ${on}`);
    if (["parley_search", "parley_backup"].includes(role) && privilege !== "SELECT") problems.add(`${role} has ${privilege} ${on}`);
    if (role === "parley_app" && tenantless[table] !== undefined) problems.add(`parley_app has ${privilege} ${on}, which has no tenant_id`);
    if (["parley_app", "parley_worker"].includes(role) && table === "audit_entries" && ["UPDATE", "DELETE"].includes(privilege))
      problems.add(`${role} has ${privilege} ${on}: the audit log is append-only`);
    if (role === "parley_app" && table === "event_log" && ["UPDATE", "DELETE"].includes(privilege))
      problems.add(`parley_app has ${privilege} ${on}: the event log is append-only`);
  }
  // Besides the owner, as whom nobody can log in.
  const rewriting = await rows<{ role: string; privilege: string; column: string }>(`
    select r.rolname as role, p.privilege, a.attname as "column" from pg_roles r
      cross join (values ('UPDATE'), ('DELETE')) p (privilege)
      join pg_attribute a on a.attrelid = 'ledger_entries'::regclass and a.attnum > 0 and not a.attisdropped
     where r.rolname like 'parley\\_%' and r.rolname <> 'parley_owner'
       and case p.privilege when 'UPDATE' then has_column_privilege(r.oid, 'ledger_entries', a.attname, 'UPDATE')
                            else has_table_privilege(r.oid, 'ledger_entries', 'DELETE') end`);
  for (const role of new Set(rewriting.map(({ role, privilege }) => `${role} has ${privilege}`)))
    problems.add(`${role} on ledger_entries: the ledger is append-only`);
  const [more] = await rows<{ creates: boolean; temp: boolean; jobs: boolean }>(`
    select has_schema_privilege('parley_app', 'public', 'create') as creates,
           has_schema_privilege('parley_app', 'pgboss', 'usage') as jobs`);
  if (more?.creates) problems.add("parley_app may create objects in public");
  if (more?.jobs) problems.add("parley_app may use the schema pgboss");
}
