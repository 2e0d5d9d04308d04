import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { startTestApp } from "../../../../test/harness.ts";
import { agency, client, t, usage, writes } from "../../../../test/stages/entitlement-stage.ts";

describe("messages per month", () => {
  it("property: exactly as many are accepted as there is room for, even across two processes and beside refused messages", async () => {
    const secondApp = await startTestApp({ sharing: t });
    try {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (limit, open) => {
          const c = await client();
          const channel = await t.channel(c);
          await writes(channel.externalId, "447700900780", "Hi");
          await t.settle();
          await agency.api.put(c.path, { messagesPerMonth: limit });
          const other = secondApp.api(c.key);
          const responses = await Promise.all(
            open.map((window, i) =>
              (i % 3 === 0 ? other : c.api).post("/api/v1/messages", {
                channelId: channel.id,
                to: window ? "447700900780" : "447700900781",
                type: "text",
                text: "Hello",
              }),
            ),
          );
          const accepted = responses.filter((response) => response.status === 200).length;
          const possible = open.filter(Boolean).length;
          assert.equal(accepted, Math.min(limit, possible), responses.map((a) => a.text).join("\n"));
          assert.equal((await usage(c, "messagesPerMonth")).usage, accepted);
        }),
        { numRuns: 8 },
      );
    } finally {
      await secondApp.stop();
    }
  });
});
