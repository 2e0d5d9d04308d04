/**
 * For turn.test.ts and turn.full.test.ts: the turn in a world that changes at every moment, as model checking with
 * random interleavings. The world's `commit` is the fence as described in docs/adr/0122; takeover.test.ts shows that
 * the SQL does the same.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AiResult } from "../../src/modules/knowledge/ai/index.ts";
import { saying } from "../fakes/scripted-model.ts";
import { defaultSettings } from "../../src/modules/automation/chatbot/chatbot-settings.ts";
import { runTurn, type TurnPorts } from "../../src/modules/automation/chatbot/turns/turn.ts";
import type { TranscriptMessage, TurnInput } from "../../src/modules/automation/chatbot/turns/turn.types.ts";

type TurnEvent = "nothing" | "person replies" | "customer writes" | "given back" | "person resolves" | "switched off";

interface SentMessage {
  by: "customer" | "chatbot" | "person";
  /** The epoch in which it was sent. */
  epoch: number;
  controlledThen: boolean;
}

/** A conversation as the database keeps it, and the events that may occur between two statements. */
export function createWorld(happenings: TurnEvent[]) {
  let at = Date.UTC(2026, 5, 1, 12);
  const world = {
    controlled: true,
    epoch: 1,
    heard: 1,
    active: true,
    log: [{ by: "customer", epoch: 1, controlledThen: true }] as SentMessage[],
    decisions: [] as string[],
  };
  const happen = () => {
    at += 100;
    switch (happenings.shift() ?? "nothing") {
      case "nothing":
        return;
      case "person replies":
        world.controlled = false;
        world.log.push({ by: "person", epoch: world.epoch, controlledThen: false });
        return;
      case "person resolves":
        world.controlled = false;
        return;
      case "customer writes":
        world.heard += 1;
        world.log.push({ by: "customer", epoch: world.epoch, controlledThen: world.controlled });
        return;
      case "given back":
        if (!world.controlled && world.active) {
          world.controlled = true;
          world.epoch += 1;
          world.heard += 1;
        }
        return;
      case "switched off":
        world.active = false;
        world.controlled = false;
        return;
    }
  };
  /** Every await point: an event may occur before and after. */
  const step = async <T>(work: () => T): Promise<T> => {
    happen();
    await Promise.resolve();
    const result = work();
    happen();
    await Promise.resolve();
    return result;
  };
  let seen = { epoch: 0, heard: 0, controlled: false };
  const said: TranscriptMessage = { id: "1", by: "customer", type: "text", text: "When do you open?", hasMedia: false, at: new Date(at) };
  const answer = (text: string): AiResult => ({
    ok: true,
    text: "",
    object: saying(text, { citations: ["S1"] }),
    toolCalls: [],
    provider: "openai",
    model: "m",
    keyId: "k",
    usage: { inputTokens: 1, outputTokens: 1 },
    cost: "0",
    attempts: [],
  });
  const ports: TurnPorts = {
    now: () => new Date(at),
    nonce: () => "nonce",
    report: (error) => {
      throw error;
    },
    load: () =>
      step((): TurnInput => {
        seen = { epoch: world.epoch, heard: world.heard, controlled: world.controlled };
        return inputOf({ controlled: world.controlled, isActive: world.active, pending: [said], at });
      }),
    search: () =>
      step(() => ({
        passages: [{ ref: "S1", sourceId: null, faqId: "f", score: 1, heading: "Opening", body: "We open at 9:00." }],
        bestScore: 1,
      })),
    // The first answer is unusable, so that there is a second one.
    generate: (_, attempt) => step(() => answer(attempt === 0 ? "We open at 7:00." : "We open at 9:00.")),
    commit: (_, decided) =>
      step(() => {
        const fence = seen.epoch === world.epoch && seen.heard === world.heard && seen.controlled === world.controlled;
        if (!fence) {
          world.decisions.push("superseded");
          return;
        }
        world.decisions.push(decided.outcome.decision);
        if (decided.outcome.text !== null) world.log.push({ by: "chatbot", epoch: world.epoch, controlledThen: world.controlled });
        if (decided.outcome.decision === "handed_over") world.controlled = false;
      }),
  };
  return { world, ports };
}

function inputOf(given: { controlled: boolean; isActive: boolean; pending: TranscriptMessage[]; at: number }): TurnInput {
  return {
    tenantName: "Acme",
    chatbot: { id: "b", version: 1, isActive: given.isActive, settings: structuredClone(defaultSettings) },
    conversation: {
      id: "c",
      channelId: "h",
      controlled: given.controlled,
      teamWrote: false,
      windowExpiresAt: new Date(given.at + 3_600_000),
    },
    contact: { name: null, language: null, optedOut: false, blocked: false },
    session: { replies: 0, failedTurns: 0, toldClosed: null },
    pending: given.pending,
    history: given.pending,
    counts: { conversationToday: 0, chatbotToday: 0, recent: 0 },
    teamIsAvailable: true,
  };
}

const happening = fc.constantFrom<TurnEvent>(
  "nothing",
  "nothing",
  "person replies",
  "customer writes",
  "given back",
  "person resolves",
  "switched off",
);

/**
 * Throws if the turn sends something although somebody else has the conversation, or in another epoch. Returns how many
 * interleavings ended with a decision of the turn, and how many without.
 */
export async function runInterleavings(count: number): Promise<{ committed: number; lost: number }> {
  let committed = 0;
  let lost = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 10 }), async (happenings) => {
      const { world, ports } = createWorld([...happenings]);
      await runTurn(ports);
      assert.equal(world.decisions.length, 1);
      if (world.decisions[0] === "superseded") lost += 1;
      else committed += 1;
      const word = world.log.findIndex((said) => said.by === "chatbot");
      if (word < 0) return;
      assert.ok(world.log[word]?.controlledThen, "it has the conversation as it speaks");
      const before = world.log.slice(0, word);
      const last = before.findLastIndex((said) => said.by === "person");
      assert.ok(
        last < 0 || (before[last] as SentMessage).epoch < (world.log[word] as SentMessage).epoch,
        "it was given back after the person's word",
      );
    }),
    { numRuns: count, seed: 1122 },
  );
  return { committed, lost };
}
