import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { deleted, exported, kept, leftOut, ownedBy, reasons, type TableOwner } from "../../apps/server/src/platform/tables.ts";
import { fateGaps } from "./fates.ts";
import { renderTables } from "./page.ts";
import { readTables } from "./read.ts";
import { tablesIn } from "./sql-tables.ts";
import { isSql, textsOf } from "./sql-texts.ts";
import { checkTables, type SourceText } from "./table-rules.ts";

const names = ["contacts", "deals", "events", "labels", "messages", "notes"];
const usesOf = (sql: string) => tablesIn(sql, (name) => names.includes(name)).map(({ kind, table }) => `${kind} ${table}`);

describe("tables in SQL", () => {
  it("are found wherever a table's name may occur", () => {
    for (const [sql, expected] of [
      ["select c.id from contacts c join deals d on d.contact_id = c.id", ["read contacts", "read deals"]],
      [
        "select 1 from contacts c, lateral (select 1 from notes n) x, messages m where true",
        ["read contacts", "read notes", "read messages"],
      ],
      ["insert into notes (id) select id from contacts on conflict do update set id = excluded.id", ["insert notes", "read contacts"]],
      [
        "update only contacts set name = n.text from notes n where exists (select from deals)",
        ["update contacts", "read notes", "read deals"],
      ],
      ["delete from notes using contacts c, deals d where true", ["delete notes", "read contacts", "read deals"]],
      ["merge into notes t using contacts s on true when matched then update set id = 1", ["update notes", "read contacts"]],
      ["with gone as (delete from notes returning id) select * from gone", ["delete notes"]],
      ["truncate notes", ["truncate notes"]],
      ["select * from public.contacts", ["read contacts"]],
      [`select * from "contacts"`, ["read contacts"]],
    ] as const)
      assert.deepEqual(usesOf(sql), expected, sql);
  });

  it("are not columns, aliases, strings, comments, locks, or functions", () => {
    for (const sql of [
      "select labels, messages.events from x as contacts",
      "select labels, events from x where labels = notes",
      "select 'from contacts' -- from deals\n /* join notes */",
      "select 1 from x for no key update of contacts",
      "select 1 where labels is distinct from notes",
      "select extract(epoch from notes)",
      "select * from contacts($1)",
      "insert into x values (1) on conflict do update set labels = 1",
      "select 1 from x where contacts.id = 1 group by labels, notes",
    ])
      assert.deepEqual(usesOf(sql), [], sql);
  });

  it("are in texts of code, with constants and the first of two alternatives filled in, next to inserted expressions", () => {
    const code = `const from = "contacts c";
export const sql = (t: string) => \`select 1 from \${from} join \${t} x on true \${t ? "join deals d on true" : ""}\`;`;
    const [, template, fragment] = textsOf("a.ts", code);
    assert.equal(template?.text, "select 1 from contacts c join \u0001 x on true join deals d on true");
    assert.deepEqual([template?.holes[0], template?.line, fragment?.text], ["t", 2, "join deals d on true"]);
  });

  it("and are not sentences", () => {
    for (const text of [
      "select 1",
      "with a as (select 1) select 2",
      "update notes set id = 1",
      "exists (select 1 from x)",
      "insert into notes",
    ])
      assert.equal(isSql(text), true, text);
    for (const text of ["Create a label", "select", "notify", "Update the contacts", "what is read from contacts", "Delete from here"])
      assert.equal(isSql(text), false, text);
  });
});

