/**
 * What an agency created under a grant ends with the grant: docs/subsystems/agency/agencies.md, What ends with a grant.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { wireId } from "#platform/ids/ids.ts";
import { setActingGrant, lockActingGrant } from "#platform/auth/acting-grant.ts";
import { type AgencyStage, setAgencyStage } from "../../../../test/stages/agency-stage.ts";
import { ok } from "../../../../test/responses.ts";
import { type BroadcastStage, setBroadcastStage } from "../../../../test/broadcasts.ts";
import { follow } from "../../../../test/stages/event-stage.ts";
import { makeFlow, runsOf } from "../../../../test/flows.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

let t: TestApp;
const called: string[] = [];
const server = createServer((request, response) => {
  called.push(request.url ?? "");
  response.writeHead(200, { "content-type": "text/plain" }).end("What the page says.");
});
let url: string;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  t = await startTestApp();
});
after(async () => {
  await t?.stop();
  server.close();
});

const stage = async (): Promise<AgencyStage> => setAgencyStage(t, await t.tenant());
const call = (path: string) => ({ type: "http_request", method: "POST", url: `${url}${path}`, body: { name: "{{contact.name}}" } });
const flowOf = async ({ client }: AgencyStage, { id }: { id: string }) => ok(client.api.get(`/api/v1/flows/${id}`));
const contact = async ({ client }: AgencyStage) => (await ok(client.api.post("/api/v1/contacts", { name: "Ada" }))).id;

describe("when a client revokes a grant", () => {
  it("flows of the agency stop: events start none, runs end where they are, addresses and schedules start nothing", async () => {
    const s = await stage();
    const grant = await s.grant();
    const acting = await s.act();
    const told = await makeFlow(acting, { type: "contact.created" }, [call("/told")]);
    const waiting = await makeFlow(acting, { type: "contact.created" }, [{ type: "wait", seconds: 3_600 }, call("/later")]);
    const timed = await makeFlow(acting, { type: "schedule", at: { time: "09:00" }, timezone: "UTC", audience: { all: true } }, [
      call("/timed"),
    ]);
    const hooked = await makeFlow(acting, { type: "webhook", contactBy: "id", contactFrom: "body.id" }, [call("/hooked")]);
    const { url: address } = await ok(acting.api.post(`/api/v1/flows/${hooked.id}/webhook`));
    const ada = await contact(s);
    await t.settle();
    assert.deepEqual(called.splice(0), ["/told"]);
    assert.deepEqual(
      (await runsOf(s.client, waiting)).map((run) => run.status),
      ["waiting"],
    );

    await s.revoke(grant);
    for (const flow of [told, waiting, timed, hooked]) {
      const { status, pausedReason, nextRunAt, webhook } = await flowOf(s, flow);
      assert.deepEqual([status, pausedReason, nextRunAt, webhook], ["paused", "grant_ended", null, null]);
    }
    assert.deepEqual(
      (await runsOf(s.client, waiting)).map((run) => run.status),
      ["cancelled"],
    );
    await contact(s);
    t.clock.advance(25 * 3_600_000);
    await t.settle();
    const hook = await t.api(null).post(new URL(address).pathname, { id: ada });
    assert.equal(hook.status, 404, hook.text);
    assert.deepEqual(called.splice(0), []);

    // Another grant restarts nothing.
    await s.grant();
    await contact(s);
    t.clock.advance(25 * 3_600_000);
    await t.settle();
    assert.equal((await t.api(null).post(new URL(address).pathname, { id: ada })).status, 404);
    assert.deepEqual([called.splice(0), (await flowOf(s, told)).status], [[], "paused"]);
  });

  it("a flow that the client has activated itself belongs to the client; runs of the agency's version end", async () => {
    const s = await stage();
    const grant = await s.grant();
    const acting = await s.act();
    const flow = await makeFlow(acting, { type: "contact.created" }, [{ type: "wait", seconds: 60 }, call("/agency")]);
    await contact(s);
    await t.settle();
    await ok(s.client.api.patch(`/api/v1/flows/${flow.id}`, { steps: [call("/own")] }));
    assert.deepEqual(
      (await runsOf(s.client, flow)).map((run) => run.status),
      ["waiting"],
    );
    await ok(s.client.api.post(`/api/v1/flows/${flow.id}/activate`));
    await s.revoke(grant);
    assert.equal((await flowOf(s, flow)).status, "active");
    await contact(s);
    t.clock.advance(120_000);
    await t.settle();
    assert.deepEqual(
      (await runsOf(s.client, flow)).map((run) => run.status),
      ["completed", "cancelled"],
    );
    assert.deepEqual(called.splice(0), ["/own"]);
  });

  it("a paused flow continues once the client activates it, and later ends of grants do not affect it", async () => {
    const s = await stage();
    const acting = async () => s.act();
    const first = await s.grant();
    const flow = await makeFlow(await acting(), { type: "contact.created" }, [call("/kept")]);
    await s.revoke(first);
    await ok(s.client.api.post(`/api/v1/flows/${flow.id}/activate`));
    await s.revoke(await s.grant());
    await contact(s);
    await t.settle();
    assert.deepEqual([called.splice(0), (await flowOf(s, flow)).status], [["/kept"], "active"]);
    // A flow of the client that the agency activates depends on the grant, but its own version does not.
    const third = await s.grant();
    await ok((await acting()).api.post(`/api/v1/flows/${flow.id}/activate`));
    await s.revoke(third);
    assert.equal((await flowOf(s, flow)).pausedReason, "grant_ended");
  });

  it("a call begun before the end is waited for, and what it created stops too; a later call is refused", async () => {
    const s = await stage();
    const grant = await s.grant();
    const acting = await s.act();
    const draft = await ok(
      acting.api.post("/api/v1/flows", { name: "Flow", trigger: { type: "contact.created" }, steps: [call("/late")] }),
    );
    const uuid = grant.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let held = () => {};
    const holding = new Promise<void>((resolve) => {
      held = resolve;
    });
    const flight = t.app.database.withTenant(s.client.id, async (tx) => {
      await lockActingGrant(tx, t.clock.now(), uuid);
      held();
      await gate;
      await tx.query({
        text: `update flows set status = 'active', active_version = 1, activated_at = now(), grant_id = $2 where tenant_id = $1`,
        values: [s.client.id, uuid],
      });
      await setActingGrant(tx, null);
    });
    await holding;
    const revoking = s.revoke(grant);
    go();
    await Promise.all([flight, revoking]);
    assert.equal((await flowOf(s, draft)).pausedReason, "grant_ended");
    await assert.rejects(
      t.app.database.withTenant(s.client.id, (tx) => lockActingGrant(tx, t.clock.now(), uuid)),
      { code: "unauthorized" },
    );
    assert.equal((await acting.api.post(`/api/v1/flows/${draft.id}/activate`)).status, 401);
  });

  it("broadcasts stop: a scheduled one becomes a draft, one being sent is paused, until the client continues them", async () => {
    const b: BroadcastStage = await setBroadcastStage(t);
    const s = await setAgencyStage(t, b.tenant);
    const grant = await s.grant();
    const acting = await s.act();
    await b.people(3);
    const [scheduled, taken, sending] = [await b.draft(), await b.draft(), await b.draft()];
    const at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    for (const { id } of [scheduled, taken]) await ok(acting.api.post(`/api/v1/broadcasts/${id}/schedule`, { scheduledAt: at }));
    await ok(acting.api.post(`/api/v1/broadcasts/${sending.id}/send`));
    // A broadcast of which the client changes more than the title becomes the client's.
    await ok(s.client.api.patch(`/api/v1/broadcasts/${taken.id}`, { title: "Ours", sendRatePerMinute: 60 }));
    await s.revoke(grant);
    assert.deepEqual([(await b.get(scheduled.id)).status, (await b.get(scheduled.id)).scheduledAt], ["draft", null]);
    assert.deepEqual([(await b.get(sending.id)).status, (await b.get(sending.id)).pauseReason], ["paused", "grant_ended"]);
    assert.equal((await b.get(taken.id)).status, "scheduled");
    t.clock.advance(7_200_000);
    await t.settle();
    assert.equal((await b.get(scheduled.id)).status, "draft");
    await ok(s.client.api.post(`/api/v1/broadcasts/${sending.id}/resume`));
    await s.revoke(await s.grant());
    assert.equal((await b.get(sending.id)).status, "sending");
  });

  it("a scheduled broadcast still belongs to whoever scheduled it after an empty change or another title", async () => {
    const b: BroadcastStage = await setBroadcastStage(t);
    const s = await setAgencyStage(t, b.tenant);
    const grant = await s.grant();
    const acting = await s.act();
    const agencyWriter = await s.act(["broadcasts:write"]);
    const writer = t.api(await t.key(s.client.id, { scopes: ["broadcasts:write"] }));
    const [person] = await b.people(1);
    const scheduledAt = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const ids: Record<"agency" | "client", string[]> = { agency: [], client: [] };
    for (const change of [{}, { title: "Renamed" }, { unknown: 1 }]) {
      for (const [owner, scheduler, others] of [
        ["agency", acting.api, [writer, s.client.api]],
        ["client", s.client.api, [agencyWriter.api, acting.api]],
      ] as const) {
        for (const other of others) {
          const { id } = await b.draft();
          await ok(scheduler.post(`/api/v1/broadcasts/${id}/schedule`, { scheduledAt }));
          assert.equal((await ok(other.patch(`/api/v1/broadcasts/${id}`, change))).status, "scheduled");
          ids[owner].push(id);
        }
      }
    }
    const statuses = async (of: string[]) => Promise.all(of.map(async (id) => (await b.get(id)).status));
    await s.revoke(grant);
    const after = { agency: await statuses(ids.agency), client: await statuses(ids.client) };
    assert.deepEqual(after, { agency: Array(6).fill("draft"), client: Array(6).fill("scheduled") });
    t.clock.advance(7_200_000);
    await t.settle();
    assert.deepEqual(await statuses(ids.agency), after.agency);
    assert.equal(b.sentTo(person?.number ?? "").length, ids.client.length);
  });

  it("imports, exports, chatbots, platform sign-ins and the fetching of pages stop", async () => {
    const s = await stage();
    const grant = await s.grant();
    const { api } = await s.act();
    const contacts = await ok(api.post("/api/v1/contacts/imports", { csv: "name\nImported\n", mapping: { name: "name" } }));
    const faqs = await ok(api.post("/api/v1/knowledge/faqs/imports", { csv: "question,answer\nWhy?,Because.\n" }));
    const exported = await ok(api.post("/api/v1/contacts/exports", { fields: ["name"] }));
    const bot = await ok(api.post("/api/v1/chatbots", { name: "Bot", isActive: true }));
    const source = await ok(api.post("/api/v1/knowledge/sources", { name: "Page", kind: "url", url: `${url}/page`, refreshEveryHours: 1 }));
    const signIn = await ok(api.post("/api/v1/channels/authorizations", { kind: "chat_app", name: "Channel" }));
    await s.revoke(grant);
    const own = s.client.api;
    const of = async (path: string) => ok(own.get(`/api/v1/${path}`));
    assert.equal((await of(`contacts/imports/${contacts.id}`)).status, "cancelled");
    assert.equal((await of(`knowledge/faqs/imports/${faqs.id}`)).status, "cancelled");
    assert.equal((await of(`contacts/exports/${exported.id}`)).status, "failed");
    assert.equal((await of(`chatbots/${bot.id}`)).isActive, false);
    assert.equal((await of(`knowledge/sources/${source.id}`)).refreshEveryHours, null);
    assert.equal((await of(`channels/authorizations/${signIn.id}`)).status, "failed");
    await t.settle();
    called.splice(0);
    t.clock.advance(3 * 3_600_000);
    await t.settle();
    assert.deepEqual(called.splice(0), []);
    assert.deepEqual((await of("contacts")).data, []);
    // The client's own change makes the chatbot the client's.
    await ok(own.patch(`/api/v1/chatbots/${bot.id}`, { isActive: true }));
    await ok(own.patch(`/api/v1/knowledge/sources/${source.id}`, { refreshEveryHours: 2 }));
    await s.revoke(await s.grant());
    assert.deepEqual(
      [(await of(`chatbots/${bot.id}`)).isActive, (await of(`knowledge/sources/${source.id}`)).refreshEveryHours],
      [true, 2],
    );
  });

  it("imports and exports that were set aside stop too, so that a retry does not continue them; the client may cancel its own", async () => {
    const s = await stage();
    const grant = await s.grant();
    const { api } = await s.act();
    const own = s.client.api;
    const csv = { contacts: { csv: "name\nImported\n" }, faqs: { csv: "question,answer\nWhy?,Because.\n" } };
    const [contacts, faqs] = ["contacts/imports", "knowledge/faqs/imports"];
    const paths = {
      contacts: `${contacts}/${(await ok(api.post(`/api/v1/${contacts}`, csv.contacts))).id}`,
      faqs: `${faqs}/${(await ok(api.post(`/api/v1/${faqs}`, csv.faqs))).id}`,
      exported: `contacts/exports/${(await ok(api.post("/api/v1/contacts/exports", { fields: ["name"] }))).id}`,
      own: `${contacts}/${(await ok(own.post(`/api/v1/${contacts}`, csv.contacts))).id}`,
    };
    const tables = ["contact_imports", "faq_imports", "contact_exports"];
    // As if the process had ended twice during each.
    for (const table of tables)
      await t.app.database.worker({ text: `update ${table} set state = 'process_ended' where tenant_id = $1`, values: [s.client.id] });
    const statusOf = async (path: string) => (await ok(own.get(`/api/v1/${path}`))).status;
    await s.revoke(grant);
    assert.deepEqual(
      [await statusOf(paths.contacts), await statusOf(paths.faqs), await statusOf(paths.exported), await statusOf(paths.own)],
      ["cancelled", "cancelled", "failed", "failed"],
    );
    assert.equal((await ok(own.post(`/api/v1/${paths.own}/cancel`))).status, "cancelled");
    const platform = await t.tenant({ kind: "platform" });
    for (const queue of ["contact-imports", "faq-imports", "contact-exports"]) {
      const { retried } = await ok(platform.api.post(`/api/v1/admin/queues/${queue}/retry`));
      assert.equal(retried, 0, queue);
    }
    await t.settle();
    assert.deepEqual([(await ok(own.get("/api/v1/contacts"))).data, (await ok(own.get("/api/v1/knowledge/faqs"))).data], [[], []]);
  });

  it("a finished export file is no longer available, and an open event stream ends", async () => {
    const s = await stage();
    const grant = await s.grant();
    const acting = await s.act();
    const exported = await ok(acting.api.post("/api/v1/contacts/exports", { fields: ["name"] }));
    await t.settle();
    assert.equal((await ok(s.client.api.get(`/api/v1/contacts/exports/${exported.id}`))).status, "completed");
    const stream = await follow(t.url, acting.key);
    await stream.ready();
    await s.revoke(grant);
    await stream.until(() => stream.ended);
    assert.equal((await ok(s.client.api.get(`/api/v1/contacts/exports/${exported.id}`))).status, "expired");
    assert.equal((await acting.api.get(`/api/v1/contacts/exports/${exported.id}/file`)).status, 401);
  });

  it("both are informed by an event, an audit entry and a notification, without the other's people", async () => {
    const s = await stage();
    const [owner, keeper] = [await t.person(s.client.id, { role: "owner" }), await t.person(s.agency.id, { role: "owner" })];
    const grant = await s.grant();
    const flow = await makeFlow(await s.act(), { type: "contact.created" }, [call("/told")]);
    await ok(owner.api.post(`/api/v1/agency-grants/${grant.id}/revoke`));
    const expected = {
      grantId: grant.id,
      agencyId: wireId("org", s.agency.id),
      clientId: wireId("org", s.client.id),
      because: "revoked",
      stoppedCount: 1,
      stopped: [{ kind: "flow", id: flow.id }],
    };
    for (const side of [s.client, s.agency]) {
      assert.deepEqual(await s.ended(side), [expected]);
      const [entry, ...more] = await t.app.database.worker<{ changes: any; actor_id: string }>({
        text: "select changes, actor_id from audit_entries where tenant_id = $1 and action = 'agency_grant.ended'",
        values: [side.id],
      });
      assert.equal(more.length, 0);
      assert.deepEqual(entry?.changes.stopped, expected.stopped);
      if (side === s.agency) assert.equal(entry?.actor_id, expected.clientId);
    }
    const seen = await ok(keeper.api.get("/api/v1/notifications"));
    assert.deepEqual(
      seen.data.map((one: any) => [one.kind, one.grantId, one.actor]),
      [["grant_ended", grant.id, { kind: "system", id: expected.clientId }]],
    );
    // Whoever revoked it knows; the client's other owners are notified.
    const owners = (await ok(owner.api.get("/api/v1/notifications"))).data;
    assert.deepEqual(
      owners.filter((one: any) => one.kind === "grant_ended"),
      [],
    );
  });
});

describe("a grant also ends", () => {
  it("when it expires", async () => {
    const s = await stage();
    await s.grant({ expiresAt: new Date(t.clock.now().getTime() + 600_000).toISOString() });
    const flow = await makeFlow(await s.act(), { type: "contact.created" }, [call("/expired")]);
    t.clock.advance(600_000);
    await t.drain(["grants"]);
    assert.equal((await flowOf(s, flow)).pausedReason, "grant_ended");
    await t.drain(["grants"]);
    for (const side of [s.client, s.agency])
      assert.deepEqual(
        (await s.ended(side)).map((event) => event.because),
        ["expired"],
      );
    await contact(s);
    await t.settle();
    assert.deepEqual(called.splice(0), []);
  });

  it("when it expires, even while another one cannot be ended", async () => {
    const s = await stage();
    const grant = await s.grant({ expiresAt: new Date(t.clock.now().getTime() + 600_000).toISOString() });
    const flow = await makeFlow(await s.act(), { type: "contact.created" }, [call("/behind")]);
    const other = await t.tenant();
    // It has no agency, so nobody can be notified.
    const broken = randomUUID();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, expires_at, created_at, updated_at)
         values ($1, $2, $2, 'Gone', '{flows:write}', 'accepted', 'x', $3, now(), now())`,
        [other.id, broken, new Date(t.clock.now().getTime() + 300_000)],
      ),
    );
    t.clock.advance(600_000);
    await t.drain(["grants"]);
    assert.equal((await flowOf(s, flow)).pausedReason, "grant_ended");
    assert.deepEqual(
      (await s.ended(s.client)).map((event) => event.grantId),
      [grant.id],
    );
    await withClient(t.database.admin, (admin) => admin.query("delete from agency_grants where id = $1", [broken]));
  });

  it("when the agency ends the relation to the client", async () => {
    const s = await stage();
    await s.grant();
    const flow = await makeFlow(await s.act(), { type: "contact.created" }, [call("/ended")]);
    await ok(s.agency.api.patch(s.path, { status: "ended" }));
    assert.equal((await flowOf(s, flow)).pausedReason, "grant_ended");
    for (const side of [s.client, s.agency])
      assert.deepEqual(
        (await s.ended(side)).map((event) => event.because),
        ["client_ended"],
      );
  });

  it("when another grant replaces it, which takes over what it could have created itself", async () => {
    const s = await stage();
    await s.grant();
    const acting = await s.act();
    const flow = await makeFlow(acting, { type: "contact.created" }, [call("/replaced")]);
    const bot = await ok(acting.api.post("/api/v1/chatbots", { name: "Bot", isActive: true }));
    const narrower = await s.grant({ scopes: ["flows:read", "flows:write", "contacts:read"] });
    assert.equal((await flowOf(s, flow)).status, "active");
    assert.equal((await ok(s.client.api.get(`/api/v1/chatbots/${bot.id}`))).isActive, false);
    assert.deepEqual(
      (await s.ended(s.agency)).map((event) => [event.because, event.stopped]),
      [["replaced", [{ kind: "chatbot", id: bot.id }]]],
    );
    await s.revoke(narrower);
    assert.equal((await flowOf(s, flow)).pausedReason, "grant_ended");
  });
});
