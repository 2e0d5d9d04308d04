import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { createShortVideoConnector } from "../src/index.ts";
import { connector } from "./frames.ts";

const SECRET = "test-client-secret";
const T = 1_794_998_401;
/** The platform's side of channel-protocols.md 1.2. */
const BODY =
  '{"client_key":"7400000000000000001","event":"im_receive_msg","create_time":1794998401,"user_openid":"bizOpenId-000aZ9","content":"{}"}';
const HEX = "3aed66a8738533e794a5d18e2d2424d42197a3aa00eb29ef87c47ead02b03ef7";

function verify(header: string | string[] | undefined, options: { body?: string; secret?: string; now?: number; name?: string } = {}) {
  return connector.verifySignature({
    headers: { [options.name ?? "tiktok-signature"]: header },
    rawBody: Buffer.from(options.body ?? BODY),
    secret: options.secret ?? SECRET,
    now: options.now ?? T * 1_000,
  });
}

function signed(t: number | string, body = BODY, secret = SECRET): string {
  return `t=${t},s=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`;
}

test("the published vector verifies, its parts found by name", () => {
  for (const header of [`t=${T},s=${HEX}`, `s=${HEX},t=${T}`, ` t=${T} , s=${HEX} `, `v=2,t=${T},s=${HEX}`]) {
    assert.equal(verify(header), true, header);
  }
  assert.equal(verify(`t=${T},s=${HEX}`, { name: "Tiktok-Signature" }), true);
  assert.equal(verify(`t=${T},s=${HEX}`, { body: `${BODY} ` }), false);
});

test("only the exact signature is accepted", () => {
  const wrong: (string | string[] | undefined)[] = [
    undefined,
    "",
    HEX,
    `s=${HEX}`,
    `t=${T}`,
    `t=${T},s=${HEX.slice(1)}`,
    `t=${T},s=${HEX}0`,
    `t=${T + 1},s=${HEX}`,
    `t=${T},t=${T},s=${HEX}`,
    `t=${T},s=${HEX},s=${HEX}`,
    `t=${T}.0,s=${HEX}`,
    `t=,s=${HEX}`,
    [`t=${T},s=${HEX}`, `t=${T},s=${HEX}`],
    [],
  ];
  for (const header of wrong) assert.equal(verify(header), false, String(header));
  assert.equal(verify(`t=${T},s=${HEX}`, { secret: "another" }), false);
  assert.equal(verify(signed(T, BODY, ""), { secret: "" }), false, "anybody could sign with an empty secret");
});

test("a signed time is accepted within five minutes either way, or within the factory's tolerance", () => {
  const header = signed(T);
  for (const [seconds, good] of [
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
    [86_400, false],
  ] as const) {
    assert.equal(verify(header, { now: (T + seconds) * 1_000 }), good, String(seconds));
  }
  const strict = createShortVideoConnector({ signatureToleranceMs: 5_000 });
  const ask = (now: number) =>
    strict.verifySignature({ headers: { "tiktok-signature": header }, rawBody: Buffer.from(BODY), secret: SECRET, now });
  assert.equal(ask((T + 5) * 1_000), true);
  assert.equal(ask((T + 6) * 1_000), false);
});

test("an empty POST without a signature may test the URL; with a wrong one it may not", () => {
  assert.equal(verify(undefined, { body: "" }), true);
  assert.equal(verify("", { body: "" }), false);
  assert.equal(verify([], { body: "" }), false);
  assert.equal(verify(`t=${T},s=${HEX}`, { body: "" }), false);
  assert.equal(verify(undefined, { body: "", secret: "" }), false);
});

test("a plain GET of the URL is answered", () => {
  assert.deepEqual(connector.answerHandshake({}, undefined), { status: 200, contentType: "text/plain", body: "" });
});
