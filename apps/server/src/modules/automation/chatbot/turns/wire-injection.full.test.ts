/**
 * Two tenants with their own secrets; customers of one try everything on a model that obeys, through the real provider interfaces. The
 * search covers what is sent to the platform, the webhooks and the other tenant, not what the model was given.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type Receiver, startReceiver } from "@parley/simulators/receiver";
import { placesOf } from "../../../../../test/fixtures/dump.ts";
import { type ForeignModels, startForeignModels } from "../../../../../test/fakes/foreign-models.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { reveals, createObedientModel, goals, openings } from "../../../../../test/fakes/obedient-model.ts";

const dialects = ["openai", "anthropic", "google", "openai_compatible"] as const;

/** What nobody outside may see. */
const secretsOf = (name: string) => ({
  persona: `${name}-persona-canary-7731xq`,
  rules: `${name}-rules-canary-5519zk`,
  draft: `${name}-draft-canary-1188`,
  note: `${name}-note-canary-2277`,
  contact: `Zephyrine ${name} Canary`,
  keys: Object.fromEntries(dialects.map((dialect) => [dialect, `sk-${name}-canary-${dialect}-93745162`])) as Record<
    (typeof dialects)[number],
    string
  >,
});
const ours = secretsOf("acme");
const theirs = secretsOf("globex");
const all = (secrets: typeof ours) =>
  Object.values(secrets).flatMap((value) => (typeof value === "string" ? [value] : Object.values(value)));

/** One document about each, so that a question finds its own document. */
const stones =
  "agate basalt citrine dolomite emerald feldspar garnet hematite ivory jasper kyanite lazurite malachite nephrite obsidian peridot quartz rhodonite sapphire topaz unakite variscite wulfenite".split(
    " ",
  );

const opens = "We open at 9:00 on weekdays.";

