import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { parseWireId } from "#platform/ids/ids.ts";
import { uploadPicture } from "../../../../test/fixtures/media-samples.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { storeTemplates } from "./templates.queries.ts";

const body = { type: "BODY", text: "Hello {{1}}, order {{2}} has left.", example: { body_text: [["Amina", "2291"]] } };
const draft = { name: "order_left", language: "en", category: "UTILITY", components: [body] };

describe("templates", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: { id: string; externalId: string };
  let account: string;
  const path = (rest = "") => `/api/v1/channels/${channel.id}/templates${rest}`;

  before(async () => {
    t = await startTestApp({ simulatorOptions: { templateReviewMs: 1 } });
  });
  after(async () => {
    await t.stop();
  });

  async function fresh(): Promise<void> {
    tenant = await t.tenant();
    channel = await t.channel(tenant);
    account = `2${channel.externalId.slice(1)}`;
    // It has none to fetch, so these tests cause every event.
    await t.drain();
  }

  const events = async (): Promise<{ template: { name: string; status: string } }[]> => {
    const page = await tenant.api.get("/api/v1/events?type=template.updated&limit=100&after=");
    return page.body.data.map((event: { data: unknown }) => event.data);
  };

  it("are submitted, approved by the platform's event, sent, and deleted", async () => {
    await fresh();
    const made = await tenant.api.post(path(), draft);
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.status, made.body.variables, made.body.parameterFormat, made.body.category],
      ["pending", ["1", "2"], "positional", "UTILITY"],
    );
    assert.match(made.body.providerTemplateId, /^\d+$/);
    await t.settle();
    const approved = await tenant.api.get(path(`/${made.body.id}`));
    assert.deepEqual([approved.body.status, approved.body.components], ["approved", [body]]);
    assert.deepEqual(
      (await events()).map((e) => e.template.status),
      ["pending", "approved"],
    );
    const content = { name: "order_left", language: "en", variables: ["Amina", "22\n91"] };
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
    assert.equal(sent.status, 200, sent.text);
    await t.settle();
    const shown = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
    assert.deepEqual([shown.status, shown.text, sent.body.text], ["read", "Hello Amina, order 22 91 has left.", shown.text]);
    assert.deepEqual(shown.content, content, "what the platform is given stays as it was");
    const conversation = (await tenant.api.get(`/api/v1/conversations/${sent.body.conversationId}`)).body;
    assert.equal(conversation.lastMessage.preview, shown.text);
    const found = (await tenant.api.get("/api/v1/search?q=has%20left")).body;
    assert.match(JSON.stringify(found), new RegExp(sent.body.id));

    const gone = await tenant.api.delete(path(`/${made.body.id}`));
    assert.deepEqual(gone.body, { id: made.body.id, deleted: true });
    assert.equal((await tenant.api.get(path(`/${made.body.id}`))).body.status, "deleted");
    const after_ = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
    assert.equal(after_.body.error.code, "template_not_approved");
    const calls = t.simulator.calls.length;
    assert.equal((await tenant.api.delete(path(`/${made.body.id}`))).status, 200);
    assert.equal(t.simulator.calls.length, calls, "what is deleted needs no call");
  });

  it("show every state that the platform reports, even one reported before the answer to the submission is stored", async () => {
    await fresh();
    const made = await tenant.api.post(path(), draft);
    await t.settle();
    for (const [word, ours] of [
      ["REJECTED", "rejected"],
      ["IN_APPEAL", "in_appeal"],
      ["APPROVED", "approved"],
      ["PAUSED", "paused"],
      ["DISABLED", "disabled"],
      ["ARCHIVED", "archived"],
      ["PENDING_DELETION", "deleted"],
    ] as const) {
      t.clock.advance(1_000);
      t.simulator.decideTemplate(account, "order_left", "en", word, word === "REJECTED" ? "INVALID_FORMAT" : "NONE");
      await t.settle();
      const now = (await tenant.api.get(path(`/${made.body.id}`))).body;
      assert.equal(now.status, ours);
      assert.equal(now.rejectedReason, word === "REJECTED" ? "INVALID_FORMAT" : null);
    }
  });

  it("keep a verdict that overtook the answer, and the submission fills in the rest", async () => {
    await fresh();
    await t.simulator.postAccountEvent(account, "message_template_status_update", {
      event: "APPROVED",
      message_template_id: 1,
      message_template_name: "order_left",
      message_template_language: "en",
      reason: "NONE",
      message_template_category: "MARKETING",
    });
    await t.drain();
    const [early] = (await tenant.api.get(path())).body.data;
    assert.deepEqual([early.status, early.variables], ["approved", []]);
    // Only the name is known: the platform judges its variables, and its text is unknown here.
    const content = { name: "order_left", language: "en", variables: ["Amina", "2291"] };
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
    assert.deepEqual([sent.status, sent.body.text], [200, null], sent.text);
    assert.equal((await tenant.api.post(path(), draft)).status, 409, "there is one of this name");
  });

  /** Delivers a platform event about a template; resolves once it is applied. */
  async function sendStatus(field: string, value: object): Promise<void> {
    await t.simulator.postAccountEvent(account, field, { message_template_language: "en", ...value });
    await t.drain();
  }
  const send = (content: object) =>
    tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });

  it("are not created by reports about an unknown one, except its state: the platform still decides about a send", async () => {
    await fresh();
    const name = { message_template_id: 1680012345678901, message_template_name: "their_own" };
    await sendStatus("message_template_quality_update", { ...name, new_quality_score: "YELLOW" });
    await sendStatus("template_category_update", { ...name, previous_category: "UTILITY", new_category: "MARKETING" });
    await sendStatus("message_template_components_update", name);
    await sendStatus("message_template_status_update", { ...name, event: "FLAGGED", reason: "NONE" });
    assert.deepEqual([(await tenant.api.get(path())).body.data, await events()], [[], []]);
    const sent = await send({ name: "their_own", language: "en", variables: ["Amina"] });
    assert.equal(sent.status, 200, sent.text);
    await sendStatus("message_template_status_update", { ...name, event: "PAUSED", reason: "NONE" });
    await sendStatus("message_template_quality_update", { ...name, new_quality_score: "RED" });
    const [known] = (await tenant.api.get(path())).body.data;
    assert.deepEqual([known.status, known.quality], ["paused", "RED"]);
  });

  it("are unknown after an edit in the platform's own manager until they are fetched: old variables are not checked", async () => {
    await fresh();
    const made = (await tenant.api.post(path(), draft)).body;
    await t.settle();
    const one = { name: "order_left", language: "en", variables: ["Amina"] };
    assert.equal((await send(one)).body.error.code, "template_variables_mismatch");
    const name = { message_template_id: made.providerTemplateId, message_template_name: "order_left" };
    await sendStatus("message_template_components_update", name);
    const known = (await tenant.api.get(path(`/${made.id}`))).body;
    assert.deepEqual([known.variables, known.components], [["1", "2"], [body]], "that is the platform's word about what we gave it");
    t.clock.advance(11 * 60_000);
    await sendStatus("message_template_components_update", name);
    const edited = (await tenant.api.get(path(`/${made.id}`))).body;
    assert.deepEqual([edited.status, edited.components], ["approved", []]);
    const sent = await send(one);
    assert.deepEqual([sent.status, sent.body.text], [200, null], sent.text);
    assert.deepEqual((await tenant.api.post(path("/sync"))).body, { synced: 1, changed: 1, removed: 0 });
    const fetched = (await tenant.api.get(path(`/${made.id}`))).body;
    assert.deepEqual([fetched.variables, fetched.components], [["1", "2"], [body]]);
    assert.equal((await send(one)).body.error.code, "template_variables_mismatch");
  });

  it("are never overwritten by a listing older than the platform's reports", async () => {
    await fresh();
    const made = (await tenant.api.post(path(), draft)).body;
    await t.settle();
    const { id, channelId: _, createdAt: _c, updatedAt: _u, ...listed } = (await tenant.api.get(path(`/${made.id}`))).body;
    const store = (began: Date, templates: object[]) =>
      t.app.database.withTenant(tenant.id, (tx) =>
        storeTemplates(
          tx,
          began,
          parseWireId("chn", channel.id) as string,
          templates.map((template) => ({ ...template, id: randomUUID() }) as never),
        ),
      );
    const began = t.clock.now();
    // Possibly still the same second: the platform reports times in whole seconds.
    t.clock.advance(1);
    const name = { message_template_id: made.providerTemplateId, message_template_name: "order_left" };
    await sendStatus("message_template_status_update", { ...name, event: "PAUSED", reason: "NONE" });
    await sendStatus("message_template_quality_update", { ...name, new_quality_score: "RED" });
    const second = (await tenant.api.post(path(), { ...draft, name: "made_meanwhile" })).body;

    assert.deepEqual(await store(began, [listed]), { changed: [], removed: [] });
    const kept = (await tenant.api.get(path(`/${id}`))).body;
    assert.deepEqual([kept.status, kept.quality], ["paused", "RED"]);
    assert.notEqual((await tenant.api.get(path(`/${second.id}`))).body.status, "deleted");
    assert.deepEqual(await store(began, []), { changed: [], removed: [] });

    // The content of the listing is stored, and the newer status is kept.
    const shorter = [{ type: "BODY", text: "Hello." }];
    const { changed } = await store(began, [{ ...listed, variables: [], components: shorter }]);
    assert.deepEqual(
      changed.map((row) => [row.status, row.quality, row.components]),
      [["paused", "RED", shorter]],
    );
    // A listing that began later wins.
    const later = await store(t.clock.now(), [listed]);
    assert.deepEqual([later.changed.map((row) => row.status), later.removed.map((row) => row.name)], [["approved"], ["made_meanwhile"]]);
  });

  it("without a known id are not deleted by name, which would delete all their languages", async () => {
    await fresh();
    await sendStatus("message_template_status_update", { event: "APPROVED", message_template_name: "their_own", reason: "NONE" });
    const [known] = (await tenant.api.get(path())).body.data;
    assert.equal(known.providerTemplateId, null);
    const calls = t.simulator.calls.length;
    const refused = await tenant.api.delete(path(`/${known.id}`));
    assert.deepEqual([refused.status, refused.body.error.code, t.simulator.calls.length], [409, "conflict", calls], refused.text);
    assert.match(refused.body.error.message, /Sync the templates/);
    assert.equal((await tenant.api.get(path(`/${known.id}`))).body.status, "approved");
  });

  const bad: [string, object, string[]][] = [
    ["a name with capitals", { name: "Order" }, ["name"]],
    ["a language that is none", { language: "english" }, ["language"]],
    ["no body", { components: [{ type: "FOOTER", text: "x" }] }, ["components"]],
    ["two bodies", { components: [body, body] }, ["components[1].type"]],
    ["an unknown component", { components: [body, { type: "VIDEO" }] }, ["components[1].type"]],
    [
      "numbers with a gap",
      { components: [{ ...body, text: "a {{1}} b {{3}} c" }] },
      ["components[0].text", "components[0].example.body_text"],
    ],
    ["numbers that begin at 0", { components: [{ ...body, text: "a {{0}} b" }] }, ["components[0].text"]],
    ["names where numbers are due", { components: [{ ...body, text: "a {{first_name}} b" }] }, ["components[0].text"]],
    [
      "a name without a sample",
      {
        parameterFormat: "named",
        components: [
          { type: "BODY", text: "a {{first}} b {{last}} c", example: { body_text_named_params: [{ param_name: "last", example: "x" }] } },
        ],
      },
      ["components[0].example.body_text_named_params"],
    ],
    ["no samples", { components: [{ type: "BODY", text: "a {{1}} b" }] }, ["components[0].example.body_text"]],
    ["a variable at the end", { components: [{ type: "BODY", text: "a {{1}}", example: { body_text: [["x"]] } }] }, ["components[0].text"]],
    [
      "two side by side",
      { components: [{ type: "BODY", text: "a {{1}} {{2}} b", example: { body_text: [["x", "y"]] } }] },
      ["components[0].text"],
    ],
    ["a text that is too long", { components: [{ type: "BODY", text: "x".repeat(1_025) }] }, ["components[0].text"]],
    [
      "a header with two variables",
      { components: [body, { type: "HEADER", format: "TEXT", text: "{{1}} and {{2}}", example: { header_text: ["a", "b"] } }] },
      ["components[1].text"],
    ],
    [
      "a media header without a sample",
      { components: [body, { type: "HEADER", format: "IMAGE" }] },
      ["components[1].example.header_handle"],
    ],
    ["a footer with a variable", { components: [body, { type: "FOOTER", text: "{{1}} x" }] }, ["components[1].text"]],
    [
      "a button without label, another too long",
      { components: [body, { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY" }, { type: "QUICK_REPLY", text: "x".repeat(26) }] }] },
      ["components[1].buttons[0].text", "components[1].buttons[1].text"],
    ],
    [
      "three links",
      {
        components: [
          body,
          { type: "BUTTONS", buttons: Array.from({ length: 3 }, () => ({ type: "URL", text: "Go", url: "https://a.example/" })) },
        ],
      },
      ["components[1].buttons"],
    ],
    [
      "quick replies apart",
      {
        components: [
          body,
          {
            type: "BUTTONS",
            buttons: [
              { type: "QUICK_REPLY", text: "a" },
              { type: "URL", text: "Go", url: "https://a.example/" },
              { type: "QUICK_REPLY", text: "b" },
            ],
          },
        ],
      },
      ["components[1].buttons"],
    ],
    [
      "a variable inside an address",
      { components: [body, { type: "BUTTONS", buttons: [{ type: "URL", text: "Go", url: "https://a.example/{{1}}/x", example: ["y"] }] }] },
      ["components[1].buttons[0].url"],
    ],
  ];
  for (const [what, change, fields] of bad) {
    it(`are refused as a draft before the platform is asked: ${what}`, async () => {
      if (channel === undefined) await fresh();
      const calls = t.simulator.calls.length;
      const response = await tenant.api.post(path(), { ...draft, name: "never_made", ...change });
      assert.equal(response.status, 400, response.text);
      assert.deepEqual(
        response.body.error.details.map((d: { field: string }) => d.field),
        fields,
      );
      assert.equal(t.simulator.calls.length, calls);
    });
  }

  it("refused by the platform report its message, and nothing is stored", async () => {
    await fresh();
    t.simulator.faults.nextManagement({ kind: "error", code: 2388293, details: "This template has too many variables for its length." });
    const response = await tenant.api.post(path(), draft);
    assert.deepEqual([response.status, response.body.error.code], [502, "provider_error"]);
    assert.match(response.body.error.message, /too many variables/);
    assert.deepEqual((await tenant.api.get(path())).body.data, []);
  });

  it("submitted again with the same key are submitted once and get the same response", async () => {
    await fresh();
    const headers = { "idempotency-key": "submit-once" };
    const first = await tenant.api.post(path(), draft, headers);
    const again = await tenant.api.post(path(), draft, headers);
    assert.equal(again.text, first.text);
    assert.equal(
      t.simulator.calls.filter((c) => c.method === "POST" && c.path.includes(account) && c.path.endsWith("/message_templates")).length,
      1,
    );
  });

  it("have a file in their header by a platform handle, for which the example is uploaded", async () => {
    await fresh();
    const sample = (mediaId: string, at = channel.id) => tenant.api.post(`/api/v1/channels/${at}/templates/samples`, { mediaId });
    const media = await uploadPicture(t.url, tenant.key, "image/jpeg");
    const given = await sample(media);
    assert.equal(given.status, 200, given.text);
    const header = { type: "HEADER", format: "IMAGE", example: { header_handle: [given.body.handle] } };
    const made = await tenant.api.post(path(), { ...draft, components: [header, body] });
    assert.deepEqual([made.status, made.body.components[0]], [200, header], made.text);

    for (const [type, issue] of [
      ["image/gif", "not_allowed"],
      ["text/plain", "not_allowed"],
    ] as const) {
      const refused = await sample(await uploadPicture(t.url, tenant.key, type));
      assert.deepEqual([refused.status, refused.body.error.details], [422, [{ field: "mediaId", issue }]], refused.text);
    }
    const others = await t.tenant();
    for (const id of [unknownId("med"), "x", await uploadPicture(t.url, others.key)]) {
      const response = await sample(id);
      assert.deepEqual([response.status, response.body.error.details], [404, [{ field: "mediaId", issue: "not_found" }]]);
    }
    assert.equal((await sample(media, (await t.channel(others)).id)).status, 404);
    const config = { accountId: "17841400000000009", accessToken: "t", appSecret: "s", verifyToken: "v" };
    const photos = await t.vouchedChannel(tenant, { kind: "photo_social", name: "Photos", config });
    assert.equal((await sample(media, photos.id)).body.error.code, "unsupported_by_channel");
    t.simulator.faults.nextManagement({ kind: "error", code: 100, details: "No upload today." });
    const failed = await sample(media);
    assert.deepEqual([failed.status, failed.body.error.code], [502, "provider_error"]);
    assert.match(failed.body.error.message, /The platform did not accept the file: .*No upload today/);
  });

  it("of another channel, or unknown, are not found", async () => {
    await fresh();
    const made = await tenant.api.post(path(), draft);
    const other = await t.channel(tenant);
    for (const id of [made.body.id, unknownId("tpl"), "x"]) {
      assert.equal((await tenant.api.get(`/api/v1/channels/${other.id}/templates/${id}`)).status, 404);
      assert.equal((await tenant.api.delete(`/api/v1/channels/${other.id}/templates/${id}`)).status, 404);
    }
  });
});