const owner = (name: string, tables: Record<string, object> = {}): TableOwner & { folder: string } => ({
  folder: name,
  ...ownedBy(
    name,
    Object.fromEntries(
      Object.entries(tables).map(([table, more]) => [
        table,
        { holds: "x", personal: "nobody", onContactErasure: kept("x"), onExport: exported(null), ...more },
      ]),
    ),
  ),
});
const schema = "create table notes (\n  tenant_id uuid not null,\n  text text\n);\ncreate table deals (\n  tenant_id uuid not null\n);\n";
const file = (path: string, sql: string): SourceText => ({
  path: `apps/server/src/${path}`,
  text: `export const text = ${JSON.stringify(sql)};`,
});
const check = (
  owners: (TableOwner & { folder: string })[],
  code: SourceText[],
  more: { functions?: SourceText[]; exceptions?: Partial<Parameters<typeof checkTables>[0]["exceptions"]> } = {},
) =>
  checkTables({
    owners,
    code: [file("modules/a/notes/index.ts", ""), file("modules/a/deals/index.ts", ""), ...code],
    functions: more.functions ?? [],
    schema,
    exceptions: { sqlElsewhere: {}, named: {}, ...more.exceptions },
  }).problems;
const both = [owner("a/notes", { notes: {} }), owner("a/deals", { deals: {} })];

describe("owners of tables", () => {
  it("are one per table, named by their folder", () => {
    assert.deepEqual(check(both, []), []);
    assert.deepEqual(check([owner("a/notes", { notes: {} })], []), [
      "the table deals has no owner: declare it in the tables.ts of its module",
    ]);
    assert.deepEqual(check([...both, owner("a/others", { notes: {}, votes: {} })], []), [
      "the table notes is declared by a/notes and by a/others",
      "a/others/tables.ts declares the table votes, which there is not",
    ]);
    assert.deepEqual(check([{ ...(both[0] as (typeof both)[0]), folder: "a/b" }, both[1] as (typeof both)[0]], []), [
      "a/b/tables.ts calls its module a/notes",
    ]);
  });

  it("write exclusively, except for the writers that they name", () => {
    const write = file("modules/a/deals/deals.queries.ts", "delete from notes where tenant_id = $1");
    const read = file("modules/a/deals/more.queries.ts", "select 1 from notes where tenant_id = $1");
    assert.deepEqual(check(both, [read]), []);
    assert.deepEqual(check(both, [write]), [
      "apps/server/src/modules/a/deals/deals.queries.ts:1 a/deals writes to notes (delete), which a/notes owns: call its index.ts, or say in its tables.ts why (alsoWrittenBy)",
    ]);
    const allowed = [owner("a/notes", { notes: { alsoWrittenBy: { "a/deals": "a reason" } } }), both[1] as (typeof both)[0]];
    assert.deepEqual(check(allowed, [write]), []);
    assert.deepEqual(check(allowed, [read]), ["a/notes/tables.ts lets a/deals write to notes, which it does not"]);
  });

  it("let erasure and retention do what they declare", () => {
    const erase = file("modules/administration/privacy/x.queries.ts", "delete from notes");
    const purge = file("modules/administration/retention/x.queries.ts", "delete from notes");
    assert.equal(check(both, [erase, purge]).length, 2);
    const declared = [
      owner("a/notes", { notes: { onContactErasure: deleted("x"), retention: "eventsDays" } }),
      both[1] as (typeof both)[0],
    ];
    assert.deepEqual(check(declared, [erase, purge]), []);
  });

  it("apply to database functions, which state their module", () => {
    const path = "packages/database/functions/f.sql";
    const body = "create or replace function f() returns void language plpgsql as $$ begin insert into notes values (1); end $$;";
    assert.match(check(both, [], { functions: [{ path, text: body }] }).join(), /f\.sql does not say whose it is/);
    assert.deepEqual(check(both, [], { functions: [{ path, text: `-- module: a/notes\n${body}` }] }), []);
    assert.match(
      check(both, [], { functions: [{ path, text: `-- module: a/deals\n${body}` }] }).join(),
      /f\.sql:2 a\/deals writes to notes \(insert\)/,
    );
  });

  it("are known where code inserts the table's name", () => {
    const path = "apps/server/src/modules/a/deals/x.queries.ts";
    const code = { path, text: "export const f = (t: string) => `update \u0024{t} set id = 1`;" };
    assert.match(check(both, [code]).join(), /x\.queries\.ts:1 names a table by \$\{t\}/);
    assert.deepEqual(check(both, [code], { exceptions: { named: { [path]: { t: "given" } } } }), []);
    assert.deepEqual(check(both, [code], { exceptions: { named: { [path]: { t: ["deals"] } } } }), []);
    assert.match(check(both, [code], { exceptions: { named: { [path]: { t: ["notes"] } } } }).join(), /a\/deals writes to notes/);
    assert.match(check(both, [], { exceptions: { named: { [path]: { t: "given" } } } }).join(), /which is not there/);
  });

  it("have their SQL in *.queries.ts", () => {
    const code = file("modules/a/deals/service.ts", "select 1 from deals where tenant_id = $1");
    assert.match(check(both, [code]).join(), /service\.ts has SQL/);
    assert.deepEqual(check(both, [code], { exceptions: { sqlElsewhere: { [code.path]: "a reason" } } }), []);
    assert.match(
      check(both, [], { exceptions: { sqlElsewhere: { [code.path]: "a reason" } } }).join(),
      /lets .*service\.ts have SQL, which it has not/,
    );
    assert.deepEqual(check(both, [file("platform/jobs/claim.ts", "select 1 from x")]), [], "the platform's stands with what it is for");
  });
});

