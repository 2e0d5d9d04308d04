import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { uploadMsMax } from "@parley/server/test/upload-time.ts";
import { connectTo } from "./client.ts";
import { faqImporter } from "./contacts/imports.ts";
import { serverUploadMsMax, uploadMedia } from "./media.ts";

describe("an upload", () => {
  it("is taken for cut off at the time at which the server does it", () => assert.equal(serverUploadMsMax, uploadMsMax));

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
      assert.equal(waits.filter((ms) => ms > uploadMsMax).length, 2, `${waits}`);
    });
});
