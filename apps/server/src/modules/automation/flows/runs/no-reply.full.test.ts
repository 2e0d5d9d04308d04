/** Flows that start after silence: of a customer who got a message, or of the team. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../test/responses.ts";
import { runsOf } from "../../../../../test/flows.ts";
import { startInbox } from "../../../../../test/inbox.ts";
import { setSilenceStage } from "../../../../../test/stages/silence-stage.ts";

const { t, incoming } = await startInbox("447725");
const { make, pass, reply } = setSilenceStage(t);

describe("a flow that sends messages through our API", () => {
  it("does not keep sending reminders of its own messages, while people's messages begin a new silence", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    await ok(own.api.post("/api/v1/flow-secrets", { name: "OWN_KEY", value: `Bearer ${own.key}`, hosts: ["127.0.0.1"] }));
    const person = await incoming("Hello", own, line);
    const flow = await make(own, { minutes: 60, of: "customer" }, [
      {
        type: "http_request",
        method: "POST",
        url: `${t.url}/api/v1/messages`,
        headers: { authorization: "{{secrets.OWN_KEY}}" },
        body: { channelId: line.id, to: `+${person.waId}`, type: "text", text: "Are you there?" },
      },
    ]);
    await reply(own, line, person, "Which one?");
    const silences = async (n: number) => {
      for (let i = 0; i < n; i++) {
        await pass(61);
        await t.settle();
      }
    };
    await silences(3);
    await person.customer.sendText(line.externalId, "Wait");
    await t.settle();
    await reply(own, line, person, "Of course.");
    await silences(5);
    const statuses = async () => (await runsOf(own, flow)).map((run) => run.error?.code ?? run.status);
    assert.deepEqual(await statuses(), Array(8).fill("completed"));
    await silences(3);
    assert.deepEqual(await statuses(), ["loop_detected", ...Array(8).fill("completed")]);
    assert.equal((await ok(own.api.get(`/api/v1/flows/${flow.id}`))).status, "active", "other conversations are no part of it");
  });
});
