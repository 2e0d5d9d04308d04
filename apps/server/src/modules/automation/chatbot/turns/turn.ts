import { Value } from "typebox/value";
import { checkReply, finalFindings, shorten } from "./checks.ts";
import { decideGate, textOf } from "./gates.ts";
import type { AiResult } from "#modules/knowledge/ai/index.ts";
import { makePrompt, ModelAnswer, type Prompt, questionOf, summaryOf } from "./prompt.ts";
import type { HandoverReason, Passage, TraceStep, TurnInput, TurnOutcome, TurnReason } from "./turn.types.ts";

/** What a turn asks of the outside, in this order. The state may change between any two calls: only `commit` notices. */
export interface DecidePorts {
  now(): Date;
  /** An unpredictable word; a new one each time. */
  nonce(): string;
  search(question: string): Promise<{ passages: Passage[]; bestScore: number }>;
  /** @param withinMs what is left of the turn's time */
  generate(prompt: Prompt, attempt: number, withinMs: number): Promise<AiResult>;
}

export interface TurnPorts extends DecidePorts {
  /** null: another worker has the session, or it was deleted. */
  load(): Promise<TurnInput | null>;
  /** Checks the fence and writes everything, or records that nothing was sent. */
  commit(input: TurnInput, decided: Decided): Promise<void>;
  /** An unexpected failure; people get the conversation. */
  report(error: unknown): void;
}

export interface Decided {
  outcome: TurnOutcome;
  trace: TraceStep[];
  passages: Passage[];
  /** The search query; null: nothing was searched. */
  question: string | null;
  bestScore: number;
  /** The model's text, whether it was sent or not. */
  reply: string | null;
  language: string | null;
  usage: { provider: string; model: string; inputTokens: number; outputTokens: number; cost: string } | null;
}

/** A second attempt adds to the customer's wait, so it is made only if the first was quick. */
const secondTryMs = 8_000;
/** For both attempts together: whatever the providers do, the customer gets an answer within half a minute. */
export const decideMsMax = 28_000;

export async function runTurn(ports: TurnPorts): Promise<void> {
  const input = await ports.load();
  if (input === null) return;
  const decided = await decideTurn(input, ports).catch((error: unknown) => {
    ports.report(error);
    return failTurn(input, { result: "broken" });
  });
  await ports.commit(input, decided);
}

/** People get the conversation, if the chatbot has it, and the customer is told. */
export function failTurn(input: TurnInput, why: { result: string; details?: Record<string, unknown> }): Decided {
  const { message, closedMessage } = input.chatbot.settings.handover;
  const { controlled } = input.conversation;
  return {
    outcome: {
      decision: controlled ? "handed_over" : "silenced",
      reason: "provider_error",
      text: !controlled ? null : input.teamIsAvailable || closedMessage === null ? message : closedMessage,
      summary: controlled && input.chatbot.settings.handover.summaryNote ? summaryOf(input, "provider_error") : null,
      failed: true,
      closedInterval: null,
    },
    trace: [{ step: "gates", ...why }],
    passages: [],
    question: null,
    bestScore: 0,
    reply: null,
    language: null,
    usage: null,
  };
}