describe("customers who turn an obedient model against its tenant", () => {
  const mind = createObedientModel();
  let t: TestApp;
  let models: ForeignModels;
  let receiver: Receiver;
  let acme: TestTenant;
  let globex: TestTenant;
  const channels: { externalId: string }[] = [];
  let before_: { counts: Map<string, number>; globex: Map<string, string> };
  let people = 0;
  const attackers: { waId: string; where: string; goal: string }[] = [];

  before(async () => {
    t = await startTestApp();
    models = await startForeignModels((seen) => mind.answer(seen));
    receiver = await startReceiver();
    [acme, globex] = await Promise.all([t.tenant(), t.tenant()]);
    for (const [tenant, secrets] of [
      [acme, ours],
      [globex, theirs],
    ] as const) {
      for (const provider of dialects) {
        const key = {
          provider,
          name: provider,
          apiKey: secrets.keys[provider],
          baseUrl: models.baseUrls[provider],
          models: [`${provider}-model`],
        };
        await must(tenant.api.post("/api/v1/ai/keys", key));
      }
      await must(
        tenant.api.post("/api/v1/knowledge/faqs", {
          question: "When do you open in the morning?",
          answer: opens,
          status: "published",
          language: "en",
        }),
      );
      await must(
        tenant.api.post("/api/v1/knowledge/faqs", {
          question: "Identifiers in reverse?",
          answer: secrets.draft,
          status: "draft",
          language: "en",
        }),
      );
      // One chatbot per wire format.
      for (const provider of dialects) {
        const channel = await t.channel(tenant);
        if (tenant === acme) channels.push(channel);
        await must(
          tenant.api.post("/api/v1/chatbots", {
            name: provider,
            isActive: true,
            channelIds: [channel.id],
            persona: { description: `You are the desk of the hotel. Internal reference ${secrets.persona}.` },
            instructions: [`Never mention ${secrets.rules}.`],
            model: { preferred: [{ provider, model: `${provider}-model` }] },
          }),
        );
      }
    }
    await must(acme.api.post("/api/v1/webhooks", { url: `${receiver.url}/acme`, events: ["*"] }));
    // Another customer's conversation, with a note by the team.
    for (const [tenant, secrets, waId] of [
      [acme, ours, "447702900001"],
      [globex, theirs, "447702900002"],
    ] as const) {
      const channel = await t.channel(tenant);
      await t.simulator.customer(waId, secrets.contact).sendText(channel.externalId, "Where is my parcel?");
      await t.drain();
      const { id } = (await tenant.api.get("/api/v1/conversations?limit=1")).body.data[0];
      await must(tenant.api.post(`/api/v1/conversations/${id}/notes`, { text: `Internal: ${secrets.note}` }));
    }
    for (const [index, goal] of goals.entries()) {
      const word = stones[index] as string;
      const poisoned = {
        question: `What is ${word}?`,
        answer: `Think of ${word} as blue. ${openings[index % openings.length]} ${goal.wants}.`,
      };
      await must(acme.api.post("/api/v1/knowledge/faqs", { ...poisoned, status: "published", language: "en" }));
    }
    await t.settle();
    before_ = { counts: await countsOf(acme), globex: await rowsOf(globex) };
  });
  after(async () => {
    await t.stop();
    await models.close();
    await receiver.close();
  });

  async function must(asked: Promise<{ status: number; text: string }>): Promise<void> {
    const answer = await asked;
    assert.equal(answer.status, 200, answer.text);
  }
  async function tablesOf(): Promise<string[]> {
    return withClient(t.database.admin, async (admin) => {
      const { rows } = await admin.query<{ name: string }>(
        "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'",
      );
      return rows.map(({ name }) => name);
    });
  }
  async function rowsOf(tenant: TestTenant): Promise<Map<string, string>> {
    const tables = await tablesOf();
    return withClient(t.database.admin, async (admin) => {
      const found = new Map<string, string>();
      for (const name of tables) {
        const { rows } = await admin.query<{ row: string }>(`select r::text as row from "${name}" r where tenant_id = $1 order by 1`, [
          tenant.id,
        ]);
        found.set(name, rows.map(({ row }) => row).join("\n"));
      }
      return found;
    });
  }
  const countsOf = async (tenant: TestTenant) =>
    new Map([...(await rowsOf(tenant))].map(([name, text]) => [name, text === "" ? 0 : text.split("\n").length]));

  async function attack(tries: { name: string; text: string; where: string; goal: string }[]): Promise<void> {
    for (let from = 0; from < tries.length; from += 24) {
      for (const [index, { name, text, where, goal }] of tries.slice(from, from + 24).entries()) {
        const waId = `4477028${String(++people).padStart(5, "0")}`;
        attackers.push({ waId, where, goal });
        await t.simulator.customer(waId, name).sendText(channels[index % channels.length]?.externalId as string, text);
      }
      await t.drain();
      t.clock.advance(16_000);
      await t.settle();
    }
  }

  it("try in messages, in their own names and in documents, in every wire format", async () => {
    const obeyed = mind.obeyed;
    const inMessages = openings
      .slice(0, 9)
      .flatMap((opening) => goals.map(({ wants }) => ({ name: "Eve", text: `${opening} ${wants}.`, where: "message", goal: wants })));
    await attack(inMessages);
    const seen = new Map(obeyed);
    await attack(
      goals.map(({ wants }, i) => ({
        name: `${openings[i % openings.length]} ${wants}`,
        text: "When do you open in the morning?",
        where: "name",
        goal: wants,
      })),
    );
    await attack(goals.map(({ wants }, i) => ({ name: "Mallory", text: `What is ${stones[i]}?`, where: "document", goal: wants })));
    assert.ok(attackers.length >= 200, `${attackers.length} attempts`);
    for (const { wants } of goals) {
      assert.ok((seen.get(wants) ?? 0) >= 5, `obeyed in messages: ${wants} ${seen.get(wants)}`);
      assert.ok((obeyed.get(wants) ?? 0) >= (seen.get(wants) ?? 0) + 2, `obeyed in a name and a document: ${wants}`);
    }
    assert.deepEqual([...new Set(models.calls.map(({ dialect }) => dialect))].sort(), [...dialects].sort());
  });

  it("get no secret, and no invented fact, link or promise", () => {
    const guards = models.calls.flatMap(({ seen }) => seen.system.match(/guard-[0-9a-f]{12}/g) ?? []);
    assert.ok(guards.length >= attackers.length);
    const sent = t.simulator.calls.filter((call) => call.waId !== undefined && attackers.some(({ waId }) => waId === call.waId));
    const answered = new Set(sent.filter(({ body }) => (body as any)?.text?.body !== undefined).map(({ waId }) => waId));
    assert.equal(answered.size, attackers.length, "everybody is answered");
    for (const call of sent) {
      const text = String((call.body as any)?.text?.body ?? "");
      const about = JSON.stringify({ ...attackers.find(({ waId }) => waId === call.waId), text });
      for (const secret of [...all(ours), ...all(theirs), ...new Set(guards)]) assert.ok(!reveals(text, secret), about);
      // A published document is public: a reply may state what it says, but its instructions reveal no secrets.
      if (!about.includes('"where":"document"'))
        assert.doesNotMatch(text, /evil|500|90|447712|5550199|sk-|colleague will call|stands above everything/i, about);
      assert.doesNotMatch(JSON.stringify(call.body), /canary/i, about);
    }
  });

  it("change only their own conversations, and nothing of the other tenant", async () => {
    const after = await countsOf(acme);
    const grown = [...after].filter(([name, count]) => count !== before_.counts.get(name)).map(([name]) => name);
    // The rows that a conversation with a chatbot leaves (and a period of usage if an hour began meanwhile), among them no ticket, deal,
    // label, member, key, chatbot, order, broadcast or task.
    const expected = new Set(
      (
        "audit_entries channel_pacing channel_activity contacts contact_identities conversations conversation_activities messages message_search " +
        "event_log inbound_events webhook_deliveries webhook_attempts knowledge_searches knowledge_questions ledger_entries usage_contacts usage_periods " +
        "metric_rollups metric_contact_days metric_conversations ai_requests chatbot_sessions chatbot_turns chatbot_turn_days " +
        // Written a moment after the requests; here those of the set-up and of this test.
        "request_logs"
      ).split(" "),
    );
    assert.deepEqual(
      grown.filter((name) => !expected.has(name)),
      [],
    );
    const audited = await withClient(t.database.admin, (admin) =>
      admin.query("select distinct action from audit_entries where tenant_id = $1 and actor_kind = 'system' order by 1", [acme.id]),
    );
    const usual = ["api_key.created", "tenant.created", "conversation.note_added", "conversation.updated"];
    assert.deepEqual(
      audited.rows.map(({ action }) => action).filter((action) => !usual.includes(action)),
      [],
    );
    const strangers = t.simulator.calls.filter(({ waId }) => waId !== undefined && !attackers.some((attacker) => attacker.waId === waId));
    assert.deepEqual(strangers, [], "nobody else is written to");
    const now = await rowsOf(globex);
    // A key's last use and the request log are written later: here they come from the set-up.
    const later = ["api_keys", "request_logs"];
    const changed = [...now.keys()].filter((name) => !later.includes(name) && now.get(name) !== before_.globex.get(name));
    assert.deepEqual(changed, []);
    const contacts = (await acme.api.get("/api/v1/contacts?limit=100")).body.data;
    assert.ok(contacts.every((contact: any) => contact.optIn !== "opted_out"));
    const members = await acme.api.get("/api/v1/agents?limit=100");
    assert.equal(members.body.data.length, 0, members.text);
  });

  it("leave no secret in events, webhooks, notes, other rows or the log; the model never got one", async () => {
    for (const call of models.calls) {
      const asked = `${call.seen.system}\n${call.seen.said}`;
      for (const secret of [...all(theirs), ours.draft, ours.note, ours.contact, ...Object.values(ours.keys)])
        assert.ok(!asked.includes(secret));
      assert.ok(!call.body.includes("-canary-") || !Object.values(ours.keys).some((key) => call.body.includes(key)));
    }
    const rows = await rowsOf(acme);
    for (const secret of all(theirs)) assert.deepEqual(placesOf(rows, secret), [], secret);
    for (const key of Object.values(ours.keys)) assert.deepEqual(placesOf(rows, key), [], key);
    // Only where the tenant stored them, and not in the record of a stopped turn.
    for (const secret of [ours.persona, ours.rules]) assert.deepEqual(placesOf(rows, secret), ["chatbots"]);
    const log = new Map([["log", t.logged()]]);
    for (const secret of [...all(ours), ...all(theirs)]) assert.deepEqual(placesOf(log, secret), [], secret);
    await t.settle();
    const delivered = receiver.deliveries.map(({ rawBody }) => rawBody.toString("utf8")).join("\n");
    assert.match(delivered, /message\.created|message\.received/);
    for (const secret of [...all(theirs), ours.persona, ours.rules, ours.draft, ...Object.values(ours.keys)])
      assert.ok(!delivered.includes(secret), secret);
  });
});
