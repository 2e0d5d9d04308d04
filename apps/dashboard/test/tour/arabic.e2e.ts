/** The tour of every screen, in Arabic. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutBrowser } from "../stage.ts";
import { tourOfAll } from "./whole.ts";

describe("a tour of every screen, Arabic", { skip: withoutBrowser }, () => {
  const go = tourOfAll();

  it("right to left, light and dark", async () => {
    assert.deepEqual((await go("desktop", "ar")).problems, []);
  });
});
