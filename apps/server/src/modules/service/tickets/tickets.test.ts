import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { ok, refused } from "../../../../test/responses.ts";
import { startContacts } from "../../../../test/contacts.ts";
import { unknownId } from "../../../../test/harness.ts";
import { wireId } from "../../../platform/ids/ids.ts";

const { t, tenant, writer } = await startContacts("44770097");
const other = await t.tenant();
const path = "/api/v1/tickets";
const dayMs = 86_400_000;
const create = (body: object = {}, of = tenant) => ok(of.api.post(path, { subject: "Scratch", ...body }));
const get = (id: string) => ok(tenant.api.get(`${path}/${id}`));
const to = (id: string, status: string) => tenant.api.patch(`${path}/${id}`, { status });
const activity = async (id: string) => (await ok(tenant.api.get(`${path}/${id}/activity?limit=100`))).data;
const eventsOf = async (id: string) => {
  await t.drain();
  return t.app.database.worker<{ type: string; data: any }>({
    text: "select type, data from event_log where type like 'ticket.%' and data->>'ticketId' = $1 order by created_at, id",
    values: [id],
  });
};
const member = async (of = tenant) => {
  const user = {
    email: `m${randomBytes(6).toString("hex")}@example.com`,
    password: "correct horse battery",
    tenantId: of.id,
    role: "agent",
  } as const;
  return wireId("agt", (await t.app.tenants.createUser(user)).userId);
};
const conversationOf = async (contactId: string) =>
  (await ok(tenant.api.get(`/api/v1/conversations?contactId=${contactId}`))).data[0].id as string;

