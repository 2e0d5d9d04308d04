import assert from "node:assert/strict";
import { it } from "node:test";
import { shorten } from "./shorten.ts";

const ids: [string, string][] = [
  ["evt_01kc7q2m4v9x3w8f2c", "evt_01kc…8f2c"],
  ["svc_live_9Yw2k4Qz7mm3xt0LprV7c", "svc_live_9Yw2…rV7c"],
  ["evt_01kc8f2c", "evt_01kc8f2c"],
  ["evt_01kcx8f2c", "evt_01kcx8f2c"],
  ["evt_01kcxy8f2c", "evt_01kc…8f2c"],
  ["TD-4471", "TD-4471"],
  ["", ""],
];

for (const [id, expected] of ids) it(`${id} is shown as ${expected}`, () => assert.equal(shorten(id), expected));
