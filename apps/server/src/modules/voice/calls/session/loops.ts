import { normalizePhrase } from "#modules/automation/chatbot/index.ts";

const sameTextMax = 4;
/** Far more than coughs or background noise cause in a row. */
const wordlessMax = 8;
/** People pause before that. */
const unbrokenMs = 120_000;

/** Detects hold music and other machines, which would otherwise keep a call up until its time limit. */
export function createLoopGuard(deps: { later(ms: number, run: () => void): () => void; end(): void }) {
  const said: string[] = [];
  let stop: (() => void) | null = null;

  return {
    /** The provider detected speech. */
    began(): void {
      stop?.();
      stop = deps.later(unbrokenMs, deps.end);
    },
    stopped(): void {
      stop?.();
      stop = null;
    },
    /** A turn's transcript. */
    heard(text: string): void {
      said.push(normalizePhrase(text).trim());
      if (said.length > wordlessMax) said.shift();
      const isSame = (count: number, words: string | undefined) =>
        said.length >= count && said.slice(-count).every((each) => each === words);
      const last = said.at(-1);
      if (isSame(last === "" ? wordlessMax : sameTextMax, last)) deps.end();
    },
  };
}
