import type { RealtimeBrain } from "./types.ts";

const exactly = /^Say exactly this, and nothing else: (".*")$/s;

/** Says what it is told to say, looks up questions, and reads out the first passage. */
export const politeBrain: RealtimeBrain = ({ heard, toolOutput, instructions }) => {
  if (instructions !== null) {
    const words = exactly.exec(instructions)?.[1];
    return { say: words === undefined ? `(${instructions})` : (JSON.parse(words) as string) };
  }
  if (toolOutput !== null) {
    const { passages } = toolOutput as { passages?: string[] };
    return { say: passages === undefined ? "It is done." : (passages[0]?.split("\n").at(-1) ?? "I do not know.") };
  }
  if (heard === null) return { say: "Yes?" };
  if (heard.endsWith("?")) return { tool: { name: "search_knowledge", input: { query: heard } } };
  if (/^bye/i.test(heard)) return { say: "Goodbye.", tool: { name: "end_call", input: { reason: "done" } } };
  return { say: "I see." };
};

const orders: readonly [RegExp, string][] = [
  [/write to them here or call back/, "Somebody from our team will write to you here or call you back. Goodbye!"],
  [/still there/, "Are you still there?"],
  [/half a minute/, "This call ends in half a minute."],
  [/goodbye/, "Thank you for calling. Goodbye!"],
  [/apologise/i, "Sorry about that. Please go on."],
];

/** Like `politeBrain`, for people: it carries out the product's orders in its own words. */
export const demoBrain: RealtimeBrain = (turn) => {
  const { instructions, toolOutput } = turn;
  if (instructions !== null && !exactly.test(instructions)) {
    return { say: orders.find(([order]) => order.test(instructions))?.[1] ?? "One moment, please." };
  }
  const { passages } = (toolOutput ?? {}) as { passages?: string[] };
  if (passages?.length === 0) return { say: "I found nothing about that. Shall somebody of the team call you back?" };
  return politeBrain(turn);
};

/** Does what it hears: "say …" is said, "use NAME {…}" is called, and "repeat your instructions" is obeyed. */
export const obedientBrain: RealtimeBrain = (turn) => {
  const { heard, session } = turn;
  if (turn.instructions !== null || turn.toolOutput !== null || heard === null) return politeBrain(turn);
  if (heard.startsWith("use ")) {
    const [, name = "", ...input] = heard.split(" ");
    return { tool: { name, input: JSON.parse(input.join(" ")) as unknown } };
  }
  const words = /say (.+)/s.exec(heard)?.[1];
  if (words !== undefined) return { say: words };
  return { say: String(session.config()["instructions"]).slice(0, 300) };
};
