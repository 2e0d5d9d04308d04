import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { checkCatalogue, writingDefiners } from "./catalogue.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { type Api, startTestApp, type TestApp } from "../harness.ts";
import type { Fixture } from "../fixtures/fixtures.ts";
import { checkIsolation } from "../fixtures/isolation.ts";
import { makeTwoTenants } from "../fixtures/isolation-fixture.ts";

describe("the schema's rules", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(async () => {
    await database.drop();
  });

  it("hold for every table, key, view, function and role", async () => {
    assert.deepEqual(await withClient(database.admin, checkCatalogue), []);
  });

  const tenant = "nullif(current_setting('app.tenant_id', true), '')::uuid";
  const table = (name: string, more = "") => `
    create table ${name} (tenant_id uuid not null references tenants, id uuid not null, primary key (tenant_id, id)${more});
    alter table ${name} owner to parley_owner; grant select on ${name} to parley_backup;`;
  const secured = (name: string, more = "") => `${table(name, more)}
    alter table ${name} enable row level security; alter table ${name} force row level security;
    create policy backup on ${name} for select to parley_backup using (true);
    create policy tenant_isolation on ${name} to parley_app using (tenant_id = ${tenant}) with check (tenant_id = ${tenant});`;

  /** What somebody might add, and the breach that must be reported. */
  const breaches: [string, string, RegExp[]][] = [
    ["a correct table", secured("t"), []],
    [
      "a table without a tenant",
      "create table t (id uuid primary key); alter table t owner to parley_owner; grant select on t to parley_backup",
      [/^table t has no tenant_id$/, /^table t has no foreign key that ties/, /^unique key t_pkey of t is led by id/],
    ],
    [
      "a table whose tenant may be null",
      `create table t (tenant_id uuid references tenants, id uuid primary key); grant select on t to parley_backup`,
      [/t belongs to postgres/, /must be uuid not null/, /t has no row-level/, /does not force/, /0 policies/, /t_pkey of t is led by id/],
    ],
    [
      "a table without row-level security",
      table("t"),
      [/^table t does not force/, /^table t has 0 policies/, /^table t has no row-level security$/],
    ],
    [
      "row-level security that the owner escapes",
      `${secured("t")} alter table t no force row level security`,
      [/^table t does not force row-level security$/],
    ],
    [
      "a policy without WITH CHECK",
      `${secured("t")} drop policy tenant_isolation on t; create policy p on t to parley_app using (tenant_id = ${tenant})`,
      [/p has no WITH CHECK by tenant: null/],
    ],
    [
      "a policy that is always true",
      `${secured("t")} drop policy tenant_isolation on t; create policy p on t to parley_app using (true) with check (tenant_id = ${tenant})`,
      [/p has no USING by tenant: true/],
    ],
    [
      "a policy that raises when no tenant is set",
      `${secured("t")} drop policy tenant_isolation on t; create policy p on t to parley_app using (tenant_id = current_setting('app.tenant_id')::uuid) with check (tenant_id = ${tenant})`,
      [/p has no USING by tenant/],
    ],
    [
      "a second policy, which adds rows",
      `${secured("t")} create policy more on t for select to parley_app using (true)`,
      [/2 policies for parley_app/, /more has no USING/, /more has no WITH CHECK/, /more must be for all commands/],
    ],
    [
      "a policy for everybody",
      `${secured("t")} drop policy tenant_isolation on t; create policy p on t using (tenant_id = ${tenant}) with check (tenant_id = ${tenant})`,
      [/p is for public/],
    ],
    [
      "a search policy that may write",
      `${secured("t")} create policy s on t to parley_search using (true)`,
      [/s lets parley_search write/],
    ],
    ["a table that backups lack", `${secured("t")} revoke select on t from parley_backup`, [/^table t cannot be read by parley_backup$/]],
    [
      "a table of which backups lack rows",
      `${secured("t")} drop policy backup on t; create policy backup on t for select to parley_backup using (tenant_id = ${tenant})`,
      [/^table t has no policy that shows parley_backup every row$/],
    ],
    [
      "backups that may write",
      "grant update on contacts to parley_backup; create policy more on contacts for update to parley_backup using (true)",
      [/^parley_backup has UPDATE on contacts$/, /more lets parley_backup write/],
    ],
    [
      "a unique key over all tenants",
      `${secured("t", ", email text")} create unique index t_email on t (email, tenant_id)`,
      [/^unique key t_email of t is led by email, not by tenant_id$/],
    ],
    [
      "a unique key on an expression over all tenants",
      `${secured("t", ", email text")} create unique index t_email on t (lower(email))`,
      [/t_email of t is led by an expression/],
    ],
    [
      "a foreign key without the tenant",
      `alter table contacts add unique (tenant_id, id, name); ${secured("t", ", u uuid, foreign key (u) references users")}`,
      [/^foreign key t_u_fkey of t to users is not led by tenant_id$/],
    ],
    [
      "a reference without a foreign key",
      secured("t", ", contact_id uuid"),
      [/^column t.contact_id refers to something without a foreign key/],
    ],
    [
      "a reference whose foreign key forgets the tenant",
      secured("t", ", user_id uuid references users"),
      [/^column t.user_id refers/, /^foreign key t_user_id_fkey/],
    ],
    [
      "a table that names no tenant that exists",
      `${secured("t")} alter table t drop constraint t_tenant_id_fkey`,
      [/^table t has no foreign key that ties tenant_id to a tenant$/],
    ],
    ["a table without a primary key", `${secured("t")} alter table t drop constraint t_pkey`, [/^table t has no primary key$/]],
    ["a plain view", "create view v as select * from contacts", [/^view v runs as its owner/]],
    ["a view that runs as its caller", "create view v with (security_invoker = true) as select * from contacts", []],
    ["a materialized view", "create materialized view m as select * from contacts", [/^materialized view m/]],
    ["a sequence", "create sequence s", [/^sequence s: it is shared/]],
    ["an identity column", `${secured("t", ", n integer generated always as identity")}`, [/^sequence t_n_seq/]],
    [
      "a trigger",
      "create function f() returns trigger language plpgsql set search_path = public, pg_temp as 'begin return new; end'; revoke execute on function f from public; alter function f owner to parley_owner; create trigger x before insert on contacts for each row execute function f()",
      [/^trigger x on contacts$/],
    ],
    [
      "a definer function",
      "create function f() returns int language sql stable security definer as 'select 1'",
      [/belongs to postgres, not to parley_search/, /everybody may execute it/, /without a fixed search_path/],
    ],
    [
      "a definer function that may write",
      "create function f() returns int language sql security definer set search_path = public, pg_temp as 'select 1'; revoke execute on function f from public; alter function f owner to parley_search",
      [/^function f is SECURITY DEFINER and may write$/],
    ],
    [
      "a function that writes and is open to everybody",
      "create function f() returns int language sql set search_path = public, pg_temp as 'select 1'; alter function f owner to parley_owner",
      [/^function f writes and everybody may execute it$/],
    ],
    [
      "a function that writes wherever the caller's path leads",
      "create function f() returns int language sql as 'select 1'; alter function f owner to parley_owner; revoke execute on function f from public",
      [/^function f writes without a fixed search_path$/],
    ],
    ["truncate for the application", "grant truncate on contacts to parley_app", [/^parley_app has TRUNCATE on contacts/]],
    ["references for the application", "grant references on contacts to parley_app", [/^parley_app has REFERENCES on contacts/]],
    ["a grant to everybody", "grant select on contacts to public", [/^everybody has SELECT on contacts$/]],
    ["users for the application", "grant select on users to parley_app", [/^parley_app has SELECT on users, which has no tenant_id$/]],
    ["an audit log that can be rewritten", "grant update on audit_entries to parley_app", [/audit log is append-only/]],
    ["an event log that can be rewritten", "grant delete on event_log to parley_app", [/event log is append-only/]],
    [
      "a ledger that can be rewritten",
      "grant update (amount) on ledger_entries to parley_app",
      [/parley_app has UPDATE on ledger_entries: the ledger/],
    ],
    [
      "a ledger that can be shortened",
      "grant delete on ledger_entries to parley_worker",
      [/parley_worker has DELETE on ledger_entries: the ledger/],
    ],
    [
      "a table of the application's own",
      "create table t (tenant_id uuid not null references tenants primary key); grant select on t to parley_backup; alter table t owner to parley_app",
      [
        /^relation public.t belongs to parley_app$/,
        /^relation public.t_pkey/,
        /^table t belongs to parley_app/,
        /t does not force/,
        /0 policies/,
        /no row-level security/,
      ],
    ],
    ["objects the application may create", "grant create on schema public to parley_app", [/^parley_app may create objects in public$/]],
    [
      "an exception that is no longer needed",
      "drop index shared_routes_holder",
      [/^the allow-list names key shared_routes_holder, which is gone$/],
    ],
  ];
  for (const [what, sql, expected] of breaches) {
    it(`are ${expected.length === 0 ? "kept by" : "seen broken by"} ${what}`, async () => {
      const problems = await withClient(database.admin, async (admin) => {
        await admin.query("begin");
        try {
          await admin.query(sql);
          return await checkCatalogue(admin);
        } finally {
          await admin.query("rollback");
        }
      });
      assert.equal(problems.length, expected.length, problems.join("\n"));
      for (const pattern of expected)
        assert.ok(
          problems.some((problem) => pattern.test(problem)),
          `${pattern} in\n${problems.join("\n")}`,
        );
    });
  }

  it("are reported as broken by a role with too many rights", async () => {
    // Roles belong to the whole cluster, so everything happens in a transaction that is rolled back.
    for (const [sql, expected] of [
      ["alter role parley_app bypassrls", /^role parley_app has BYPASSRLS$/],
      ["alter role parley_app superuser", /^role parley_app is a superuser$/],
      ["grant parley_owner to parley_app", /^role parley_app is a member of parley_owner$/],
      ["alter role parley_worker createrole", /^role parley_worker may create roles/],
      ["alter role parley_search login", /^role parley_search may log in$/],
      ["alter role parley_backup login", /^role parley_backup may log in$/],
      ["grant parley_backup to parley_app", /^role parley_app is a member of parley_backup$/],
    ] as const) {
      const problems = await withClient(database.admin, async (admin) => {
        await admin.query("begin");
        try {
          await admin.query(sql);
          return await checkCatalogue(admin);
        } finally {
          await admin.query("rollback");
        }
      });
      assert.equal(problems.filter((problem) => expected.test(problem)).length, 1, `${sql}: ${problems.join("\n")}`);
    }
  });
});

