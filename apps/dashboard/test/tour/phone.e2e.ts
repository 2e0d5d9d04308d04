/** The tour of every screen, on a phone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutBrowser } from "../stage.ts";
import { tourOfAll } from "./whole.ts";

describe("a tour of every screen, phone", { skip: withoutBrowser }, () => {
  const go = tourOfAll();

  it("light and dark", async () => {
    assert.deepEqual((await go("phone", "en")).problems, []);
  });
});