describe("the tables of this repository", () => {
  let found: Awaited<ReturnType<typeof readTables>>;
  before(async () => {
    found = await readTables();
  });

  it("have exactly one owner each, which the composition knows", async () => {
    assert.deepEqual(found.problems, []);
    const { tables } = await import("../../apps/server/src/composition/tables.ts");
    assert.deepEqual([...tables.all.keys()], [...found.owners.keys()].sort());
    for (const [table, by] of found.owners) assert.equal(tables.ownerOf(table), by);
    assert.ok(found.uses.length > 1_500 && found.functions.size > 40);
  });

  it("have a declared fate, and so has every column that can contain personal data", () => {
    assert.deepEqual(fateGaps(found.declared, found.schema), []);
  });

  it("and a new table or column without one is reported", () => {
    const more = `${found.schema}\ncreate table surveys (\n  tenant_id uuid not null,\n  answer text\n);\n`.replace(
      "create table labels (\n",
      "create table labels (\n  hint jsonb,\n  parent_id uuid,\n",
    );
    assert.deepEqual(fateGaps(found.declared, more), [
      "inbox/labels/tables.ts: labels.hint: say what happens to it (onContactErasure)",
      "inbox/labels/tables.ts: labels.parent_id: say whose ids these are (onExport)",
    ]);
    const surveys = owner("service/surveys", { surveys: { onContactErasure: deleted("x"), onExport: leftOut("secret") } });
    assert.deepEqual(fateGaps([...found.declared, surveys], more).slice(2), [
      "service/surveys/tables.ts: surveys tells of contacts: it is in the export, or passing, derived, or a file",
    ]);
    const passing = owner("service/surveys", {
      surveys: {
        onContactErasure: kept("x", "answr"),
        onExport: leftOut(reasons.passing),
        onOrganizationErasure: { fate: "apart", how: "x" },
      },
    });
    assert.deepEqual(fateGaps([...found.declared, passing], more).slice(2), [
      "service/surveys/tables.ts: surveys.answer: say what happens to it (onContactErasure)",
      "service/surveys/tables.ts: surveys.answr is named (onContactErasure), and there is none",
      "service/surveys/tables.ts: surveys belongs to an organization: its rows go with it, or stay",
    ]);
  });

  it("are shown on a page: each once, with the other modules that read and write it", () => {
    const page = renderTables(found.declared, found);
    for (const table of found.owners.keys()) assert.equal(page.split(`\n| \`${table}\` |`).length, 2, table);
    assert.match(page, /- `messages` is written by `administration\/privacy`: when a contact is erased/);
    assert.match(page, /- `contacts` is read by /);
  });
});
