import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";
import { type TestTenant, unknownId } from "../../../../test/harness.ts";

const { t, tenant, writer, channel } = await startContacts("4477024");

const rule = (field: string, op: string, value?: unknown) => ({ field, op, ...(value === undefined ? {} : { value }) });
const all = (...rules: unknown[]) => ({ match: "all", rules });
const preview = (own: TestTenant, rules: unknown) => own.api.post("/api/v1/segments/preview", { rules });

async function names(own: TestTenant, rules: unknown): Promise<string[]> {
  const { status, body, text } = await preview(own, rules);
  assert.equal(status, 200, text);
  assert.equal(body.count, body.sample.length);
  return body.sample.map((contact: { name: string }) => contact.name).sort();
}

describe("segments", () => {
  it("are created, read, changed, listed and deleted; a name is unique, ignoring case", async () => {
    const own = await t.tenant();
    const rules = { match: "any", rules: [rule("tags", "has_any", ["vip"])], exclude: { rules: [rule("blocked", "eq", true)] } };
    const made = await own.api.post("/api/v1/segments", { name: " Key accounts ", rules });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.name, made.body.description, made.body.rules],
      ["Key accounts", null, { ...rules, exclude: { match: "all", rules: [rule("blocked", "eq", true)] } }],
    );
    assert.match(made.body.id, /^seg_/);
    const twin = await own.api.post("/api/v1/segments", { name: "KEY accounts", rules });
    assert.deepEqual([twin.status, twin.body.error.code, twin.body.error.details[0].id], [409, "already_exists", made.body.id]);
    t.clock.advance(1_000);
    const second = (await own.api.post("/api/v1/segments", { name: "Others", rules })).body;
    assert.equal((await own.api.patch(`/api/v1/segments/${second.id}`, { name: "key accounts" })).status, 409);
    const changed = await own.api.patch(`/api/v1/segments/${made.body.id}`, {
      name: "KEY accounts",
      description: "x",
      rules: all({ ...rule("name", "exists"), more: 1, value: [1] }),
    });
    assert.deepEqual([changed.body.name, changed.body.description, changed.body.rules], ["KEY accounts", "x", all(rule("name", "exists"))]);
    assert.deepEqual((await own.api.get(`/api/v1/segments/${made.body.id}`)).body, changed.body);
    const page = (await own.api.get("/api/v1/segments?limit=1")).body;
    assert.equal(page.data[0].id, second.id);
    const rest = (await own.api.get(`/api/v1/segments?limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)).body;
    assert.deepEqual([rest.data[0].id, rest.pageInfo.hasNextPage], [made.body.id, false]);
    assert.deepEqual((await own.api.delete(`/api/v1/segments/${second.id}`)).body, { id: second.id, deleted: true });
    assert.equal((await own.api.get(`/api/v1/segments/${second.id}`)).status, 404);
  });

  it("of one name are created once, by concurrent and repeated requests", async () => {
    const body = { name: "Race", rules: all(rule("name", "exists")) };
    const responses = await Promise.all([1, 2, 3].map(() => tenant.api.post("/api/v1/segments", body)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409]);
    const headers = { "idempotency-key": "segment-1" };
    const other = { ...body, name: "Replayed" };
    const [one, two] = [
      await tenant.api.post("/api/v1/segments", other, headers),
      await tenant.api.post("/api/v1/segments", other, headers),
    ];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
  });

  it("are 404 for another tenant, and need their scopes", async () => {
    const { id } = (await tenant.api.post("/api/v1/segments", { name: "Mine", rules: all(rule("name", "exists")) })).body;
    const other = await t.tenant();
    for (const wire of [id, unknownId("seg"), "x"]) {
      for (const path of ["", "/contacts"]) assert.equal((await other.api.get(`/api/v1/segments/${wire}${path}`)).status, 404);
      assert.equal((await other.api.patch(`/api/v1/segments/${wire}`, { name: "x" })).status, 404);
      assert.equal((await other.api.delete(`/api/v1/segments/${wire}`)).status, 404);
    }
    const reader = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await reader.post("/api/v1/segments/preview", { rules: all(rule("name", "exists")) })).status, 200);
    assert.equal((await reader.post("/api/v1/segments", { name: "No", rules: all(rule("name", "exists")) })).status, 403);
  });

  it("list their current contacts newest first, page by page", async () => {
    const own = await t.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift((await own.api.post("/api/v1/contacts", { name: `C${i}`, tags: i === 2 ? [] : ["in"] })).body.id);
      t.clock.advance(1_000);
    }
    await (await t.tenant()).api.post("/api/v1/contacts", { name: "Foreign", tags: ["in"] });
    const { id } = (await own.api.post("/api/v1/segments", { name: "In", rules: all(rule("tags", "has_any", ["in"])) })).body;
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await own.api.get(`/api/v1/segments/${id}/contacts?limit=2${cursor}`);
      found.push(...body.data.map((contact: { id: string }) => contact.id));
      if (!body.pageInfo.hasNextPage) break;
      cursor = `&cursor=${encodeURIComponent(body.pageInfo.nextCursor)}`;
    }
    assert.deepEqual(found, [ids[0], ids[1], ids[3], ids[4]]);
    await own.api.post("/api/v1/contacts/tags/delete", { tags: ["in"] });
    assert.deepEqual((await own.api.get(`/api/v1/segments/${id}/contacts`)).body.data, []);
  });
});

describe("rules", () => {
  it("test contact fields, custom fields, tags and channels", async () => {
    const person = await writer("Cara");
    const own = tenant;
    const note = { tags: ["only"] };
    await own.api.patch(`/api/v1/contacts/${person.id}`, note);
    await own.api.post("/api/v1/contacts", {
      name: "Ada O'Neil 100%_",
      email: "Ada@Example.com",
      phone: "+447700900123",
      country: "gb",
      language: "en-GB",
      timezone: "Europe/London",
      source: "fair",
      optIn: "opted_in",
      tags: ["only", "vip"],
      customFields: { plan: "pro", seats: 12, trial: false },
    });
    await own.api.post("/api/v1/contacts", { name: "Bob", tags: ["only", "x"], customFields: { plan: "free", seats: 3, trial: true } });
    const q = (...rules: unknown[]) => names(own, all(rule("tags", "has_any", ["only"]), ...rules));
    const [ada, bob, cara] = ["Ada O'Neil 100%_", "Bob", "Cara"];
    for (const [given, expected] of [
      [rule("name", "eq", "bob"), [bob]],
      [rule("name", "neq", "BOB"), [ada, cara]],
      [rule("name", "contains", "o'neil 100%_"), [ada]],
      [rule("name", "contains", "%"), [ada]],
      [rule("name", "starts_with", "ca"), [cara]],
      [rule("name", "in", ["BOB", "cara"]), [bob, cara]],
      [rule("email", "eq", "ada@example.COM"), [ada]],
      [rule("email", "exists"), [ada]],
      [rule("email", "not_exists"), [bob, cara]],
      [rule("phone", "eq", "0044 7700 900123"), [ada]],
      [rule("phone", "starts_with", "44 77"), [ada, cara]],
      [rule("country", "eq", "gb"), [ada]],
      [rule("country", "not_in", ["GB"]), [bob, cara]],
      [rule("language", "starts_with", "EN"), [ada]],
      [rule("source", "in", ["fair", "inbound"]), [ada, cara]],
      [rule("optIn", "eq", "opted_in"), [ada]],
      [rule("optIn", "neq", "opted_in"), [bob, cara]],
      [rule("ownerId", "not_exists"), [ada, bob, cara]],
      [rule("blocked", "eq", true), []],
      [rule("blocked", "neq", true), [ada, bob, cara]],
      [rule("tags", "has_all", ["only", "vip"]), [ada]],
      [rule("tags", "has_none", ["vip", "x"]), [cara]],
      [rule("lastInboundAt", "exists"), [cara]],
      [rule("lastInboundAt", "within_last", { days: 1 }), [cara]],
      [rule("createdAt", "within_last", { days: 1 }), [ada, bob, cara]],
      [rule("createdAt", "before", "2020-01-01"), []],
      [rule("createdAt", "after", "2020-01-01T00:00:00Z"), [ada, bob, cara]],
      [rule("channelKind", "eq", "chat_app"), [cara]],
      [rule("channelKind", "not_in", ["chat_app"]), [ada, bob]],
      [rule("channelId", "eq", channel.id), [cara]],
      [rule("customFields.plan", "eq", "pro"), [ada]],
      [rule("customFields.plan", "neq", "pro"), [bob, cara]],
      [rule("customFields.plan", "in", ["pro", "free"]), [ada, bob]],
      [rule("customFields.plan", "contains", "RE"), [bob]],
      [rule("customFields.seats", "gte", 12), [ada]],
      [rule("customFields.seats", "lt", 12), [bob]],
      [rule("customFields.seats", "eq", 3), [bob]],
      [rule("customFields.trial", "eq", false), [ada]],
      [rule("customFields.trial", "neq", true), [ada, cara]],
      [rule("customFields.seats", "exists"), [ada, bob]],
      [rule("customFields.none", "not_exists"), [ada, bob, cara]],
      [{ match: "any", rules: [rule("name", "eq", "Bob"), all(rule("email", "exists"), rule("phone", "exists"))] }, [ada, bob]],
    ] as [unknown, string[]][])
      assert.deepEqual(await q(given), expected, JSON.stringify(given));
    assert.deepEqual(
      await names(own, {
        ...all(rule("tags", "has_any", ["only"])),
        exclude: { match: "any", rules: [rule("name", "eq", "Bob"), rule("email", "exists")] },
      }),
      [cara],
    );
  });

  it("use defined fields according to their type", async () => {
    const own = await t.tenant();
    for (const [key, type, more] of [
      ["born", "date", {}],
      ["seen", "datetime", {}],
      ["hobbies", "multi_select", { options: ["chess", "tea", "go"] }],
    ] as const)
      await own.api.post("/api/v1/contact-fields", { key, label: key, type, ...more });
    await own.api.post("/api/v1/contacts", {
      name: "Ada",
      customFields: { born: "1990-05-01", seen: t.clock.now().toISOString(), hobbies: ["chess", "tea"] },
    });
    await own.api.post("/api/v1/contacts", {
      name: "Bob",
      customFields: { born: "1980-05-01", seen: "2020-01-01T00:00:00Z", hobbies: [] },
    });
    for (const [given, expected] of [
      [rule("customFields.born", "before", "1985-01-01"), ["Bob"]],
      [rule("customFields.born", "after", "1980-05-01"), ["Ada"]],
      [rule("customFields.seen", "within_last", { days: 2 }), ["Ada"]],
      [rule("customFields.hobbies", "has_any", ["go", "tea"]), ["Ada"]],
      [rule("customFields.hobbies", "has_all", ["chess", "go"]), []],
      [rule("customFields.hobbies", "has_none", ["chess"]), ["Bob"]],
    ] as [unknown, string[]][])
      assert.deepEqual(await names(own, all(given)), expected, JSON.stringify(given));
    const wrong = await preview(own, all(rule("customFields.born", "contains", "19")));
    assert.deepEqual(wrong.body.error.details, [{ field: "rules.rules[0].op", issue: "unknown_value" }]);
  });

  it("that are invalid are refused, naming the place", async () => {
    const deep = (n: number): unknown => (n === 0 ? rule("name", "exists") : all(deep(n - 1)));
    for (const [rules, field, issue] of [
      [{ rules: [] }, "rules.rules", "too_short"],
      [{ match: "some", rules: [rule("name", "exists")] }, "rules.match", "unknown_value"],
      [all(rule("name", "exists"), rule("name", "exists"), rule("name", "like", "x")), "rules.rules[2].op", "unknown_value"],
      [all(rule("age", "eq", 1)), "rules.rules[0].field", "unknown_value"],
      [all(rule("constructor", "eq", "x")), "rules.rules[0].field", "unknown_value"],
      [all(rule("customFields.", "eq", "x")), "rules.rules[0].field", "unknown_value"],
      [all({ op: "eq", value: 1 }), "rules.rules[0].field", "required"],
      [all({ field: "name" }), "rules.rules[0].op", "required"],
      [all(rule("name", "gt", "x")), "rules.rules[0].op", "unknown_value"],
      [all(rule("name", "eq")), "rules.rules[0].value", "required"],
      [all(rule("name", "eq", 7)), "rules.rules[0].value", "invalid_type"],
      [all(rule("name", "in", ["a", 7])), "rules.rules[0].value[1]", "invalid_type"],
      [all(rule("tags", "has_any", [])), "rules.rules[0].value", "too_short"],
      [all(rule("tags", "has_any", Array(101).fill("a"))), "rules.rules[0].value", "too_many"],
      [all(rule("optIn", "eq", "maybe")), "rules.rules[0].value", "unknown_value"],
      [all(rule("createdAt", "before", "yesterday")), "rules.rules[0].value", "invalid_format"],
      [all(rule("createdAt", "within_last", { days: 0 })), "rules.rules[0].value.days", "out_of_range"],
      [all(rule("createdAt", "within_last", {})), "rules.rules[0].value.days", "required"],
      [all(rule("customFields.n", "gt", "1")), "rules.rules[0].value", "invalid_type"],
      [all({ match: "any", rules: [] }), "rules.rules[0].rules", "too_short"],
      [{ ...all(rule("name", "exists")), exclude: all(rule("name", "nope")) }, "rules.exclude.rules[0].op", "unknown_value"],
      [deep(5), "rules.rules[0].rules[0].rules[0].rules[0].rules", "too_many"],
      [
        all(...Array(30).fill(rule("name", "exists")), all(...Array(21).fill(rule("name", "exists")))),
        "rules.rules[30].rules[20]",
        "too_many",
      ],
    ] as [unknown, string, string][]) {
      for (const response of [await preview(tenant, rules), await tenant.api.post("/api/v1/segments", { name: `N ${field}`, rules })])
        assert.deepEqual(
          [response.status, response.body.error.code, response.body.error.details],
          [400, "validation_error", [{ field, issue }]],
          response.text,
        );
    }
    assert.equal((await preview(tenant, deep(4))).status, 200);
  });
});
