/** Exceptions of the regular expression check, each with its reason: scripts/checks/patterns.ts, docs/adr/0150. */
import type { Composed, Exception } from "./patterns.ts";

export const exceptions: Exception[] = [
  {
    path: "apps/server/src/modules/inbox/messages/checking/outbound-check.ts",
    source: String.raw`^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$`,
    flags: "v",
    reason: "The checker knows no flag v. Without a repetition: an emoji has a greatest length.",
  },
  {
    path: "apps/simulators/src/ai-provider/brains.ts",
    source: String.raw`(?:call|use|run)(?: the)?(?: tool)? ([a-zA-Z0-9_-]{1,64}) with (\{[^\n]*\})`,
    flags: "gi",
    reason: "Of a simulator, over prompts of our own tests.",
  },
];

export const composed: Composed[] = [
  {
    path: "apps/server/src/modules/automation/chatbot/lexicon/language.ts",
    reason:
      "Sixty patterns of words, which take the checker 20 s each. They see sentences of 2,000 characters; lexicon.test.ts measures them.",
  },
  {
    path: "apps/server/src/platform/http/server.ts",
    reason: "Of our own routes: fixed words and [^/]+, over an address of at most 16 kB.",
  },
  {
    path: "apps/server/src/platform/http/reading/upload.ts",
    reason: "Of media ranges of our own routes: fixed words, [^\\s;]+ and \\s*, one after the other.",
  },
  {
    path: "apps/server/src/modules/events/events/events.schema.ts",
    reason: "A list of fixed words with commas, over at most 1,000 characters.",
  },
];
