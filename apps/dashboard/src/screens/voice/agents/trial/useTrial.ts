import { useRef, useState } from "react";
import type { SpokenTurn, VoiceAgentTest } from "@parley/sdk";
import { tryVoiceAgent } from "../../../../api/automation/voice.ts";
import { appended } from "../../../../parts/fields/typed-text.ts";

/** What was said in a trial, and the result. */
export interface Exchange {
  said: string;
  answer: VoiceAgentTest;
}

const turnsMax = 40;
const textMax = 2_000;

/** The conversation so far in the API's format, the caller's words last. What was interrupted was not heard. Pure. */
export const turnsOf = (exchanges: readonly Exchange[], said: string): SpokenTurn[] =>
  [
    ...exchanges.flatMap(({ said: before, answer: { text, stopped } }): SpokenTurn[] => [
      { speaker: "caller", text: before },
      ...(text.trim() === "" || stopped !== null ? [] : [{ speaker: "agent" as const, text: text.slice(0, textMax) }]),
    ]),
    { speaker: "caller" as const, text: said },
  ].slice(-turnsMax);

/** A conversation in writing with a voice agent, using its saved settings. */
export function useTrial(agentId: string) {
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [typed, setTyped] = useState("");
  const [waiting, setWaiting] = useState<string | null>(null);
  const round = useRef(0);
  /** Throws the server's refusal; the text is then in the field again, before what was typed meanwhile. */
  async function say() {
    const said = typed.trim();
    if (said === "" || waiting !== null) return;
    setWaiting(said);
    setTyped("");
    const conversation = round.current;
    try {
      const answer = await tryVoiceAgent(agentId, { turns: turnsOf(exchanges, said) });
      // Restarted meanwhile: the answer belongs to a conversation that is no longer shown.
      if (conversation === round.current) setExchanges((before) => [...before, { said, answer }]);
    } catch (error) {
      setTyped((now) => appended(said, now));
      throw error;
    } finally {
      setWaiting(null);
    }
  }
  function clear() {
    round.current++;
    setExchanges([]);
  }
  return { exchanges, typed, setTyped, waiting, say, clear };
}
