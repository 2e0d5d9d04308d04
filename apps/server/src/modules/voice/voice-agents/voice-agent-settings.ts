import type { scopeModes, tones } from "#modules/automation/chatbot/index.ts";
import type { BusinessHours } from "#modules/people/agent-settings/index.ts";

export const turnDetections = ["server_vad", "semantic_vad"] as const;
export const eagernesses = ["low", "medium", "high", "auto"] as const;
export const extractTypes = ["text", "number", "boolean", "choice"] as const;
export const recordingModes = ["off", "announced", "asked"] as const;

/** What to extract from a call afterwards. */
export interface ExtractField {
  name: string;
  description: string;
  type: (typeof extractTypes)[number];
  /** Only for a choice. */
  choices: string[];
}

/**
 * A voice agent's settings, as stored. What the ids refer to may have been deleted since.
 */
export interface VoiceAgentSettings {
  persona: { description: string; tone: (typeof tones)[number] };
  instructions: string[];
  scope: { mode: (typeof scopeModes)[number]; allowedTopics: string[]; blockedTopics: string[]; outOfScopeMessage: string };
  knowledge: { passages: number; minScore: number };
  speech: {
    model: string;
    aiKeyId: string | null;
    voice: string;
    speed: number;
    language: string | null;
    transcriptionModel: string;
    turnDetection: (typeof turnDetections)[number];
    silenceMs: number;
    eagerness: (typeof eagernesses)[number];
    interruptible: boolean;
  };
  opening: { greeting: string; disclosure: string | null; interruptible: boolean };
  transfer: { phoneNumber: string | null; onRequest: boolean; hours: BusinessHours | null; message: string };
  tools: { createTickets: boolean; sendMessages: boolean };
  activeHours: BusinessHours | null;
  messages: { unavailable: string; apology: string };
  limits: {
    maxDurationSeconds: number;
    silencePromptSeconds: number;
    silenceHangUpSeconds: number;
    maxConcurrentCalls: number;
    minutesPerDay: number | null;
  };
  summary: boolean;
  recording: { mode: (typeof recordingModes)[number]; announcement: string; question: string };
  afterCall: { classify: boolean; extract: ExtractField[]; callbackTickets: boolean };
}

export const defaultSettings: VoiceAgentSettings = {
  persona: { description: "", tone: "friendly" },
  instructions: [],
  scope: {
    mode: "knowledge_only",
    allowedTopics: [],
    blockedTopics: [],
    outOfScopeMessage: "I'm afraid I cannot help with that. Is there something else I can do for you?",
  },
  knowledge: { passages: 5, minScore: 0 },
  speech: {
    model: "gpt-realtime",
    aiKeyId: null,
    voice: "marin",
    speed: 1,
    language: null,
    transcriptionModel: "gpt-4o-mini-transcribe",
    turnDetection: "server_vad",
    silenceMs: 500,
    eagerness: "auto",
    interruptible: true,
  },
  opening: {
    greeting: "Hello, how can I help you?",
    disclosure: "You are talking to an automated assistant. A transcript of this call is kept.",
    interruptible: true,
  },
  transfer: { phoneNumber: null, onRequest: true, hours: null, message: "I'm connecting you to a colleague." },
  tools: { createTickets: true, sendMessages: false },
  activeHours: null,
  messages: {
    unavailable: "Nobody can take your call at the moment. Please try again later.",
    apology: "We are sorry, something went wrong.",
  },
  limits: { maxDurationSeconds: 600, silencePromptSeconds: 10, silenceHangUpSeconds: 30, maxConcurrentCalls: 5, minutesPerDay: null },
  summary: true,
  recording: {
    mode: "off",
    announcement: "This call is recorded. Say stop or press 2 if you do not want that.",
    question: "May we record this call? Say yes or press 1. Say no or press 2 if you do not want that.",
  },
  afterCall: { classify: true, extract: [], callbackTickets: true },
};
