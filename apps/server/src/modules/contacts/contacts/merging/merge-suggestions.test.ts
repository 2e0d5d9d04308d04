import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../../test/harness.ts";
import { suggestionScore } from "./merge-suggestions.ts";
import { similarNames } from "./similar-names.ts";

let t: TestApp;
let tenant: TestTenant;
before(async () => {
  t = await startTestApp();
  tenant = await t.tenant();
});
after(() => t?.stop());

const path = "/api/v1/contacts";
const create = async (who: TestTenant, body: object): Promise<string> => {
  const response = await who.api.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
};
const suggested = async (who: TestTenant, id: string): Promise<[string, number, string[]][]> => {
  const response = await who.api.get(`${path}/${id}/merge-suggestions`);
  assert.equal(response.status, 200, response.text);
  return response.body.data.map((s: { contact: { id: string }; score: number; reasons: string[] }) => [s.contact.id, s.score, s.reasons]);
};

/** Inserts a person as a connector would store them, for kinds of channel without a connector. */
async function person(who: TestTenant, kind: string, fields: { name?: string; username?: string; address?: string; addressKey?: string }) {
  const id = await create(who, { name: fields.name ?? "Nameless" });
  await t.app.database.withTenant(who.id, (tx) =>
    tx.query({
      text: `insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, provider_user_id, username, created_at)
             select $1, gen_random_uuid(), c.id, $3, $4, $5, 'user of ' || $2, $6, now() from contacts c where c.tenant_id = $1 and wire_id('cnt', c.id) = $2`,
      values: [who.id, id, kind, fields.address ?? null, fields.addressKey ?? null, fields.username ?? null],
    }),
  );
  return id;
}

test("finds the same number, in any national variant, as a phone of one and an address of the other", async () => {
  const number = await create(tenant, { name: "Ana", phone: "+5511987650000" });
  const address = await person(tenant, "chat_app", { name: "Somebody", address: "551187650000", addressKey: "5511987650000" });
  assert.deepEqual(await suggested(tenant, number), [[address, 0.9, ["phone"]]]);
  assert.deepEqual(await suggested(tenant, address), [[number, 0.9, ["phone"]]]);
});

test("finds the same e-mail in any case; a similar name raises the score", async () => {
  const [a, b, c] = [
    await create(tenant, { name: "Maria Silva", email: "Maria@Example.com" }),
    await create(tenant, { name: "Silva, Maria", email: "maria@example.com" }),
    await create(tenant, { name: "M.", email: "maria@example.COM" }),
  ];
  assert.deepEqual(await suggested(tenant, a), [
    [b, suggestionScore(["email"], true), ["email"]],
    [c, 0.85, ["email"]],
  ]);
});

test("the same username or name counts across kinds of channel, not within one", async () => {
  const chat = await person(tenant, "chat_app", { name: "Zoë Ångström", username: "zoe.a" });
  const photo = await person(tenant, "photo_social", { name: "zoë ångström", username: "@Zoe.A" });
  const video = await person(tenant, "short_video", { name: "Z", username: "ZOE.a" });
  const twin = await person(tenant, "chat_app", { name: "Zoë Ångström", username: "zoe.a" });
  assert.deepEqual(await suggested(tenant, chat), [
    [photo, suggestionScore(["username", "name"], true), ["username", "name"]],
    [video, 0.5, ["username"]],
  ]);
  assert.deepEqual((await suggested(tenant, twin)).map(([id]) => id).sort(), [photo, video].sort());
});

test("a dismissed suggestion does not return, on either side; merged contacts are not suggested", async () => {
  const own = await t.tenant();
  const [a, b, c] = [
    await create(own, { name: "A", email: "x@example.com" }),
    await create(own, { name: "B", email: "x@example.com" }),
    await create(own, { name: "C", email: "x@example.com" }),
  ];
  for (let i = 0; i < 2; i++) {
    const dismissed = await own.api.post(`${path}/${a}/merge-suggestions/dismiss`, { contactId: b });
    assert.deepEqual([dismissed.status, dismissed.body], [200, { contactId: b, dismissed: true }], dismissed.text);
  }
  const idsOf = async (id: string) => (await suggested(own, id)).map(([other]) => other);
  assert.deepEqual([await idsOf(a), await idsOf(b)], [[c], [c]]);
  await own.api.post(`${path}/${c}/merge`, { contactId: b });
  assert.deepEqual([await idsOf(a), await idsOf(b), await idsOf(c)], [[c], [], [a]]);
  for (const [id, contactId, status] of [
    [a, a, 400],
    [a, unknownId("cnt"), 404],
    [unknownId("cnt"), a, 404],
    [a, await create(tenant, { name: "Theirs" }), 404],
  ] as const)
    assert.equal((await own.api.post(`${path}/${id}/merge-suggestions/dismiss`, { contactId })).status, status);
});

test("pages end, only a few of many contacts with a common name are shown, and none of another tenant", async () => {
  const own = await t.tenant();
  const other = await t.tenant();
  await person(other, "photo_social", { name: "John Smith", username: "john" });
  const me = await person(own, "chat_app", { name: "John Smith", username: "john" });
  for (let i = 0; i < 25; i++) await person(own, "photo_social", { name: "John Smith" });
  const surest = await person(own, "photo_social", { name: "Johnny", username: "John" });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const answer: { body: any; status: number } = await own.api.get(
      `${path}/${me}/merge-suggestions?limit=7${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.equal(answer.status, 200);
    seen.push(...answer.body.data.map((s: { contact: { id: string } }) => s.contact.id));
    cursor = answer.body.pageInfo.nextCursor;
  } while (cursor !== null);
  assert.equal(seen.length, 21);
  assert.equal(new Set(seen).size, 21);
  assert.equal(seen[0], surest);
});

test("different spellings of one person's name are similar, names of two people are not", () => {
  for (const [a, b] of [
    ["Maria Silva", "Silva, Maria"],
    ["Zoë Ångström", "ZOE ANGSTROM"],
    ["Maria", "Maria Silva"],
    ["Catherine Jones", "Katherine Jones"],
    ["山田 太郎", "太郎 山田"],
    ["محمد علي", "محمد"],
  ] as const)
    assert.ok(similarNames(a, b) && similarNames(b, a), `${a} / ${b}`);
  for (const [a, b] of [
    ["Maria Silva", "Mario Rossi"],
    ["John Smith", "Jane Doe"],
    ["", "Maria"],
    ["👍", "👍"],
    ["A", "B"],
  ] as const)
    assert.ok(!similarNames(a, b), `${a} / ${b}`);
});
