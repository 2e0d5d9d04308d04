import assert from "node:assert/strict";
import { test } from "node:test";
import { findZone, isZone } from "./zones.ts";

test("a zone is a name of the time zone database, and no offset", () => {
  assert.equal(findZone("Europe/Berlin"), "Europe/Berlin");
  assert.equal(isZone("UTC"), true);
  for (const name of ["Mars/Olympus", "+02:00", "-05:00", "", "Europe", "[u-ca=hebrew]", "Z\u0000"])
    assert.equal(findZone(name), null, name);
});
