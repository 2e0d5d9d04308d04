import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Claim, mayHold, type Proof, strongerProof } from "./route-proof.ts";

describe("whose a shared route is", () => {
  const rows: [string, { proof: Proof; inUse: boolean }, Claim, boolean][] = [
    ["a name gives way to credentials", { proof: "named", inUse: true }, "credentials", true],
    ["a name gives way to a sign-in", { proof: "named", inUse: true }, "authorization", true],
    ["credentials take nothing that was proved by credentials", { proof: "credentials", inUse: true }, "credentials", false],
    ["credentials take nothing that was proved by a sign-in", { proof: "authorization", inUse: true }, "credentials", false],
    ["credentials take what was proved and is not used any more", { proof: "authorization", inUse: false }, "credentials", true],
    ["a sign-in takes what was proved by credentials", { proof: "credentials", inUse: true }, "authorization", true],
    ["the newest sign-in wins", { proof: "authorization", inUse: true }, "authorization", true],
  ];
  for (const [what, holder, claim, expected] of rows)
    it(what, () => assert.equal(mayHold({ tenantId: "a", ...holder }, { tenantId: "b", claim }), expected));
  it("a tenant's own is never taken from it, nor weakened, by its own proof", () => {
    assert.equal(mayHold({ tenantId: "a", proof: "authorization", inUse: true }, { tenantId: "a", claim: "credentials" }), true);
    assert.equal(strongerProof("authorization", "credentials"), "authorization");
    assert.equal(strongerProof("named", "credentials"), "credentials");
  });
});
