import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import type { SessionPorts, ToolResult } from "./session.types.ts";
import type { Transcript } from "./transcript.ts";

/** A caller is waiting in silence. */
const toolMs = 3_000;
/** Per call. */
const toolsMax = 60;

/** Runs the model's tool calls, once each, and returns their results to it. */
export function createToolCalls(given: {
  ports: Pick<SessionPorts, "runTool" | "report">;
  later(ms: number, run: () => void): () => void;
  /** Grows with what the tools find. */
  sources: string[];
  atMs(): number;
  transcript: Pick<Transcript, "toolUsed">;
  answer(callId: string, output: object): void;
  /** How long a tool was used. */
  onDuration(ms: number): void;
  follow(next: ToolResult["next"]): void;
}) {
  const known = new Set<string>();

  async function run(name: string, input: string): Promise<ToolResult> {
    if (known.size > toolsMax) return { outcome: "too_many", output: { error: "No more tools can be used in this call." } };
    let parsed: unknown;
    try {
      parsed = input === "" ? {} : JSON.parse(input);
    } catch {
      // The model may try again.
      return { outcome: "bad_input", output: { error: "The arguments are not JSON." } };
    }
    let stop: () => void = () => undefined;
    const late = new Promise<ToolResult>((resolve) => {
      stop = given.later(toolMs, () => resolve({ outcome: "timed_out", output: { error: "It took too long. Go on without it." } }));
    });
    try {
      return await Promise.race([given.ports.runTool(name, parsed), late]);
    } catch (error) {
      given.ports.report(error, "a tool of a call failed");
      return { outcome: "failed", output: { error: "It did not work. Go on without it." } };
    } finally {
      stop();
    }
  }

  return {
    called({ callId, name, input }: Extract<RealtimeEvent, { kind: "tool_called" }>): void {
      // The API reports a call twice: when its arguments are complete, and as an item.
      if (known.has(callId)) return;
      known.add(callId);
      const beganAtMs = given.atMs();
      void run(name, input).then((result) => {
        given.sources.push(...(result.sources ?? []));
        given.onDuration(given.atMs() - beganAtMs);
        given.transcript.toolUsed(callId, name, input, result.outcome, given.atMs());
        given.answer(callId, result.output);
        given.follow(result.next);
      });
    },
  };
}
