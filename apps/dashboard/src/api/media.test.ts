import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectTo } from "./client.ts";
import { faqImporter } from "./contacts/imports.ts";
import { uploadMedia } from "./media.ts";

/** What the server allows for a file (uploadMsMax in platform/http/server.ts). */
const serverMs = 120_000;

describe("an upload", () => {
  const file = new File(["a,b"], "a.csv");
  for (const [what, send] of [
    ["a file", () => uploadMedia(file)],
    ["an import", () => faqImporter.create(file, { mapping: null, onExisting: "skip", dryRun: true })],
  ] as const)
    it(`of ${what} waits for as long as the server does, and is sent at most twice`, async () => {
      const waits: number[] = [];
      let sent = 0;
      connectTo({
        baseUrl: "http://127.0.0.1",
        clock: {
          now: () => 0,
          after(ms, run) {
            waits.push(ms);
            if (ms < 10_000) run();
            return () => undefined;
          },
        },
        async fetch() {
          sent += 1;
          throw new TypeError("the line broke");
        },
      });
      await assert.rejects(send);
      assert.equal(sent, 2);
      assert.equal(waits.filter((ms) => ms > serverMs).length, 2, `${waits}`);
    });
});
