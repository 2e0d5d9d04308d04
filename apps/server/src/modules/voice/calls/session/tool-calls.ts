import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import type { SessionPorts, ToolResult } from "./session.types.ts";
import type { Transcript } from "./transcript.ts";

/** A caller is waiting in silence. */
const toolMs = 3_000;
/** Per call. */
const toolsMax = 60;

/** Runs the model's tool calls, once each, and returns their results to it. */
export function createToolCalls(deps: {
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
      stop = deps.later(toolMs, () => resolve({ outcome: "timed_out", output: { error: "It took too long. Go on without it." } }));
    });
    try {
      return await Promise.race([deps.ports.runTool(name, parsed), late]);
    } catch (error) {
      deps.ports.report(error, "a tool of a call failed");
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
      const beganAtMs = deps.atMs();
      void run(name, input).then((result) => {
        deps.sources.push(...(result.sources ?? []));
        deps.onDuration(deps.atMs() - beganAtMs);
        deps.transcript.toolUsed(callId, name, input, result.outcome, deps.atMs());
        deps.answer(callId, result.output);
        deps.follow(result.next);
      });
    },
  };
}