/** Decides what to say or do now. Sends and writes nothing, so the playground, replays and evaluations use it as well. */
export async function decideTurn(input: TurnInput, ports: DecidePorts): Promise<Decided> {
  const { settings } = input.chatbot;
  const decided: Decided = {
    outcome: { decision: "silenced", reason: "nothing_new", text: null, summary: null, failed: false, closedInterval: null },
    trace: [],
    passages: [],
    question: null,
    bestScore: 0,
    reply: null,
    language: null,
    usage: null,
  };
  const end = (outcome: Partial<TurnOutcome> & Pick<TurnOutcome, "decision" | "reason">): Decided => {
    decided.outcome = { text: null, summary: null, failed: false, closedInterval: null, ...outcome };
    return decided;
  };
  const handOver = (reason: HandoverReason): Decided => {
    const { message, closedMessage, summaryNote } = settings.handover;
    return end({
      decision: "handed_over",
      reason,
      // Outside the window nothing may be sent; the commit would refuse it too.
      text: reason === "window_closed" ? null : input.teamIsAvailable || closedMessage === null ? message : closedMessage,
      summary: summaryNote ? summaryOf(input, reason) : null,
    });
  };
  /** Too many failed turns in a row hand over to a person. */
  const maybeFailed = (outcome: Partial<TurnOutcome> & Pick<TurnOutcome, "decision" | "reason">, failed: boolean): Decided =>
    failed && input.session.failedTurns + 1 >= settings.handover.failedTurns ? handOver("failed_turns") : end({ ...outcome, failed });
  const decline = (reason: TurnReason): Decided =>
    maybeFailed({ decision: "declined", reason, text: settings.scope.outOfScopeMessage }, true);

  const began = ports.now();
  const gate = decideGate(input, began);
  decided.trace.push({ step: "gates", result: gate.kind, ...gateDetails(gate) });
  switch (gate.kind) {
    case "silence":
      return end({ decision: "silenced", reason: gate.reason });
    case "decline":
      return decline(gate.reason);
    case "hand_over":
      return handOver(gate.reason);
    case "outside": {
      const text = gate.say ? (settings.activeHours?.outsideMessage ?? null) : null;
      const common = { reason: "outside_hours" as const, text, closedInterval: gate.interval };
      if (!gate.handsOver) return end({ decision: "outside_hours", ...common });
      return end({ decision: "handed_over", ...common, summary: settings.handover.summaryNote ? summaryOf(input, "outside_hours") : null });
    }
    case "ask":
  }

  decided.question = questionOf(input);
  const found = await ports.search(decided.question);
  decided.passages = found.passages;
  decided.bestScore = found.bestScore;
  decided.trace.push({
    step: "search",
    result: `${found.passages.length} passages`,
    details: { bestScore: Number(found.bestScore.toFixed(3)) },
  });

  let again: string[] = [];
  for (let attempt = 0; ; attempt++) {
    const prompt = makePrompt(input, found.passages, began, ports.nonce(), again);
    const result = await ports.generate(prompt, attempt, decideMsMax - (ports.now().getTime() - began.getTime()));
    const attempts = result.attempts.map(({ provider, model, outcome }) => ({ provider, model, outcome }));
    decided.trace.push({ step: "model", result: result.ok ? "answered" : result.code, details: { attempts } });
    if (!result.ok) {
      if (result.code === "insufficient_credits" || result.code === "entitlement_exceeded") return handOver("usage_limit");
      return handOver(result.code === "refused" ? "refused" : "provider_error");
    }
    decided.usage = {
      provider: result.provider,
      model: result.model,
      inputTokens: (decided.usage?.inputTokens ?? 0) + result.usage.inputTokens,
      outputTokens: (decided.usage?.outputTokens ?? 0) + result.usage.outputTokens,
      cost: addCosts(decided.usage?.cost ?? "0", result.cost),
    };
    if (!Value.Check(ModelAnswer, result.object)) return handOver("provider_error");
    // Source marks are for us, wherever the model puts them.
    const answer: ModelAnswer = { ...result.object, reply: result.object.reply.replace(/(?<!\s)\s*\[(?:S\d+(?:,\s*)?)+\](?!\()/g, "") };
    decided.reply = answer.reply;
    decided.language = answer.language;
    const checked = checkReply({
      answer,
      settings,
      passages: found.passages,
      customer: textOf(input.pending),
      policy: prompt.guarded,
      canary: prompt.canary,
      contactName: input.contact.name,
    });
    // For a handover, or a question out of scope, none of the model's text is sent, but a leak is still reported.
    const findings = checked.findings;
    decided.trace.push({
      step: "checks",
      result: findings.length === 0 ? "passed" : "failed",
      details: { scope: answer.scope, confidence: answer.confidence, action: answer.action, citations: answer.citations, findings },
    });
    if (findings.some(({ check }) => finalFindings.has(check))) return handOver("policy");
    if (answer.action === "handover") return handOver("model");
    if (answer.scope === "out") return decline("out_of_scope");
    if (findings.length === 0) {
      if (checked.promisesHandover) return handOver("model");
      if (answer.confidence === "low" && settings.handover.onLowConfidence) return handOver("low_confidence");
      return answered(answer);
    }
    if (attempt > 0 || ports.now().getTime() - began.getTime() > secondTryMs) {
      return settings.handover.onLowConfidence ? handOver("missing_knowledge") : decline("missing_knowledge");
    }
    again = findings.map(({ check, what }) => `${check.replaceAll("_", " ")}${what.length > 0 ? `: ${what.join(", ")}` : ""}`);
  }

  function answered(answer: ModelAnswer): Decided {
    const reply = shorten(answer.reply.trim(), settings.reply.maxLength);
    const earlier = input.history.filter((message) => message.by === "chatbot").slice(-2);
    if (earlier.some((message) => message.text !== null && (message.text === reply || message.text.endsWith(`\n\n${reply}`))))
      return handOver("loop_detected");
    const introduction = input.session.replies === 0 ? settings.persona.introduction : null;
    const unsure = answer.scope === "unclear" || answer.action === "clarify" || answer.confidence === "low";
    return maybeFailed({ decision: "answered", reason: null, text: introduction === null ? reply : `${introduction}\n\n${reply}` }, unsure);
  }
}

function gateDetails(gate: ReturnType<typeof decideGate>): { details?: Record<string, unknown> } {
  const { kind: _, ...details } = gate;
  return Object.keys(details).length === 0 ? {} : { details };
}

/** Decimals with at most six decimal places. */
function addCosts(a: string, b: string): string {
  return String((Math.round(Number(a) * 1e6) + Math.round(Number(b) * 1e6)) / 1e6);
}
