import { wireId } from "#platform/ids/ids.ts";
import { faqs, type Script } from "./scripts.ts";
import type { Story } from "./story.ts";
import { iso, minuteMs, type Rows, type Task } from "./world.ts";

export const introduction = "Hi, I'm the assistant of Northwind. ";
const handedOver = "I'm passing you on to a colleague. They will write to you here.";
const outOfScope = "I can only help with our products and orders.";
export const model = { provider: "openai", model: "gpt-4.1-mini" };

/** What the chatbot did with the first message of a conversation that it had, and whether that was enough. */
export function chatbotPart(
  story: Story,
  rows: Rows,
  tasks: Task[],
  script: Script,
  asked: string,
): { at: number; outcome: "solved" | "handed_over" } {
  const { random, chatbot } = story.world;
  const author = { kind: "chatbot", id: wireId("bot", chatbot.id) } as const;
  const found = faqs.find(({ question }) => question === script.faq);
  const score = found === undefined ? random.next() * 0.25 : 0.55 + random.next() * 0.4;
  let at = story.startedAt + random.int(3_000, 9_000);
  const turn = (
    decision: string,
    reason: string | null,
    reply: string | null,
    inboundIds: string[],
    question: string | null,
    sent: boolean,
  ) => {
    const messageId = sent && reply !== null ? story.say(at, reply, author) : null;
    const asks = question !== null;
    const tokens = [random.int(700, 1_600), random.int(30, 160)] as const;
    const faqId = found === undefined ? null : (story.world.faqs.get(found.question) ?? null);
    rows.add("chatbot_turns", {
      id: random.id(at),
      chatbot_id: chatbot.id,
      chatbot_version: chatbot.version,
      conversation_id: story.id,
      epoch: 1,
      decision,
      reason,
      inbound_ids: inboundIds,
      reply_message_id: messageId,
      reply,
      trace: {
        steps: [
          { step: "gates", result: asks ? "ask" : "hand_over", ...(asks ? {} : { details: { reason } }) },
          ...(asks
            ? [
                { step: "search", result: `${faqId === null ? 0 : 1} passages`, details: { bestScore: Number(score.toFixed(3)) } },
                { step: "model", result: "answered", details: { attempts: [{ ...model, outcome: "answered" }] } },
                {
                  step: "checks",
                  result: decision === "answered" ? "passed" : "failed",
                  ...(decision === "answered" ? {} : { details: { findings: [reason] } }),
                },
              ]
            : []),
        ],
        passages:
          asks && faqId !== null
            ? [
                {
                  ref: "S1",
                  sourceId: null,
                  faqId: wireId("kfq", faqId),
                  score: Number(score.toFixed(3)),
                  heading: found?.question ?? null,
                },
              ]
            : [],
        question,
        language: asks ? "en" : null,
      },
      provider: asks ? model.provider : null,
      model: asks ? model.model : null,
      input_tokens: asks ? tokens[0] : null,
      output_tokens: asks ? tokens[1] : null,
      cost: asks ? "0.002000" : null,
      began_at: iso(at - random.int(900, 2_600)),
      created_at: iso(at),
    });
    if (asks) tasks.push({ do: "search", at, question, bestScore: score });
  };

  if (found === undefined) {
    if (script.topic === "Unknown" && random.chance(0.4)) turn("declined", "out_of_scope", outOfScope, story.lastInbound, asked, true);
    else turn("handed_over", "missing_knowledge", handedOver, story.lastInbound, asked, true);
    story.handOver(at + 200);
    return { at: at + 200, outcome: "handed_over" };
  }
  turn("answered", null, `${introduction}${found.answer}`, story.lastInbound, asked, true);
  if (random.chance(0.56)) return { at, outcome: "solved" };
  at += Math.floor(random.around(2 * minuteMs));
  if (at >= story.world.endsAt - minuteMs) return { at, outcome: "handed_over" };
  const wants = random.chance(0.7);
  story.receive(
    at,
    wants
      ? random.pick(["Can I talk to a person please?", "human please", "That doesn't help, I want to speak to someone"])
      : random.pick(["No, I mean my own order", "that's not what I asked", "and what if it never arrives?"]),
  );
  at += random.int(2_000, 6_000);
  turn("handed_over", wants ? "customer_request" : "low_confidence", handedOver, story.lastInbound, wants ? null : asked, true);
  story.handOver(at + 200);
  return { at: at + 200, outcome: "handed_over" };
}
