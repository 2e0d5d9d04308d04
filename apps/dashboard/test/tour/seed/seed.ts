/** A tenant full of data: an outdoor shop with a team, customers of all three channels, deals, tickets and orders. */
import { type AiSimulator, said, startAiSimulator } from "@parley/simulators/ai-provider";
import type { Receiver } from "@parley/simulators/receiver";
import type { TestPerson } from "@parley/server/test/harness.ts";
import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";
import { type SeededCalls, takeCalls } from "./calls.ts";
import { drawFlows, type SeededFlows } from "./flows.ts";
import { furnish } from "./organization.ts";
import { talk } from "./talk.ts";
import { work } from "./work.ts";

/** The age of the oldest message. */
export const historyHours = 76;
export const historyMs = historyHours * 3_600_000;

export interface Seed {
  /** The user of the tour, with every scope. */
  owner: TestPerson;
  /** Has two-factor authentication. */
  guarded: TestPerson;
  /** Ids for the paths. */
  ids: {
    rich: string;
    closed: string;
    bot: string;
    arabic: string;
    contact: string;
    twin: string;
    ticket: string;
    pipeline: string;
    channel: string;
    webhook: string;
    segment: string;
    broadcast: string;
    view: string;
    note: string;
    chatbot: string;
    evaluation: string;
    run: string;
  } & SeededFlows &
    SeededCalls;
  /** From the mails for an invitation and a password reset. */
  tokens: { invitation: string; reset: string };
  stop(): Promise<void>;
}

export async function seedTenant(stage: Stage): Promise<Seed> {
  const [ai, shop, warehouse] = await Promise.all([startAi(), stage.receiver(), stage.receiver()]);
  const team = await furnish(stage, { ai, shop, warehouse });
  // For the places of the administration.
  await stage.t.app.database.worker({
    text: "update users set platform_admin = true, access_version = access_version + 1 where email = $1",
    values: [team.owner.email],
  });
  const threads = await talk(stage, team, historyHours);
  const done = await work(stage, team, threads);
  const flows = await drawFlows(stage, done.ids.twin);
  const calls = await takeCalls(stage);
  await stage.t.drain();
  return { ...done, ids: { ...done.ids, ...flows, ...calls }, owner: team.owner, guarded: team.guarded, stop: () => ai.close() };
}

export interface Outside {
  ai: AiSimulator;
  /** Webhook receivers: one answers 200, one 503. */
  shop: Receiver;
  warehouse: Receiver;
}

/** A model that answers with a citation, and drafts replies. */
async function startAi(): Promise<AiSimulator> {
  const ai = await startAiSimulator({ background: true });
  ai.brain = (request) => {
    const asked = JSON.stringify(request.schema ?? {});
    if (asked.includes("citations")) return { text: JSON.stringify(replyTo(request.messages.at(-1)?.text ?? "")) };
    return said(request, "Your new jacket left our warehouse this morning and should be with you on Friday.");
  };
  return ai;
}

const replyTo = (question: string) => ({
  ...{ language: "en", scope: "in", citations: ["S1"], confidence: "high", action: "reply" },
  reply: /waterproof|rain/i.test(question)
    ? "The Ridge tent holds a water column of 4,000 mm, so a night of heavy rain is fine."
    : "You can send anything back within 30 days, also when it was worn once.",
});

export { answered };