describe("rows of two tenants", () => {
  let t: TestApp;
  let a: Fixture;
  let b: Fixture;
  /** Of tenants that were not drained: draining would remove their queues' rows. */
  let found: Awaited<ReturnType<typeof checkIsolation>>;
  before(async () => {
    t = await startTestApp();
    ({ a, b } = await makeTwoTenants(t));
    found = await checkIsolation(t.database, a.tenant.id, b.tenant.id);
  });
  after(async () => {
    await t.stop();
  });

  it("are isolated in every table, for reading, writing, moving and referring", () => {
    const { problems, tables, keys } = found;
    assert.deepEqual(problems, []);
    assert.ok(tables >= 20 && keys >= 15, `${tables} tables, ${keys} keys`);
  });

  it("are reported as not isolated if a policy exposes everything", async () => {
    const holes = await withClient(t.database.admin, async (admin) => {
      const { rows } = await admin.query<{ using: string }>(
        "select pg_get_expr(polqual, polrelid) as using from pg_policy where polrelid = 'contacts'::regclass and polname = 'tenant_isolation'",
      );
      await admin.query("alter policy tenant_isolation on contacts using (true)");
      try {
        return (await checkIsolation(t.database, a.tenant.id, b.tenant.id, "contacts")).problems;
      } finally {
        await admin.query(`alter policy tenant_isolation on contacts using (${rows[0]?.using})`);
      }
    });
    assert.ok(
      holes.some((hole) => /^contacts: without a tenant the application role sees/.test(hole)),
      holes.join("\n"),
    );
    assert.ok(
      holes.some((hole) => /^contacts: A sees rows of others/.test(hole)),
      holes.join("\n"),
    );
  });

  it("are isolated in the functions that run above row-level security", async () => {
    for (const { api, resources } of [a, b]) {
      const patched = [
        await api.patch(`/api/v1/contacts/${resources.contact}`, { name: "Zebulon Quux", tags: ["quux"] }),
        await api.patch(`/api/v1/conversations/${resources.conversation}`, { labels: ["quux"] }),
        await api.patch(`/api/v1/deals/${resources.deal}`, { title: "Zebulon's quux" }),
        await api.patch(`/api/v1/tickets/${resources.ticket}`, { subject: "Zebulon's quux" }),
        await api.post("/api/v1/knowledge/faqs", { question: "Zebulonquux?", answer: "Yes.", language: "en" }),
      ];
      for (const response of patched) assert.equal(response.status, 200, response.text);
      assert.equal((await api.post(`/api/v1/conversations/${resources.conversation}/notes`, { text: "A quux" })).status, 200);
    }
    await t.drain();
    const quux = async (api: Api) => parseWireId("lbl", (await api.get("/api/v1/labels?q=quux")).body.data[0].id);
    const labels = [await quux(a.api), await quux(b.api)];
    const said = (await a.api.get("/api/v1/search/messages?q=quux")).body.data[0].message.id;
    /** Arguments with which each function finds something of A and of B, and what it finds. */
    const audience = { p_plan: { c: "tags", o: "has_any", i: 1, n: 1 }, p_values: ["quux"] };
    const calls: Record<string, { args: Record<string, unknown>; finds: string; nothing?: string }> = {
      list_contacts: { args: { p_any1: "%zebulon%", p_any2: "%zebulon%", p_limit: 1000 }, finds: a.resources.contact },
      list_labelled_conversations: {
        args: { p_labels: labels, p_sort: "createdAt", p_limit: 1000 },
        finds: a.resources.conversation,
      },
      labelled_conversations: { args: { p_label: labels[0], p_limit: 1000 }, finds: a.resources.conversation },
      search_messages: { args: { p_exact: ["% quux%"], p_limit: 1000 }, finds: said },
      search_conversations: { args: { p_exact: ["% quux%"], p_limit: 1000 }, finds: a.resources.conversation },
      search_contacts: { args: { p_words: ["zebulun"], p_limit: 1000 }, finds: a.resources.contact },
      list_tickets: { args: { p_first: "%zebulon%", p_unassigned: false, p_limit: 1000 }, finds: a.resources.ticket },
      list_deals: { args: { p_first: "%zebulon%", p_unowned: false, p_limit: 1000 }, finds: a.resources.deal },
      // Not an id but a word that both tenants have: a second row for it would be B's.
      similar_knowledge_terms: {
        args: { p_words: ["zebulonquix"], p_languages: ["en"] },
        finds: "row_(zebulonquix,en,zebulonquux)",
      },
      list_audience: { args: { ...audience, p_limit: 1000 }, finds: a.resources.contact },
      count_audience: { args: { ...audience, p_sample: 10 }, finds: a.resources.contact, nothing: "(0,{})" },
      survey_audience: {
        args: {
          ...audience,
          p_kind: "chat_app",
          p_account: "",
          p_by_phone: true,
          p_channel: null,
          p_open_at: null,
          p_every: 1,
          p_sample: 10,
        },
        finds: a.resources.contact,
        nothing: "(0,0,0,0,0,{})",
      },
    };
    const functions = await withClient(
      t.database.admin,
      async (admin) =>
        (
          await admin.query<{ name: string; args: string[]; types: string[] }>(`
      select p.proname as name, p.proargnames[1:p.pronargs] as args, array(select format_type(x, null) from unnest(p.proargtypes) x) as types
        from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`)
        ).rows,
    );
    assert.ok(functions.length > 0);
    for (const { name, args, types } of functions) {
      if (writingDefiners[name] !== undefined) continue;
      const call = calls[name];
      assert.ok(call !== undefined, `${name} is SECURITY DEFINER: say here how to call it`);
      const values = args.map((arg) => call.args[arg] ?? null);
      const sql = `select ${name}(${args.map((_, i) => `$${i + 1}::${types[i]}`).join(", ")}) as id`;
      await withClient(t.database.app, async (app) => {
        const unset = (await app.query<{ id: unknown }>(sql, values)).rows.map(({ id }) => String(id));
        assert.deepEqual(unset, call.nothing === undefined ? [] : [call.nothing], `${name} with no tenant set`);
        await app.query("begin");
        await app.query(`set local app.tenant_id = '${a.tenant.id}'`);
        const { rows } = await app.query<{ id: string }>(sql, values);
        await app.query("rollback");
        assert.deepEqual(
          rows.map((row) =>
            String(row.id)
              .replace(/^\(1,(?:0,)*\{(.*)\}\)$/, "$1")
              .replaceAll("-", ""),
          ),
          [call.finds.split("_")[1]],
          name,
        );
      });
    }
  });

  it("are isolated in the owner's functions that write", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const entries = (of: string) =>
      withClient(
        t.database.admin,
        async (admin) => (await admin.query("select * from audit_entries where tenant_id = $1 order by id", [of])).rows,
      );
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into audit_entries (tenant_id, id, actor_kind, action, changes, created_at)
         select tenant_id, gen_random_uuid(), 'system', 'old', '{"number": "A-7"}', now() - interval '1 year' from tenants where tenant_id = any($1)`,
        [[a.id, b.id]],
      ),
    );
    const before = await entries(b.id);
    const asApp = async (set: string) =>
      withClient(t.database.app, async (app) => {
        await app.query("begin");
        await app.query(set);
        for (const { id } of before) await app.query("select blank_audit_entry($1, '{}')", [id]);
        const { rows } = await app.query<{ n: number }>("select purge_audit_entries('infinity', 1000000) as n");
        await app.query("commit");
        return rows[0]?.n;
      });
    assert.equal(await asApp("select 1"), 0);
    assert.equal(await asApp(`set local app.tenant_id = '${a.id}'`), 1);
    assert.deepEqual(await entries(b.id), before);
    assert.equal((await entries(a.id)).filter((entry) => entry.action === "old").length, 0);
    assert.equal(await asApp(`set local app.tenant_id = '${b.id}'`), 1);
  });

  it("the application role can prove no number itself, and none for another tenant", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const { id } = await t.channel(b);
    const asA = (sql: string) =>
      withClient(t.database.app, async (app) => {
        await app.query("begin");
        await app.query(`set local app.tenant_id = '${a.id}'`);
        return (await app.query(sql)).rows;
      });
    const uuid = parseWireId("chn", id);
    const prove = (tenant: string) => `select prove_route('${tenant}', '${uuid}', 'channel', 'operator', now(), now()) as proved`;
    await assert.rejects(asA(prove(b.id)), /for the tenant of the transaction alone/);
    assert.deepEqual(await asA(prove(a.id)), [{ proved: false }]);
    for (const sql of [
      "update channel_routes set proof = 'operator'",
      "insert into channel_routes (tenant_id, channel_id, kind, route_by, external_id, proof) select tenant_id, id, kind, 'channel', external_id, 'operator' from channels",
      "update shared_routes set tenant_id = tenant_id",
      "delete from shared_routes",
      `insert into shared_routes (tenant_id, kind, route_by, external_id, claimed_at, proved_at) values ('${a.id}', 'chat_app', 'channel', '1', now(), now())`,
    ])
      await assert.rejects(asA(sql), /permission denied/, sql);
  });
});