describe("tickets", () => {
  it("start open with the tenant's next number and the given values, and are read back and reported", async () => {
    const mine = await t.tenant();
    const assigneeId = await member(mine);
    await ok(mine.api.post("/api/v1/ticket-categories", { name: "Returns" }));
    const contactId = (await ok(mine.api.post("/api/v1/contacts", { name: "C" }))).id;
    const ticket = await create(
      {
        subject: " Scratch ",
        description: "Left side",
        priority: "high",
        category: "returns",
        assigneeId,
        contactId,
        labels: ["a", "a", " b "],
        dueAt: "2027-01-31T12:00:00Z",
      },
      mine,
    );
    assert.deepEqual(
      [
        ticket.number,
        ticket.subject,
        ticket.description,
        ticket.status,
        ticket.priority,
        ticket.category,
        ticket.assigneeId,
        ticket.source,
      ],
      [1, "Scratch", "Left side", "open", "high", "Returns", assigneeId, "api"],
    );
    assert.deepEqual([ticket.labels, ticket.dueAt, ticket.contactId], [["a", "b"], "2027-01-31T12:00:00.000Z", contactId]);
    assert.deepEqual(await ok(mine.api.get(`${path}/${ticket.id}`)), ticket);
    assert.deepEqual(
      (await eventsOf(ticket.id)).map((e) => [e.type, e.data.number, e.data.category]),
      [["ticket.created", 1, "Returns"]],
    );
    const many = await Promise.all(Array.from({ length: 5 }, () => create({}, mine)));
    assert.deepEqual(many.map((m) => m.number).sort(), [2, 3, 4, 5, 6], "no gap, none twice");
    const flow = await create({ source: "flow" }, mine);
    assert.deepEqual([flow.source, flow.number, flow.contactId], ["flow", 7, null]);
  });

  it("move only along the status table, with their times; otherwise 409", async () => {
    const { id } = await create();
    for (const status of ["pending", "closed"]) refused(await to(id, status), 409, "invalid_transition", "status", "not_allowed");
    for (const status of ["in_progress", "pending"]) await ok(to(id, status));
    refused(await to(id, "in_progress"), 409, "invalid_transition");
    const resolved = await ok(to(id, "resolved"));
    assert.equal(resolved.resolvedAt, t.clock.now().toISOString());
    assert.equal(Date.parse(resolved.autoCloseAt) - Date.parse(resolved.resolvedAt), 7 * dayMs);
    const again = await ok(to(id, "open"));
    assert.deepEqual([again.resolvedAt, again.autoCloseAt], [null, null]);
    await ok(to(id, "resolved"));
    const closed = await ok(to(id, "closed"));
    assert.deepEqual(
      [closed.status, closed.autoCloseAt, closed.closedAt !== null, closed.resolvedAt !== null],
      ["closed", null, true, true],
    );
    for (const status of ["open", "in_progress", "pending", "resolved"]) refused(await to(id, status), 409, "invalid_transition");
    refused(await tenant.api.patch(`${path}/${id}`, { subject: "Late" }), 409, "conflict");
    refused(await tenant.api.post(`${path}/${id}/comments`, { text: "Late" }), 409, "conflict");
    assert.deepEqual(await ok(tenant.api.patch(`${path}/${id}`, { subject: "Scratch", status: "closed" })), closed);
    const changes = (await eventsOf(id)).slice(1).map((e) => [e.data.changes.status.from, e.data.changes.status.to]);
    assert.deepEqual(changes, [
      ["open", "in_progress"],
      ["in_progress", "pending"],
      ["pending", "resolved"],
      ["resolved", "open"],
      ["open", "resolved"],
      ["resolved", "closed"],
    ]);
  });

  it("two concurrent changes run one after the other: never from a status that does not allow it", async () => {
    const { id } = await create();
    await ok(to(id, "in_progress"));
    const responses = await Promise.all(["pending", "resolved", "pending"].map((status) => to(id, status)));
    assert.ok(responses.every((a) => [200, 409].includes(a.status)));
    const log = (await activity(id)).filter((a: any) => a.changes.status !== undefined);
    const steps = new Set(["open>in_progress", "in_progress>pending", "in_progress>resolved", "pending>resolved"]);
    for (const { changes } of log) assert.ok(steps.has(`${changes.status.from}>${changes.status.to}`));
  });

  it("change field by field with a history; an update without a difference writes nothing", async () => {
    const ticket = await create({ labels: ["a"] });
    const assigneeId = await member();
    const changed = await ok(tenant.api.patch(`${path}/${ticket.id}`, { priority: "urgent", assigneeId, labels: [], description: "New" }));
    assert.deepEqual([changed.priority, changed.assigneeId, changed.labels, changed.description], ["urgent", assigneeId, [], "New"]);
    assert.deepEqual(await ok(tenant.api.patch(`${path}/${ticket.id}`, { priority: "urgent" })), changed);
    const comment = await ok(tenant.api.post(`${path}/${ticket.id}/comments`, { text: "Called them." }));
    assert.deepEqual([comment.kind, comment.text, comment.by.slice(0, 4)], ["comment", "Called them.", "key_"]);
    const log = await activity(ticket.id);
    assert.deepEqual(
      log.map((a: any) => [a.kind, a.text]),
      [
        ["comment", "Called them."],
        ["updated", null],
        ["created", null],
      ],
    );
    assert.deepEqual(Object.keys(log[1].changes).sort(), ["assigneeId", "description", "labels", "priority"]);
    assert.deepEqual((await eventsOf(ticket.id)).at(-1)?.data.changes, { commentId: { from: null, to: comment.id } });
    const page = await ok(tenant.api.get(`${path}/${ticket.id}/activity?limit=2`));
    const rest = await ok(tenant.api.get(`${path}/${ticket.id}/activity?limit=2&cursor=${page.pageInfo.nextCursor}`));
    assert.deepEqual([...page.data, ...rest.data], log);
  });

  it("a customer's message reopens pending and resolved tickets, once, and leaves the others", async () => {
    const person = await writer("Rita");
    const conversationId = await conversationOf(person.id);
    const [pending, resolved, closed, working] = await Promise.all(
      Array.from({ length: 4 }, () => ok(tenant.api.post(`/api/v1/conversations/${conversationId}/tickets`, {}))),
    );
    assert.deepEqual(
      [pending.source, pending.contactId, pending.conversationId, pending.subject],
      ["inbox", person.id, conversationId, "Rita 1"],
    );
    for (const [ticket, statuses] of [
      [pending, ["in_progress", "pending"]],
      [resolved, ["resolved"]],
      [closed, ["resolved", "closed"]],
      [working, ["in_progress"]],
    ] as const)
      for (const status of statuses) await ok(to(ticket.id, status));
    await person.write("Still broken", "Hello?");
    const now = async (ticket: any) => (await get(ticket.id)).status;
    assert.deepEqual(
      [await now(pending), await now(resolved), await now(closed), await now(working)],
      ["open", "open", "closed", "in_progress"],
    );
    const replies = (await eventsOf(resolved.id)).filter((e) => e.data.reason === "customer_reply");
    assert.equal(replies.length, 1);
    assert.deepEqual(replies[0]?.data.changes.status, { from: "resolved", to: "open" });
    assert.equal((await activity(resolved.id))[0].by, "customer");
    assert.equal((await get(resolved.id)).resolvedAt, null);
    // What the team writes reopens nothing.
    await ok(to(resolved.id, "resolved"));
    await ok(tenant.api.post(`/api/v1/conversations/${conversationId}/notes`, { text: "Done" }));
    await t.settle();
    assert.equal(await now(resolved), "resolved");
  });

  it("close automatically after the organization's time, once; a reopened one does not", async () => {
    const mine = await t.tenant();
    await ok(mine.api.patch("/api/v1/organization", { settings: { ticketAutoCloseDays: 2 } }));
    assert.equal((await ok(mine.api.get("/api/v1/organization"))).settings.ticketAutoCloseDays, 2);
    const [a, b] = [await create({}, mine), await create({}, mine)];
    for (const { id } of [a, b]) await ok(mine.api.patch(`${path}/${id}`, { status: "resolved" }));
    t.clock.advance(2 * dayMs - 1_000);
    await t.drain();
    assert.equal((await ok(mine.api.get(`${path}/${a.id}`))).status, "resolved");
    await ok(mine.api.patch(`${path}/${b.id}`, { status: "open" }));
    t.clock.advance(1_000);
    await Promise.all([t.drain(), t.drain()]);
    const closed = await ok(mine.api.get(`${path}/${a.id}`));
    assert.deepEqual([closed.status, closed.closedAt], ["closed", t.clock.now().toISOString()]);
    assert.equal((await ok(mine.api.get(`${path}/${b.id}`))).status, "open");
    const closings = (await eventsOf(a.id)).filter((e) => e.data.reason === "auto_close");
    assert.equal(closings.length, 1);
  });

  it("close automatically even if another organization's cannot be closed; those follow as soon as they can", async () => {
    const [broken, fine] = [await t.tenant(), await t.tenant()];
    const made: string[] = [];
    for (const who of [broken, fine]) {
      const { id } = await create({}, who);
      await ok(who.api.patch(`${path}/${id}`, { status: "resolved" }));
      made.push(id);
      t.clock.advance(1_000);
    }
    const refuse = (what: string) => withClient(t.database.admin, (admin) => admin.query(what));
    await refuse(`create function refuse_closing() returns trigger language plpgsql as $$
        begin
          if new.tenant_id = '${broken.id}' and new.status = 'closed' then raise exception 'not today'; end if;
          return new;
        end $$;
      create trigger refuse_closing before update on tickets for each row execute function refuse_closing()`);
    const statuses = async () => Promise.all([broken, fine].map(async (who, n) => (await ok(who.api.get(`${path}/${made[n]}`))).status));
    t.clock.advance(30 * dayMs);
    await t.drain();
    assert.deepEqual(await statuses(), ["resolved", "closed"]);
    await refuse("drop trigger refuse_closing on tickets; drop function refuse_closing");
    // Every second round skips the tenants that failed: a drain may end after one of those, and another one at the same time need not run
    // the loop again.
    for (let round = 0; round < 2; round++) {
      t.clock.advance(1_000);
      await t.drain();
    }
    assert.deepEqual(await statuses(), ["closed", "closed"]);
  });

  it("a closed one continues in a follow-up; any other is reopened instead", async () => {
    const person = await writer("Saul");
    const conversationId = await conversationOf(person.id);
    const first = await create({ conversationId, labels: ["x"], priority: "low", description: "Old" });
    assert.equal(first.contactId, person.id, "a conversation brings its contact");
    refused(await tenant.api.post(`${path}/${first.id}/follow-up`, {}), 409, "conflict");
    for (const status of ["resolved", "closed"]) await ok(to(first.id, status));
    const next = await ok(tenant.api.post(`${path}/${first.id}/follow-up`, { description: "Again" }));
    assert.deepEqual(
      [next.followUpOfId, next.status, next.subject, next.description, next.labels, next.priority, next.conversationId, next.contactId],
      [first.id, "open", "Scratch", "Again", ["x"], "low", conversationId, person.id],
    );
    assert.ok(next.number > first.number);
  });

  it("are listed by every filter, found by number and words, and paged", async () => {
    const mine = await t.tenant();
    const assigneeId = await member(mine);
    await ok(mine.api.post("/api/v1/ticket-categories", { name: "Returns" }));
    const contactId = (await ok(mine.api.post("/api/v1/contacts", { name: "C" }))).id;
    const past = new Date(t.clock.now().getTime() - 1_000).toISOString();
    const one = await create({ subject: "Oak desk scratched", assigneeId, dueAt: past, category: "Returns" }, mine);
    const two = await create({ subject: "Desk LATE", priority: "urgent", contactId }, mine);
    const three = await create({ subject: "Question", dueAt: past }, mine);
    await ok(mine.api.patch(`${path}/${three.id}`, { status: "resolved" }));
    const list = async (query: string) => (await ok(mine.api.get(`${path}?${query}`))).data.map((k: any) => k.number);
    assert.deepEqual(await list(""), [3, 2, 1]);
    assert.deepEqual(await list("q=desk"), [2, 1]);
    assert.deepEqual(await list("q=scratched%20OAK"), [1]);
    assert.deepEqual(await list("q=%232"), [2]);
    assert.deepEqual(await list("q=desk&priority=urgent"), [2]);
    assert.deepEqual(await list("status=resolved"), [3]);
    assert.deepEqual(await list("priority=urgent"), [2]);
    assert.deepEqual(await list("category=RETURNS"), [1]);
    assert.deepEqual(await list("category=Nothing"), []);
    assert.deepEqual(await list(`assigneeId=${assigneeId}`), [1]);
    assert.deepEqual(await list("assigneeId=none"), [3, 2]);
    assert.deepEqual(await list(`contactId=${contactId}`), [2]);
    assert.deepEqual(await list("overdue=true"), [1]);
    assert.deepEqual(await list("overdue=true&q=desk"), [1]);
    assert.deepEqual(await list("conversationId=x"), []);
    for (const query of ["", "q=desk&"]) {
      const page = await ok(mine.api.get(`${path}?${query}limit=1`));
      const next = await ok(mine.api.get(`${path}?${query}limit=1&cursor=${page.pageInfo.nextCursor}`));
      assert.deepEqual([page.data[0].number, next.data[0].number], query === "" ? [3, 2] : [2, 1]);
      refused(await mine.api.get(`${path}?limit=1&status=open&cursor=${page.pageInfo.nextCursor}`), 400, "invalid_cursor");
    }
    assert.deepEqual([one.number, two.number], [1, 2]);
  });

  it("are sorted by due time, leaving out resolved ones", async () => {
    const mine = await t.tenant();
    const due = (hours: number) => new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();
    for (const [subject, dueAt] of [
      ["in five hours", due(5)],
      ["never", null],
      ["an hour ago", due(-1)],
      ["in five hours, too", due(5)],
      ["in two, and resolved", due(2)],
    ])
      await create({ subject, ...(dueAt === null ? {} : { dueAt }) }, mine);
    const [last] = (await ok(mine.api.get(`${path}?limit=1`))).data;
    await ok(mine.api.patch(`${path}/${last.id}`, { status: "resolved" }));

    const subjects: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: any = await ok(mine.api.get(`${path}?sort=dueAt&limit=1&cursor=${cursor}`));
      subjects.push(...page.data.map((each: any) => each.subject));
      cursor = page.pageInfo.nextCursor;
    }
    assert.deepEqual(subjects.slice(0, 1), ["an hour ago"]);
    assert.deepEqual(subjects.slice(1).sort(), ["in five hours", "in five hours, too"]);
    assert.deepEqual((await ok(mine.api.get(`${path}?sort=dueAt&status=resolved`))).data, []);
    const first = await ok(mine.api.get(`${path}?sort=dueAt&limit=1`));
    refused(await mine.api.get(`${path}?limit=1&cursor=${first.pageInfo.nextCursor}`), 400, "invalid_cursor");
    for (const query of ["q=five", "label=x", "customField=a:b"]) {
      refused(await mine.api.get(`${path}?sort=dueAt&${query}`), 400, "validation_error", "sort", "not_allowed");
    }
  });

  it("errors name the field; scopes and tenants are enforced; a repeated key creates one", async () => {
    const cases: [object, number, string, string][] = [
      [{ subject: undefined }, 400, "subject", "required"],
      [{ subject: " " }, 400, "subject", "too_short"],
      [{ priority: "huge" }, 400, "priority", "unknown_value"],
      [{ labels: [" "] }, 400, "labels[0]", "too_short"],
      [{ dueAt: "soon" }, 400, "dueAt", "invalid_format"],
      [{ category: " " }, 400, "category", "too_short"],
    ];
    for (const [body, status, field, issue] of cases)
      refused(await tenant.api.post(path, { subject: "x", ...body }), status, "validation_error", field, issue);
    for (const body of [{ contactId: unknownId("cnt") }, { conversationId: "x" }, { assigneeId: await member(other) }])
      refused(await tenant.api.post(path, { subject: "x", ...body }), 404, "not_found");
    const { id } = await create();
    for (const response of [
      await other.api.get(`${path}/${id}`),
      await other.api.patch(`${path}/${id}`, { subject: "Mine" }),
      await other.api.get(`${path}/${id}/activity`),
      await other.api.post(`${path}/${id}/comments`, { text: "x" }),
      await other.api.post(`${path}/${id}/follow-up`, {}),
    ])
      refused(response, 404, "not_found");
    const reader = t.api(await t.key(tenant.id, { scopes: ["tickets:read"] }));
    assert.equal((await reader.get(path)).status, 200);
    refused(await reader.post(path, { subject: "x" }), 403, "insufficient_scope");
    const headers = { "idempotency-key": "ticket-once" };
    const [a, b] = [await tenant.api.post(path, { subject: "Once" }, headers), await tenant.api.post(path, { subject: "Once" }, headers)];
    assert.equal(a.text, b.text);
  });

  it("follow their contact through a merge, closed ones too, and return on undo", async () => {
    const contact = async () => (await ok(tenant.api.post("/api/v1/contacts", { name: "C" }))).id as string;
    const [a, b] = [await contact(), await contact()];
    const { id } = await create({ contactId: b });
    for (const status of ["resolved", "closed"]) await ok(to(id, status));
    await ok(tenant.api.post(`/api/v1/contacts/${a}/merge`, { contactId: b }));
    assert.equal((await get(id)).contactId, a);
    await ok(tenant.api.post(`/api/v1/contacts/${b}/unmerge`));
    assert.equal((await get(id)).contactId, b);
    assert.deepEqual(
      (await activity(id)).slice(0, 2).map((y: any) => y.reason),
      ["unmerge", "merge"],
    );
    refused(await tenant.api.delete(`/api/v1/contacts/${b}`), 409, "conflict");
  });
});

