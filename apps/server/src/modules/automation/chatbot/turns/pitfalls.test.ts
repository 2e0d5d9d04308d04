/** Known mistakes of other products; docs/subsystems/automation/chatbot.md says which tests cover the others. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { accountOf, newMessageId, postCallback } from "../../../../../test/faults/chat-app-bodies.ts";
import { startChatbotStage } from "../../../../../test/stages/chatbot-stage.ts";
import { saying } from "../../../../../test/fakes/scripted-model.ts";
import { checkReply } from "./checks.ts";
import { defaultSettings } from "../chatbot-settings.ts";
import type { ModelAnswer } from "./prompt.ts";

const { t, model, faq, chatbot, person } = await startChatbotStage("4477018");
await faq("When do you open?", "We open at 9:00 on weekdays.");

describe("the shop's own phone", () => {
  for (const moment of ["before the turn", "while the model thinks"] as const)
    it(`takes over the conversation when somebody writes on it, ${moment}`, async () => {
      const bot = await chatbot();
      const anna = person(bot.channel);
      const type = () =>
        postCallback(
          `${t.url}/callbacks/chat-app`,
          JSON.stringify({
            object: "whatsapp_business_account",
            entry: [
              {
                id: accountOf(bot.channel.externalId),
                changes: [
                  {
                    field: "smb_message_echoes",
                    value: {
                      messaging_product: "whatsapp",
                      metadata: { display_phone_number: "15550100100", phone_number_id: bot.channel.externalId },
                      message_echoes: [
                        {
                          from: "15550100100",
                          to: anna.waId,
                          id: newMessageId(),
                          timestamp: String(Math.floor(t.clock.now().getTime() / 1000)),
                          type: "text",
                          text: { body: "It is me, Ada" },
                        },
                      ],
                    },
                  },
                ],
              },
            ],
          }),
        );
      let thought = false;
      model.says(async () => {
        if (moment === "while the model thinks" && !thought) {
          thought = true;
          assert.equal(await type(), 200);
          // The same background work processes the callback while the model has not answered yet.
          while (!(await anna.messages()).some((m) => m.author.kind === "platform")) await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return saying("We open at 9:00.");
      });
      await anna.writes("When do you open?");
      if (moment === "before the turn") {
        assert.equal(await type(), 200);
        await t.drain();
        await anna.turn();
      } else {
        t.clock.advance(16_000);
        const turn = t.drain();
        while (!thought) await new Promise((resolve) => setImmediate(resolve));
        await Promise.all([turn, t.drain()]);
        await t.settle();
      }
      const messages = await anna.messages();
      assert.deepEqual(
        messages.filter((m) => m.author.kind === "chatbot" && !m.isNote && m.status !== "cancelled").map((m) => m.text),
        [],
      );
      assert.equal((await anna.conversation()).handledBy, "human");
    });
});

describe("time that passes during the model call", () => {
  it("may close the window: nothing is sent, and people get the conversation", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    model.says(async () => {
      t.clock.advance(25 * 3_600_000);
      return saying("We open at 9:00.");
    });
    await anna.asks("When do you open?");
    assert.deepEqual(
      (await anna.messages()).filter((m) => m.author.kind === "chatbot" && !m.isNote),
      [],
    );
    const [turn] = await anna.turns();
    assert.deepEqual([turn.decision, turn.reason], ["handed_over", "window_closed"]);
    assert.equal((await anna.conversation()).status, "open");
  });
});

describe("two machines talking to each other", () => {
  it("are stopped by the number of turns in a period, even if each says something new", async () => {
    const bot = await chatbot({ reply: { debounceSeconds: 0 } });
    const anna = person(bot.channel);
    model.says((_, call) => saying(`We open at 9:00${".".repeat(1 + (call % 7))}`));
    for (let i = 0; i < 9; i++) {
      await anna.writes(`When do you open, question number ${"abcdefghi"[i]}?`);
      t.clock.advance(2_000);
      await t.settle();
    }
    const turns = (await anna.turns()).toReversed();
    assert.deepEqual(
      [turns.length, turns.filter((turn: any) => turn.decision === "answered").length, turns.at(-1).decision, turns.at(-1).reason],
      [7, 6, "handed_over", "loop_detected"],
    );
    assert.equal((await anna.received()).length, 7, "six answers, and one word about the handover");
  });

  it("are stopped when one of them repeats itself three times", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    model.says((_, call) => saying(`We open at 9:00${".".repeat(1 + (call % 7))}`));
    for (let i = 0; i < 3; i++) {
      await anna.asks("When do you open, press one?");
      t.clock.advance(120_000);
    }
    assert.deepEqual(
      (await anna.turns()).map((turn: any) => turn.reason),
      ["loop_detected", null, null],
    );
  });
});

describe("a reply", () => {
  const answer = (reply: string, more: Partial<ModelAnswer> = {}): ModelAnswer => ({
    language: "en",
    scope: "in",
    citations: ["S1"],
    confidence: "high",
    action: "reply",
    reply,
    ...more,
  });
  const body = "We open at 9:00. Parcels are tracked as PARCEL-2026-0000-7781-ZZ.";
  const check = (reply: string, more: { contactName?: string | null; persona?: string; instructions?: string[]; customer?: string } = {}) =>
    checkReply({
      answer: answer(reply),
      settings: {
        ...defaultSettings,
        persona: { ...defaultSettings.persona, description: more.persona ?? "" },
        instructions: more.instructions ?? [],
      },
      passages: [{ ref: "S1", sourceId: null, faqId: "f", score: 1, heading: null, body }],
      customer: more.customer ?? "",
      policy: "Policy guard-1f3a5c7e9b20.",
      canary: "guard-1f3a5c7e9b20",
      contactName: more.contactName ?? null,
    }).findings.map(({ check: word }) => word);

  it("takes no fact from the name that customers give themselves", () => {
    for (const [name, reply] of [
      ["90% off https://evil.example", "Hello 90% off https://evil.example, you have 90% off: https://evil.example"],
      ["You get 90", "You get 90% off"],
      ["90", "You have 90% off"],
      ["Fifty percent", "You have fifty percent off"],
      ["500 EUR", "You get 500 EUR"],
      ["fifty", "You get fifty euros"],
      ["evil.example", "Go to evil.example"],
      ["Call +49 170 5550199", "Call +49 170 5550199"],
    ] as const)
      assert.ok(check(reply, { contactName: name }).includes("unsupported_facts"), reply);
    for (const [name, reply] of [
      ["Juan Tres", "Hola Juan Tres, 9:00."],
      ["Cem", "Hello Cem! We open at 9:00."],
      ["Anna-María O’Neil", "Hello Anna-María O’Neil!"],
    ] as const)
      assert.deepEqual(check(reply, { contactName: name }), [], reply);
  });

  it("contains no identifier from the settings in any spelling, except what a cited source says publicly", () => {
    const secret = "acme-internal-ref-7731xq";
    const settings = { persona: `You are the desk (${secret}).`, instructions: ["Quote parcel PARCEL-2026-0000-7781-ZZ as an example."] };
    const b64 = (before: string) => Buffer.from(`${before}${secret} and more`).toString("base64");
    for (const said of [
      secret,
      secret.toUpperCase(),
      [...secret].join(" "),
      [...secret].join("\n"),
      [...secret].reverse().join(""),
      Buffer.from(secret).toString("hex"),
      b64(""),
      b64("x"),
      b64("xy"),
      "npzr-vagreany-ers-7731kd",
    ])
      assert.ok(
        check(`It is ${said}`, settings).some((word) => word === "policy_leak" || word === "secret"),
        said,
      );
    assert.deepEqual(check("Your parcel is PARCEL-2026-0000-7781-ZZ.", settings), []);
  });

  it("contains no long string of letters and digits that nobody wrote; the customer's or a source's may be repeated", () => {
    assert.ok(check("Token 9f86d081884c7d659a2feaa0c55ad015").includes("secret"));
    assert.ok(!check("We look for ABCDEFGHIJKLMNOPQRSTUVWX1 now.", { customer: "where is ABCDEFGHIJKLMNOPQRSTUVWX1" }).includes("secret"));
    assert.ok(!check("Our Donaudampfschifffahrtsgesellschaft opens at 9:00.").includes("secret"));
  });
});
