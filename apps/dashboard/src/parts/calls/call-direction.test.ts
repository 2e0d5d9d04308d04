import assert from "node:assert/strict";
import { test } from "node:test";
import { PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing } from "lucide-react";
import { callIcon, endKeyOf, personOf } from "./call-direction.ts";

test("the person of a call is the one who called us, or whom we called", () => {
  assert.equal(personOf({ direction: "inbound", from: "+441", to: "+492" }), "+441");
  assert.equal(personOf({ direction: "inbound", from: null, to: "+492" }), null);
  assert.equal(personOf({ direction: "outbound", from: "+492", to: "+441" }), "+441");
});

test("a person who was called is not shown as the caller", () => {
  assert.equal(endKeyOf("caller_hung_up", "inbound"), "calls.end.caller_hung_up");
  assert.equal(endKeyOf("caller_hung_up", "outbound"), "calls.end.called_hung_up");
  assert.equal(endKeyOf("line_busy", "outbound"), "calls.end.line_busy");
});

test("an unanswered call was missed only if it was inbound", () => {
  const icons = (["inbound", "outbound"] as const).map((direction) =>
    (["completed", "no_answer"] as const).map((status) => callIcon({ direction, status })),
  );
  assert.deepEqual(icons, [
    [PhoneIncoming, PhoneMissed],
    [PhoneOutgoing, PhoneOff],
  ]);
});