describe("tickets of divisions, and deleted tickets", () => {
  it("belong to a division, are found by it, also combined with words, and move when it is deleted", async () => {
    const own = await t.tenant();
    const division = async (name: string) => (await ok(own.api.post("/api/v1/agents/divisions", { name }))).id as string;
    const [from, into] = [await division("From"), await division("Into")];
    const ticket = await create({ subject: "Chair leg", divisionId: from }, own);
    const loose = await create({ subject: "Chair seat" }, own);
    const found = async (query: string) => (await ok(own.api.get(`${path}?${query}`))).data.map((item: any) => item.id);
    assert.deepEqual([ticket.divisionId, loose.divisionId], [from, null]);
    for (const words of ["", "&q=chair"]) {
      assert.deepEqual(await found(`divisionId=${from}${words}`), [ticket.id]);
      assert.deepEqual(await found(`divisionId=none${words}`), [loose.id]);
      assert.deepEqual(await found(`divisionId=${into}${words}`), []);
    }
    refused(await own.api.delete(`/api/v1/agents/divisions/${from}`), 409, "conflict");
    await ok(own.api.delete(`/api/v1/agents/divisions/${from}?moveTo=${into}`));
    assert.equal((await ok(own.api.get(`${path}/${ticket.id}`))).divisionId, into);
    const moved = (await eventsOf(ticket.id)).at(-1);
    assert.deepEqual([moved?.data.reason, moved?.data.changes], ["division_deleted", { divisionId: { from, to: into } }]);
    assert.equal((await ok(own.api.patch(`${path}/${ticket.id}`, { divisionId: null }))).divisionId, null);
    for (const divisionId of [unknownId("div"), "x"]) {
      refused(await own.api.post(path, { subject: "S", divisionId }), 404, "not_found");
      refused(await own.api.patch(`${path}/${ticket.id}`, { divisionId }), 404, "not_found");
    }
  });

  it("are deleted permanently with their activity; the number is not reused, follow-ups stay", async () => {
    const own = await t.tenant();
    await ok(own.api.post("/api/v1/sla-policies", { name: "P", targets: { medium: { resolutionMinutes: 60 } }, isDefault: true }));
    const ticket = await create({}, own);
    await ok(own.api.post(`${path}/${ticket.id}/comments`, { text: "Hm" }));
    for (const status of ["resolved", "closed"]) await ok(own.api.patch(`${path}/${ticket.id}`, { status }));
    const next = await ok(own.api.post(`${path}/${ticket.id}/follow-up`, {}));
    refused(await tenant.api.delete(`${path}/${ticket.id}`), 404, "not_found");
    const reader = t.api(await t.key(own.id, { scopes: ["tickets:read"] }));
    refused(await reader.delete(`${path}/${ticket.id}`), 403, "insufficient_scope");
    const once = { "idempotency-key": "gone" };
    assert.deepEqual(await ok(own.api.delete(`${path}/${ticket.id}`, once)), { id: ticket.id, deleted: true });
    assert.deepEqual(await ok(own.api.delete(`${path}/${ticket.id}`, once)), { id: ticket.id, deleted: true });
    refused(await own.api.delete(`${path}/${ticket.id}`), 404, "not_found");
    refused(await own.api.get(`${path}/${ticket.id}/activity`), 404, "not_found");
    assert.equal((await ok(own.api.get(`${path}/${next.id}`))).followUpOfId, null);
    const last = (await eventsOf(ticket.id)).at(-1);
    assert.deepEqual([last?.type, last?.data.reason, typeof last?.data.changes.deletedAt.to], ["ticket.updated", "deleted", "string"]);
    assert.equal((await create({}, own)).number, 3);
  });
});

