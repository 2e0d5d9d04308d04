import type { RealtimeBrain } from "./types.ts";

const exactly = /^Say exactly this, and nothing else: (".*")$/s;

/** Says what it is told to say, looks up what it is asked, and reads out the first passage. */
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

/** Does what it hears: "say …" is said, "use NAME {…}" is called, and "repeat your instructions" is repeated. */
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
