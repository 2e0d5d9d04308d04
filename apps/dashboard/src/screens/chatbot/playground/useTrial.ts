import { useRef, useState } from "react";
import type { ChatbotTrial } from "@parley/sdk";
import { type CaseMessage, tryChatbot } from "../../../api/automation/chatbots.ts";
import { appended } from "../../../parts/fields/typed-text.ts";
import type { ChatbotForm } from "../settings/useChatbotForm.ts";

/** A question in a trial, and its result. */
export interface TrialTurn {
  message: string;
  /** The simulated time; null: the current one. */
  at: string | null;
  trial: ChatbotTrial;
}

const historyMax = 40;

/** What was said so far, as sent with the next question. */
export const historyUntil = (asked: readonly TrialTurn[]): CaseMessage[] =>
  asked.flatMap(({ message, trial: { reply, decision } }): CaseMessage[] => [
    { from: "customer", text: message },
    ...(reply === null || reply.trim() === "" || decision === "silenced" ? [] : [{ from: "chatbot" as const, text: reply }]),
  ]);

/** A conversation with a chatbot, using the form's current settings. */
export function useTrial({ saved, settings }: Pick<ChatbotForm, "saved" | "settings">) {
  const [asked, setAsked] = useState<TrialTurn[]>([]);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const round = useRef(0);
  /** Throws the server's refusal; the text is then in the field again, before what was typed meanwhile. */
  async function ask() {
    const message = typed.trim();
    if (message === "" || waiting !== null) return;
    setWaiting(message);
    setTyped("");
    const conversation = round.current;
    try {
      const trial = await tryChatbot(saved.id, {
        message,
        history: historyUntil(asked).slice(-historyMax),
        ...(at === null ? {} : { at }),
        ...(settings === undefined ? {} : { settings }),
      });
      // Restarted meanwhile: the answer belongs to a conversation that is no longer shown.
      if (conversation === round.current) setAsked((before) => [...before, { message, at, trial }]);
    } catch (error) {
      setTyped((now) => appended(message, now));
      throw error;
    } finally {
      setWaiting(null);
    }
  }
  function clear() {
    round.current++;
    setAsked([]);
  }
  return { asked, typed, setTyped, at, setAt, waiting, ask, clear };
}