describe("ticket categories", () => {
  it("are created on first use, once even under concurrent requests, and regardless of case", async () => {
    const mine = await t.tenant();
    const made = await Promise.all(["Damage", " damage", "DAMAGE", "Damage"].map((category) => create({ category }, mine)));
    const { data } = await ok(mine.api.get("/api/v1/ticket-categories"));
    assert.equal(data.length, 1);
    assert.deepEqual(new Set(made.map((ticket: any) => ticket.category)), new Set([data[0].name]));
    // Also found by its id, which never creates a category with that name.
    const byId = await create({ category: data[0].id }, mine);
    assert.equal(byId.category, data[0].name);
    assert.deepEqual((await ok(mine.api.get(`${path}?category=${data[0].id}`))).data.length, made.length + 1);
    const wrong = await mine.api.post(path, { subject: "Scratch", category: unknownId("tca") });
    assert.deepEqual([wrong.status, wrong.body.error.details], [404, [{ field: "category", issue: "not_found" }]]);
    assert.equal((await mine.api.post("/api/v1/ticket-categories", { name: unknownId("tca") })).status, 400);
    const changed = await ok(mine.api.patch(`${path}/${made[0].id}`, { category: "Delivery" }));
    assert.equal(changed.category, "Delivery");
    assert.equal((await ok(mine.api.get(`/api/v1/audit-log?action=ticket_category.created`))).data.length, 2);
    const closed = made[1].id;
    for (const status of ["resolved", "closed"]) await ok(mine.api.patch(`${path}/${closed}`, { status }));
    refused(await mine.api.patch(`${path}/${closed}`, { category: "Never" }), 409, "conflict");
    assert.equal((await ok(mine.api.get("/api/v1/ticket-categories"))).data.length, 2, "a refused change makes none");
  });

  const categories = "/api/v1/ticket-categories";

  it("are unique regardless of case, renamed on every ticket, and can be deleted while in use", async () => {
    const mine = await t.tenant();
    const made = await ok(mine.api.post(categories, { name: " Returns ", description: "Goods" }));
    assert.deepEqual([made.name, made.description], ["Returns", "Goods"]);
    const twin = await mine.api.post(categories, { name: "RETURNS" });
    refused(twin, 409, "already_exists", "name", "exists");
    assert.equal(twin.body.error.details[0].id, made.id);
    const second = await ok(mine.api.post(categories, { name: "Billing" }));
    refused(await mine.api.patch(`${categories}/${second.id}`, { name: "returns" }), 409, "already_exists", "name");
    const ticket = await create({ category: "Returns" }, mine);
    assert.equal((await ok(mine.api.patch(`${categories}/${made.id}`, { name: "Refunds", description: null }))).name, "Refunds");
    assert.equal((await ok(mine.api.get(`${path}/${ticket.id}`))).category, "Refunds");
    assert.equal((await ok(mine.api.patch(`${path}/${ticket.id}`, { category: "billing" }))).category, "Billing");
    assert.deepEqual((await eventsOf(ticket.id)).at(-1)?.data.changes, { category: { from: "Refunds", to: "Billing" } });
    assert.deepEqual(await ok(mine.api.delete(`${categories}/${second.id}`)), { id: second.id, deleted: true });
    assert.equal((await ok(mine.api.get(`${path}/${ticket.id}`))).category, null);
    assert.deepEqual(
      (await ok(mine.api.get(categories))).data.map((c: any) => c.name),
      ["Refunds"],
    );
    refused(await other.api.get(`${categories}/${made.id}`), 404, "not_found");
    refused(await mine.api.get(`${categories}/${second.id}`), 404, "not_found");
    refused(await mine.api.post(categories, { name: " " }), 400, "validation_error", "name", "too_short");
  });
});
