/** Limits by their API names, in the order of the tables. */
import type { Entitlements } from "@parley/sdk";
import type { MeterTone } from "../../../ui/feedback/Progress.tsx";

export type LimitName = keyof Entitlements["entitlements"];
export type Limit = Entitlements["entitlements"][LimitName];

export const limitNames = [
  "messagesPerMonth",
  "aiCreditsPerMonth",
  "seats",
  "channels",
  "contacts",
  "broadcastsPerMonth",
  "flows",
  "chatbots",
  "domains",
  "voiceMinutesPerMonth",
] as const satisfies LimitName[];

/** From this share on, somebody should be notified. */
const nearShare = 0.9;

export const isFull = ({ limit, usage }: Limit): boolean => limit !== null && usage >= limit;
export const isNear = ({ limit, usage }: Limit): boolean => limit !== null && limit > 0 && usage >= limit * nearShare;

export const limitTone = (limit: Limit): MeterTone => (isFull(limit) ? "bad" : isNear(limit) ? "warn" : "accent");

/** Whether the client is near or beyond any of its limits. */
export const isNearAny = ({ entitlements }: Entitlements): boolean => limitNames.some((name) => isNear(entitlements[name]));
