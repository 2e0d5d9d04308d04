import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Me } from "@parley/sdk";
import { type Role, rolesWithin } from "./roles.ts";

const signedIn = (role: Role) => ({ user: { role } as Me["user"] });

describe("the roles that a person may give and change", () => {
  it("are their own and those below", () => {
    assert.deepEqual(rolesWithin(signedIn("owner")), ["owner", "admin", "supervisor", "agent", "viewer"]);
    assert.deepEqual(rolesWithin(signedIn("admin")), ["admin", "supervisor", "agent", "viewer"]);
    assert.deepEqual(rolesWithin(signedIn("viewer")), ["viewer"]);
  });

  it("are none for somebody who is not a member", () => {
    assert.deepEqual(rolesWithin({ user: null }), []);
  });
});
