import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { politeBrain, type RealtimeBrain } from "@parley/simulators/realtime-provider";
import { eventually } from "../../../../../test/eventually.ts";
import { refusal } from "../../../../../test/inbox.ts";
import { announced, announcement, asked, question, textOf, wavOf } from "../../../../../test/stages/voice/recording-stage.ts";
import { hearsWhole, lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";
import { holdsRefusal, isRefusal, refusesRecording } from "./consent-words.ts";

const stage = await startVoiceStage();
const { t, realtime, line } = stage;
afterEach(() => {
  realtime.brain = politeBrain;
});

/** Makes the model take the caller's words for this answer. */
const answering =
  (words: string, agreed: unknown): RealtimeBrain =>
  (turn) =>
    turn.heard === words ? { tool: { name: "answer_recording", input: { agreed } } } : politeBrain(turn);

async function greeted(settings: object, said: string) {
  const desk = await line(settings);
  const caller = lineOf(await desk.dial());
  await caller.until(() => caller.heard() === said);
  return { desk, caller };
}
const askedSaid = `Hello. ${question}`;

async function nothingKept(desk: Awaited<ReturnType<typeof line>>): Promise<void> {
  const shown = await desk.ended();
  await t.drain();
  assert.deepEqual([shown.status, shown.recording?.status, shown.recording?.beganMs], ["completed", "no_consent", null]);
  assert.equal(await stage.pieces(desk.tenant.id), 0);
  assert.deepEqual(await stage.rows(desk.tenant.id, "select 1 from media where tenant_id = $1"), []);
  assert.deepEqual(refusal(await desk.tenant.api.get(`/api/v1/calls/${shown.id}/recording`)), [404, "not_found"]);
}

describe("a caller who is asked", () => {
  it("and says yes is recorded from then on", async () => {
    const { desk, caller } = await greeted(asked, askedSaid);
    realtime.brain = answering("Yes please", true);
    caller.says("Yes please");
    await caller.until(() => caller.heard().endsWith("It is done."));
    caller.says("Now then.");
    await hearsWhole(caller, "I see.");
    // A turn more: the last moment before a hang-up may be missing.
    caller.says("And then.");
    await caller.until(() => caller.heard().endsWith("I see.I see."));
    caller.stop();
    const shown = await desk.ended();
    await t.drain();
    const { left, right } = await wavOf(t, desk.tenant, shown.id);
    assert.equal(textOf(left), "Now then.And then.");
    assert.match(textOf(right), /^It is done\.I see\./);
    const turn = shown.turns.find((one: any) => one.tool === "answer_recording");
    assert.equal(turn.outcome, "recording");
  });

  it("and presses 1 is recorded, without the model's involvement", async () => {
    const { desk, caller } = await greeted(asked, askedSaid);
    await eventually("the question was heard", () =>
      Promise.resolve(caller.presses("1")).then(async () => (await desk.calls())[0].recording !== null),
    );
    caller.says("Now then.");
    await hearsWhole(caller, "I see.");
    caller.stop();
    const shown = await desk.ended();
    await t.drain();
    assert.equal(textOf((await wavOf(t, desk.tenant, shown.id)).left), "Now then.");
    assert.deepEqual(
      shown.turns.filter((one: any) => one.tool !== null).map((one: any) => [one.tool, one.text, one.outcome]),
      [["answer_recording", "key 1", "recording"]],
    );
  });

  for (const [what, words, input] of [
    ["says no is not", "No thanks", { agreed: false }],
    ["says no is not, whatever a model makes of it", "Rather not", { agreed: true }],
    ["says nothing of it is not", "Where are you?", null],
    ["is not understood is not", "Yes", { agreed: "yes" }],
  ] as const)
    it(`and ${what}`, async () => {
      const { desk, caller } = await greeted(asked, askedSaid);
      if (input !== null) realtime.brain = answering(words, input.agreed);
      caller.says(words);
      await caller.until(() => caller.heard().length > askedSaid.length);
      caller.says("x".repeat(200));
      await hearsWhole(caller, "I see.");
      caller.stop();
      await nothingKept(desk);
    });

  it("and says a plain no is not recorded, even if a model takes their next words for a yes", async () => {
    const { desk, caller } = await greeted(asked, askedSaid);
    realtime.brain = answering("What are your hours?", true);
    caller.says("No, thanks.");
    await hearsWhole(caller, "I see.");
    caller.says("What are your hours?");
    await caller.until(() => caller.heard().endsWith("It is done."));
    caller.says("x".repeat(200));
    await hearsWhole(caller, "I see.");
    caller.stop();
    await nothingKept(desk);
  });

  it("and never heard the question, because a model left it out, is not recorded", async () => {
    const desk = await line(asked);
    realtime.brain = (turn) =>
      turn.instructions !== null
        ? { say: "Hello." }
        : turn.heard === null
          ? politeBrain(turn)
          : { tool: { name: "answer_recording", input: { agreed: true } } };
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === "Hello.");
    caller.says("x".repeat(200));
    await caller.until(() => caller.heard().endsWith("It is done."));
    caller.stop();
    await nothingKept(desk);
    // The model answered a question that nobody heard.
    const shown = await desk.ended();
    assert.deepEqual(
      shown.turns.filter((one: any) => one.tool !== null).map((one: any) => one.outcome),
      ["refused"],
    );
  });
});

