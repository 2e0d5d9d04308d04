/** Organizations that answer one link request at the same time: each answer waits for the one before it, in one order of locks. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { wireId } from "../../src/platform/ids/ids.ts";
import { startTestApp, type TestPerson } from "../harness.ts";
import { ok } from "../responses.ts";
import { alsoOwns } from "../stages/agency-stage.ts";
import { openTransaction, patientDatabase, untilWaiting } from "./locks.ts";

const database = await patientDatabase();
const t = await startTestApp({ database });
const agency = await t.tenant({ kind: "agency" });
after(async () => {
  await t.stop();
  await database.drop();
});

const path = "/api/v1/agencies/current/link-requests";

/** A request to an owner of two organizations, waiting in both. */
async function requested() {
  const tenants = [await t.tenant(), await t.tenant()] as const;
  const owner: TestPerson = await t.person(tenants[0].id, { role: "owner" });
  await alsoOwns(t, owner, ...tenants);
  const { id } = await ok(agency.api.post(path, { organization: owner.email, scopes: ["contacts:read"] }));
  const answers = [];
  for (const { api } of tenants) {
    const [grant] = (await ok(api.get("/api/v1/agency-grants?status=pending"))).data;
    answers.push((verb: "accept" | "refuse" | "revoke") => api.post(`/api/v1/agency-grants/${grant.id}/${verb}`));
  }
  const [first, second] = answers as [(typeof answers)[0], (typeof answers)[0]];
  return { tenants, first, second, request: () => ok(agency.api.get(`${path}/${id}`)) };
}

describe("two organizations that answer the same link request at once", () => {
  for (const verb of ["refuse", "revoke"] as const)
    it(`and decline, one by ${verb}, leave it declined`, async () => {
      const { first, second, request } = await requested();
      const onceAnswered = `create function once_answered() returns trigger language plpgsql as $$
          begin perform pg_advisory_xact_lock(7902); return null; end $$;
        create constraint trigger once_answered after update on agency_grants deferrable initially deferred for each row
          when (new.status in ('refused', 'revoked')) execute function once_answered()`;
      await withClient(database.admin, (admin) => admin.query(onceAnswered));
      try {
        const holder = await openTransaction(database);
        await holder.query("select pg_advisory_xact_lock(7902)");
        const answers = [first("refuse"), second(verb)];
        await untilWaiting(database, 2);
        await holder.release();
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        assert.deepEqual(statuses, [200, 200]);
      } finally {
        await withClient(database.admin, (admin) => admin.query("drop function once_answered cascade"));
      }
      assert.equal((await request()).status, "declined");
    });

  it("hold no grant while they wait for the request, so that an acceptance can withdraw the others", async () => {
    const { tenants, first, second, request } = await requested();
    const holder = await openTransaction(database);
    const { id } = await request();
    await holder.query("select 1 from agency_link_requests where tenant_id = $1 for update", [agency.id]);
    const accepted = first("accept");
    await untilWaiting(database, 1);
    const refused = second("refuse");
    await untilWaiting(database, 2);
    const free = await holder.query("select id from agency_grants where tenant_id = any($1) for update skip locked", [
      tenants.map((tenant) => tenant.id),
    ]);
    await holder.release();
    const answers = await Promise.all([accepted, refused]);
    assert.equal(free.length, 2);
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.error?.code]),
      [
        [200, undefined],
        [409, "invalid_transition"],
      ],
    );
    const after = await request();
    assert.deepEqual([after.id, after.status, after.clientId], [id, "accepted", wireId("org", tenants[0].id)]);
  });
});
