import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";
import { Secret } from "./secret.ts";

test("a secret never prints, however it is printed", () => {
  const secret = new Secret("sk-planted-value");
  const printed = [
    String(secret),
    `${secret}`,
    "" + secret,
    JSON.stringify(secret),
    JSON.stringify({ config: { token: secret } }),
    inspect(secret),
    inspect({ deep: { token: [secret] } }, { depth: 9, showHidden: true }),
    format("%s %o %j %O", secret, secret, secret, secret),
    JSON.stringify(Object.entries(secret)),
    JSON.stringify({ ...secret }),
    new Error(`failed with ${secret}`).stack ?? "",
  ];
  for (const text of printed) assert.doesNotMatch(text, /planted/);
  assert.equal(JSON.stringify(secret), '"[secret]"');
  assert.equal(inspect({ token: secret }), "{ token: [secret] }");
});

test("only reveal returns the text, and short secrets show no last four characters", () => {
  assert.equal(new Secret("sk-planted-value").reveal(), "sk-planted-value");
  assert.equal(new Secret("sk-planted-value").lastFour, "alue");
  assert.equal(new Secret("short").lastFour, "");
});
