import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { startTestApp } from "../apps/server/test/harness.ts";
import { renderChannels } from "./channel-table.ts";

test("docs/channel-abilities.md matches the connectors' descriptions", async () => {
  const t = await startTestApp();
  try {
    const written = await readFile(new URL("../docs/channel-abilities.md", import.meta.url), "utf8");
    assert.equal(written, renderChannels(t.app.channelKinds), "run npm run generate");
  } finally {
    await t.stop();
  }
});
