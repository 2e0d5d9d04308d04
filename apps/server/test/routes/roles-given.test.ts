/** With some of the credentials; roles-given.full.test.ts covers all of them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { memberRoles } from "../../src/platform/auth/roles.ts";
import { address, checkPaths, credentials, give, manages, raise, t, tenant } from "./roles-given-stage.ts";

/** With no role's scopes, with some roles', with all, and a signed-in person. */
const some = [
  "a key with agents:write alone",
  "a key with agents:write and all of supervisor",
  "a key with every scope",
  "the session of an admin",
];

describe("only who has all of a role may assign it, remove it or sign in with it", () => {
  for (const name of some)
    it(`with ${name}`, async () => {
      const credential = credentials.find((one) => one.name === name);
      assert.ok(credential !== undefined);
      await checkPaths(credential);
    });

  it("without a role in the request, agent is meant, and takes an agent's scopes", async () => {
    const narrow = t.api(await t.key(tenant.id, { scopes: manages }));
    const refused = await narrow.post("/api/v1/agents", { name: "Ada", email: address() });
    assert.deepEqual([refused.status, refused.body.error.details], [403, [{ field: "role", issue: "not_allowed" }]]);
    assert.match(refused.body.error.message, /For agent, it lacks .*messages:send/);
    // Nor through a link for whomever it may sign in: it may sign in nobody.
    assert.equal((await narrow.get("/api/v1/agents-management/login-link")).status, 403);
  });

  it("and every operation that takes a member's role is covered", () => {
    const taking: string[] = [];
    const walk = (schema: any): boolean =>
      schema !== null &&
      typeof schema === "object" &&
      ((Array.isArray(schema.enum) && memberRoles.every((role) => schema.enum.includes(role))) ||
        Object.values(schema).some((part) => walk(part)));
    // Created anew on each access.
    const document = t.app.openapi as any;
    for (const [path, item] of Object.entries(document.paths as Record<string, any>)) {
      for (const [verb, operation] of Object.entries(item as Record<string, any>)) {
        const body = operation.requestBody?.content?.["application/json"]?.schema;
        const resolved = body?.$ref === undefined ? body : document.components.schemas[body.$ref.split("/").at(-1)];
        if (resolved !== undefined && walk(resolved)) taking.push(`${verb.toUpperCase()} ${path.replace("/api/v1", "")}`);
      }
    }
    const covered = [...raise, ...give].map(({ name }) => name).filter((name) => !/resend|login-link|invited/.test(name));
    assert.deepEqual(taking.sort(), covered.sort());
  });
});
