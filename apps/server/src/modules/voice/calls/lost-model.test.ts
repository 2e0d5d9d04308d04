import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { politeBrain } from "@parley/simulators/realtime-provider";
import { failing, failingDatabase } from "../../../../test/stages/voice/failing-database.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { realtime, line } = await startVoiceStage({ app: { aroundDatabase: failingDatabase } });
afterEach(() => {
  failing.clear();
  realtime.brain = politeBrain;
});

const apologetic = { transfer: { phoneNumber: "+4930999" }, messages: { apology: "Sorry." } };
const greeted = async (call: Awaited<ReturnType<Awaited<ReturnType<typeof line>>["dial"]>>) => {
  const caller = lineOf(call);
  await caller.until(() => caller.heard() === "Hello.");
  return caller;
};

describe("a connection to the model that is lost", () => {
  it("while its keys cannot be read ends its call with an apology, and no other call", async () => {
    const desk = await line(apologetic);
    const call = await desk.dial({ from: "+447700900201" });
    await greeted(call);
    const lost = realtime.sessions.at(-1);
    const other = await greeted(await desk.dial({ from: "+447700900202" }));
    failing.add("ai_keys_usable");
    lost?.cut();
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: "+4930999" });
    other.says("Hi there");
    await other.until(() => other.heard().endsWith("I see."));
    other.stop();
    const shown = (await desk.calls()).find((each) => each.from === "+447700900201");
    assert.deepEqual([shown.status, shown.endReason], ["failed", "provider_lost"]);
  });
});
