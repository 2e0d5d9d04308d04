import assert from "node:assert/strict";
import { it } from "node:test";
import { Secret } from "#platform/crypto/secret.ts";
import { twilio } from "./twilio.ts";

/** Test vector of the provider's own libraries: https://github.com/twilio/twilio-node, spec/validation (read 2026-11). */
it("the published signature of a callback is accepted, and rejected for anything else", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const fields = { CallSid: "CA1234567890ABCDE", Caller: "+14158675309", Digits: "1234", From: "+14158675309", To: "+18005551212" };
  const access = { accountId: "AC1", authToken: new Secret("12345"), baseUrl: "" };
  const isSigned = (given: { url?: string; form?: object; signature?: string }) =>
    twilio.isSigned(access, {
      url: given.url ?? url,
      form: new URLSearchParams({ ...fields, ...given.form }),
      header: (name) => (name === "x-twilio-signature" ? (given.signature ?? "RSOYDt4T1cUTdK1PDd93/VVr8B8=") : undefined),
    });
  assert.equal(isSigned({}), true);
  assert.equal(isSigned({ url: url.replace("https", "http") }), false);
  assert.equal(isSigned({ form: { To: "+18005551213" } }), false);
  assert.equal(isSigned({ form: { Extra: "1" } }), false);
  assert.equal(isSigned({ signature: "" }), false);
});
