import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { politeBrain } from "@parley/simulators/realtime-provider";
import { failing, failingDatabase } from "../../../../test/stages/voice/failing-database.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { realtime, line } = await startVoiceStage({ app: { wrapDatabase: failingDatabase } });
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

describe("a lost connection to the model", () => {
  it("ends its call with an apology when the keys cannot be read, and leaves other calls alone", async () => {
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

describe("a call that was reconnected", () => {
  it("can be interrupted, although its opening could not", async () => {
    const desk = await line({ opening: { greeting: "Hello.", disclosure: null, interruptible: false } });
    const caller = await greeted(await desk.dial());
    const first = realtime.sessions.at(-1);
    const isInterruptible = (event: any) =>
      event.type === "session.update" && event.session.audio.input.turn_detection.interrupt_response === true;
    await first?.waitFor(isInterruptible);
    first?.cut();
    await caller.until(() => caller.heard().includes("The line to you was broken"));
    await realtime.sessions.at(-1)?.waitFor(isInterruptible);
    caller.stop();
    assert.equal((await desk.ended()).status, "completed");
  });
});

describe("a failed response", () => {
  for (const code of ["insufficient_quota", "rate_limit_exceeded"])
    it(`with ${code} before the greeting switches to the next key`, async () => {
      const desk = await line();
      const apiKey = `sk-second-${code}`;
      await desk.post("/ai/keys", { provider: "openai_compatible", name: "Second", apiKey, baseUrl: realtime.baseUrl, models: ["m"] });
      realtime.addFault({ kind: "failed", code, apiKey: desk.apiKey });
      const before = realtime.sessions.length;
      const caller = await greeted(await desk.dial());
      assert.deepEqual(
        realtime.sessions.slice(before).map((session) => session.apiKey),
        [desk.apiKey, apiKey],
      );
      caller.stop();
      await desk.ended();
      const [first] = (await desk.tenant.api.get("/api/v1/ai/keys")).body.data;
      assert.equal(first.circuits[0].reason, code === "insufficient_quota" ? "no_quota" : "rate_limited");
    });

  it("before the greeting ends with an apology when every key fails", async () => {
    const desk = await line(apologetic);
    realtime.addFault({ kind: "failed", code: "insufficient_quota", apiKey: desk.apiKey, times: 10 });
    const call = await desk.dial();
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: "+4930999" });
    assert.deepEqual([(await desk.ended()).status, (await desk.ended()).endReason], ["failed", "provider_lost"]);
  });

  for (const kind of ["failed", "denied"] as const)
    it(`is requested again (${kind})`, async () => {
      const desk = await line();
      await desk.faq("When do you open?", "We open at nine.");
      const caller = await greeted(await desk.dial());
      const sessions = realtime.sessions.length;
      realtime.addFault({ kind, code: "server_error", apiKey: desk.apiKey });
      caller.says("When do you open?");
      await caller.until(() => caller.heard().endsWith("We open at nine."));
      caller.stop();
      assert.equal((await desk.ended()).status, "completed");
      assert.equal(realtime.sessions.length, sessions);
    });

  it("that fails again reconnects once, then ends with the apology", async () => {
    const desk = await line(apologetic);
    const call = await desk.dial();
    const caller = await greeted(call);
    const sessions = realtime.sessions.length;
    realtime.addFault({ kind: "failed", code: "server_error", apiKey: desk.apiKey, times: 2 });
    caller.says("Hi there");
    await caller.until(() => caller.heard().includes("The line to you was broken"));
    assert.equal(realtime.sessions.length, sessions + 1);
    realtime.addFault({ kind: "failed", code: "server_error", apiKey: desk.apiKey, times: 2 });
    caller.says("Hi again");
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: "+4930999" });
    assert.equal((await desk.ended()).endReason, "provider_lost");
  });
});
