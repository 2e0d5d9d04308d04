import assert from "node:assert/strict";
import { it } from "node:test";
import { base, charge, client, t, topUp } from "../../../../test/stages/client-billing-stage.ts";
import { ok } from "../../../../test/responses.ts";

it("what a former agency could not pay neither stops a client under its new agency, nor is shown to that one", async () => {
  const [former, next] = [await t.tenant({ kind: "agency" }), await t.tenant({ kind: "agency" })];
  const c = await client(former, { mode: "agency_pays", markupPercent: 0 });
  const owner = await t.person(c.id, { role: "owner" });
  await topUp(former.id, 1);
  await charge(c, 3);
  await t.drain();
  await assert.rejects(charge(c, 1), { code: "insufficient_credits" });

  await ok(former.api.patch(`${base}/clients/${c.wire}`, { status: "ended" }));
  await ok(next.api.post(`${base}/link-requests`, { organization: c.wire, scopes: ["contacts:read"] }));
  const [grant] = (await ok(owner.api.get("/api/v1/agency-grants?status=pending"))).data;
  await ok(owner.api.post(`/api/v1/agency-grants/${grant.id}/accept`));
  await ok(next.api.put(c.path, { mode: "agency_pays", markupPercent: 5 }));
  await topUp(next.id, 10);
  await charge(c, 2);
  await t.drain();
  const shown = async (of: typeof next) => {
    const { mode, markupPercent, outstanding } = await ok(of.api.get(c.path));
    return { mode, markupPercent, outstanding };
  };
  assert.deepEqual(await shown(next), {
    mode: "agency_pays",
    markupPercent: 5,
    outstanding: { charges: 0, cost: 0, reason: null },
  });
  // Nor are the terms of the new one shown to the former, which can still read the link.
  assert.deepEqual(await shown(former), {
    mode: "client_pays",
    markupPercent: 0,
    outstanding: { charges: 1, cost: 3, reason: "insufficient_credits" },
  });
});
