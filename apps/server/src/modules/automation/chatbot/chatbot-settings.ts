import type { ActiveHours } from "./hours.ts";

export const tones = ["friendly", "professional", "neutral", "casual"] as const;
export const scopeModes = ["knowledge_only", "knowledge_first"] as const;
export const resumeWords = ["resolved", "never"] as const;
export const priorities = ["low", "medium", "high", "urgent"] as const;

/** A tenant's chatbot settings as stored. Ids are stored ids; what they refer to may have been deleted since. */
export interface ChatbotSettings {
  persona: { description: string; tone: (typeof tones)[number]; languages: string[]; introduction: string | null };
  instructions: string[];
  scope: { mode: (typeof scopeModes)[number]; allowedTopics: string[]; blockedTopics: string[]; outOfScopeMessage: string };
  handover: {
    onRequest: boolean;
    keywords: string[];
    onLowConfidence: boolean;
    failedTurns: number;
    maxReplies: number;
    divisionId: string | null;
    assigneeId: string | null;
    priority: (typeof priorities)[number] | null;
    createTicket: boolean;
    summaryNote: boolean;
    message: string;
    closedMessage: string | null;
    resume: (typeof resumeWords)[number];
    resumeAfterMinutes: number | null;
  };
  activeHours: (ActiveHours & { outsideMessage: string | null }) | null;
  reply: { debounceSeconds: number; maxLength: number };
  knowledge: { passages: number; minScore: number };
  model: { preferred: { provider: string | null; model: string }[]; temperature: number; maxOutputTokens: number };
  limits: { repliesPerConversationPerDay: number; repliesPerDay: number | null };
}

export const defaultSettings: ChatbotSettings = {
  persona: { description: "", tone: "friendly", languages: [], introduction: null },
  instructions: [],
  scope: {
    mode: "knowledge_only",
    allowedTopics: [],
    blockedTopics: [],
    outOfScopeMessage: "I'm afraid I can't help with that here. Is there something else I can do for you?",
  },
  handover: {
    onRequest: true,
    keywords: [],
    onLowConfidence: true,
    failedTurns: 2,
    maxReplies: 20,
    divisionId: null,
    assigneeId: null,
    priority: null,
    createTicket: false,
    summaryNote: true,
    message: "I'm handing you over to a colleague, who will answer you here.",
    closedMessage: null,
    resume: "resolved",
    resumeAfterMinutes: null,
  },
  activeHours: null,
  reply: { debounceSeconds: 4, maxLength: 1_000 },
  knowledge: { passages: 5, minScore: 0 },
  model: { preferred: [], temperature: 0.2, maxOutputTokens: 600 },
  limits: { repliesPerConversationPerDay: 50, repliesPerDay: null },
};

/** The tenant's own texts, whose facts a reply may repeat. */
export function ownTexts(settings: ChatbotSettings): string[] {
  return [
    settings.persona.description,
    ...settings.instructions,
    ...settings.scope.allowedTopics,
    settings.scope.outOfScopeMessage,
    settings.handover.message,
  ];
}
