import type { Failure } from "#modules/knowledge/ai-keys/index.ts";
import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import { canaryOf, sessionOf } from "../session/call-prompt.ts";
import type { RealtimeLink, SessionInput, SessionPorts, ToolResult } from "../session/session.types.ts";
import { createSpeechCheck } from "../session/speech-check.ts";

export interface Utterance {
  speaker: "caller" | "agent";
  text: string;
}

export interface Reply {
  text: string;
  /** Why it is not shown: in a call it would be stopped. */
  stopped: "secret" | "policy_leak" | "blocked_topic" | null;
  findings: string[];
  tools: { name: string; input: string; outcome: string }[];
  next: "transfer" | "hang_up" | null;
}

const totalMs = 20_000;
const responsesMax = 6;
const toolsMax = 20;
/** Limit on what the agent says: the provider may be the tenant's own server and never stop sending. */
const saidMax = { items: 100, chars: 20_000 };

/** A voice agent's session in text: the same instructions, tools and checks as in a call. */
export function createTextConversation(
  { settings, facts }: SessionInput,
  ports: Pick<SessionPorts, "connect" | "runTool" | "timers" | "report"> & { sources: readonly string[] },
) {
  const { audio: _, ...session } = { audio: null, ...sessionOf(settings, facts, "passed"), output_modalities: ["text"] };
  const check = createSpeechCheck(settings, canaryOf(facts.nonce), () => ports.sources);

  /** The answer to the caller's last turn; null: no key works, the provider failed, or it took too long. */
  return async function answer(said: readonly Utterance[]): Promise<Reply | null> {
    const tools: Reply["tools"] = [];
    const known = new Set<string>();
    let running: Promise<unknown>[] = [];
    let text = "";
    let items = 0;
    let next: ToolResult["next"];
    let responses = 0;
    let link: RealtimeLink | null = null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stop = ports.timers.after(totalMs, () => resolve(false));

    const ask = () => {
      if (++responses > responsesMax) return resolve(true);
      link?.send({ type: "response.create" });
    };

    async function run({ callId, name, input }: Extract<RealtimeEvent, { kind: "tool_called" }>): Promise<void> {
      const result = await ports.runTool(name, parsed(input)).catch((error: unknown): ToolResult => {
        ports.report(error, "a tool of a trial failed");
        return { outcome: "failed", output: { error: "It did not work. Go on without it." } };
      });
      tools.push({ name, input: input.slice(0, 500), outcome: result.outcome });
      next ??= result.next;
      link?.send({
        type: "conversation.item.create",
        item: { type: "function_call_output", call_id: callId, output: JSON.stringify(result.output) },
      });
    }

    async function afterResponse(): Promise<void> {
      const before = running;
      running = [];
      await Promise.all(before);
      if (before.length === 0 || next !== undefined) resolve(true);
      else ask();
    }

    async function afterFailure(failure: Failure): Promise<void> {
      await link?.failed(failure);
      resolve(false);
    }

    function onEvent(event: RealtimeEvent): void {
      if (event.kind === "said") {
        if (items >= saidMax.items || text.length >= saidMax.chars) return resolve(true);
        items += 1;
        text = `${text} ${event.text}`.trim().slice(0, saidMax.chars).toWellFormed();
      } else if (event.kind === "tool_called" && !known.has(event.callId) && known.size < toolsMax) {
        known.add(event.callId);
        running.push(run(event));
      } else if (event.kind === "response_done")
        (event.failure === null ? afterResponse() : afterFailure(event.failure)).catch((error: unknown) => {
          ports.report(error, "a trial could not go on");
          resolve(false);
        });
      else if (event.kind === "error") resolve(false);
    }

    try {
      link = await ports.connect(session, { event: onEvent, lost: () => resolve(false) });
      if (link === null) return null;
      for (const { speaker, text: words } of said) {
        const isCaller = speaker === "caller";
        const content = [{ type: isCaller ? "input_text" : "output_text", text: words }];
        link.send({ type: "conversation.item.create", item: { type: "message", role: isCaller ? "user" : "assistant", content } });
      }
      ask();
      if (!(await promise)) return null;
    } finally {
      stop();
      link?.close();
    }
    const stopped = check.violation(text);
    const callerTexts = said.flatMap((turn) => (turn.speaker === "caller" ? [turn.text] : []));
    return stopped === null
      ? { text, stopped, findings: check.findings(text, callerTexts).slice(0, 20), tools, next: next ?? null }
      : { text: "", stopped, findings: [], tools, next: next ?? null };
  };
}

/** Text that is not JSON matches no tool. */
function parsed(input: string): unknown {
  if (input === "") return {};
  try {
    return JSON.parse(input);
  } catch {
    // The tool responds that its arguments are invalid.
    return null;
  }
}