describe("a caller who was told", () => {
  for (const [what, decline] of [
    ["presses 2", (caller: ReturnType<typeof lineOf>) => caller.presses("2")],
    [
      "presses 2 after more keys than a menu is long",
      (caller: ReturnType<typeof lineOf>) => {
        for (let i = 0; i < 60; i++) caller.presses("5");
        caller.presses("2");
      },
    ],
    ["says stop", (caller: ReturnType<typeof lineOf>) => caller.says("Stop!")],
    [
      "says so in other words, which a model understands",
      (caller: ReturnType<typeof lineOf>) => caller.says("I would rather you did without"),
    ],
  ] as const)
    it(`and ${what} leaves nothing of what was recorded`, async () => {
      realtime.brain = answering("I would rather you did without", false);
      const { desk, caller } = await greeted(announced, `${announcement} Hello.`);
      caller.says("x".repeat(200));
      await eventually("a part is stored", async () => (await stage.pieces(desk.tenant.id)) > 0);
      await hearsWhole(caller, "I see.");
      decline(caller);
      await eventually("it is withdrawn", async () => (await desk.calls())[0].recording.status === "no_consent");
      caller.says("y".repeat(200));
      caller.stop();
      await nothingKept(desk);
    });

  it("in words that nobody chose is told of both ways to refuse, and key 2 is one", async () => {
    const spoken = "This call is recorded. Say stop or press 2 if you do not want that.";
    const desk = await line({ recording: { mode: "announced" } });
    assert.equal(desk.agent.recording.announcement, spoken);
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === `${spoken} Hello.`);
    caller.presses("2");
    caller.says("Good day.");
    await hearsWhole(caller, "I see.");
    caller.stop();
    await nothingKept(desk);
  });

  it("and presses 2 after many other keys is not recorded", async () => {
    const { desk, caller } = await greeted(announced, `${announcement} Hello.`);
    await eventually("it is recorded", async () => (await desk.calls())[0].recording?.status === "recording");
    for (let i = 0; i < 60; i++) caller.presses("5");
    caller.presses("2");
    caller.says("Good day.");
    await hearsWhole(caller, "I see.");
    caller.stop();
    await nothingKept(desk);
  });

  it("but not to the end is not recorded, because a model left the announcement out", async () => {
    realtime.brain = (turn) => (turn.instructions === null ? politeBrain(turn) : { say: "Hello." });
    const { desk, caller } = await greeted(announced, "Hello.");
    caller.says("x".repeat(200));
    await hearsWhole(caller, "I see.");
    caller.stop();
    await nothingKept(desk);
    assert.match(t.logged(), /the model did not say the required words/);
  });

  it("with an empty announcement is not recorded: such an announcement is refused", async () => {
    const desk = await line(announced);
    const patch = (recording: object) => desk.tenant.api.patch(`/api/v1/voice-agents/${desk.agent.id}`, { recording });
    for (const [field, text] of [
      ["announcement", "…"],
      ["question", "🔴 ?"],
    ] as const)
      assert.deepEqual((await patch({ [field]: text })).body.error?.details?.[0]?.field, `recording.${field}`);
    assert.equal((await patch({ announcement: "هذه المكالمة مسجلة." })).status, 200);
  });

  it("cannot interrupt the announcement", async () => {
    const desk = await line({ recording: { mode: "announced", announcement: "This call is recorded, and this line is long enough." } });
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard().length > 8);
    caller.says("Hey!");
    await caller.until(() => caller.heard().includes("long enough. Hello."));
    assert.equal(caller.clears(), 0);
    caller.stop();
    await desk.ended();
  });
});

describe("words of refusal", () => {
  it("are a no in any language, and nothing that only sounds like one", () => {
    for (const words of ["No", "no, thanks", "Nein danke", "Nicht so gern", "Não!", "لا شكرا", "Tidak", "I don't think so", "ne... non"])
      assert.equal(holdsRefusal(words), true, words);
    for (const words of ["Yes", "Sure, go ahead", "Ja, gern", "Sí, claro", "Sim", "نعم", "Ya, boleh", "I know, yes"])
      assert.equal(holdsRefusal(words), false, words);
  });

  it("are all part of a plain no", () => {
    for (const words of ["No.", "No, thank you", "Nein danke!", "No, gracias", "Não, obrigada", "Tidak, terima kasih", "لا شكرا"])
      assert.equal(isRefusal(words), true, words);
    for (const words of ["No problem", "No, wait, yes", "Thanks", "I don't know", ""]) assert.equal(isRefusal(words), false, words);
  });

  it("against a recording are recognized, and no other request", () => {
    for (const words of [
      "Stop",
      "Please don't record this call",
      "No recording please",
      "Bitte nicht aufnehmen",
      "Keine Aufnahme bitte",
      "No grabe la llamada",
      "Não quero que gravem",
      "Jangan direkam",
      "لا تسجل المكالمة",
    ])
      assert.equal(refusesRecording(words), true, words);
    for (const words of [
      "Please stop by at nine",
      "There is no record of my order",
      "The delivery did not come",
      "Is this recorded?",
      "Es ist nicht angekommen",
      "",
    ])
      assert.equal(refusesRecording(words), false, words);
  });
});
