import type { Seed } from "../seed/seed.ts";
import { adminPlaces } from "./admin.ts";
import { analyticsPlaces } from "./analytics.ts";
import { chatbotPlaces } from "./chatbot.ts";
import { flowPlaces } from "./flows.ts";
import { inboxPlaces } from "./inbox.ts";
import { knowledgePlaces } from "./knowledge.ts";
import type { Place } from "./place.ts";
import { restPlaces } from "./rest.ts";
import { voicePlaces } from "./voice.ts";
import { workPlaces } from "./work.ts";

export const allPlaces = (seed: Seed): Place[] => [
  ...inboxPlaces(seed),
  ...workPlaces(seed),
  ...flowPlaces(seed),
  ...chatbotPlaces(seed),
  ...voicePlaces(seed),
  ...knowledgePlaces(),
  ...analyticsPlaces(),
  ...adminPlaces(),
  ...restPlaces(seed),
];
