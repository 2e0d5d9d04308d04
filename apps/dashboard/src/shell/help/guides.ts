/** The page of docs/guides/screens that explains each route. A route without one does not compile. */
import type { RegisteredRouter } from "@tanstack/react-router";

export const guideIds = [
  "inbox",
  "contacts",
  "pipeline",
  "tickets",
  "notifications",
  "search",
  "broadcasts",
  "flows",
  "chatbot",
  "voice",
  "knowledge",
  "analytics",
  "agency",
  "channels",
  "developers",
  "settings",
  "billing",
  "administration",
  "first-steps",
  "sign-in",
] as const;
export type GuideId = (typeof guideIds)[number];

type RouteId = keyof RegisteredRouter["routesById"];
/** Routes that show nothing of their own. */
type RouteWithoutGuide = "__root__" | "/app" | "/app/" | "/gallery";

const guides: Record<Exclude<RouteId, RouteWithoutGuide>, GuideId> = {
  "/sign-in": "sign-in",
  "/forgot-password": "sign-in",
  "/app/inbox/$view": "inbox",
  "/app/inbox/$view/$conversationId": "inbox",
  "/app/contacts": "contacts",
  "/app/contacts/segments": "contacts",
  "/app/contacts/$contactId": "contacts",
  "/app/pipeline": "pipeline",
  "/app/pipeline/$pipelineId": "pipeline",
  "/app/tickets": "tickets",
  "/app/tickets/$ticketId": "tickets",
  "/app/notifications": "notifications",
  "/app/search": "search",
  "/app/broadcasts": "broadcasts",
  "/app/broadcasts/new": "broadcasts",
  "/app/broadcasts/$broadcastId/edit": "broadcasts",
  "/app/broadcasts/$broadcastId": "broadcasts",
  "/app/flows": "flows",
  "/app/flows/$flowId": "flows",
  "/app/flows/$flowId/$part": "flows",
  "/app/flows/$flowId/$part/$runId": "flows",
  "/app/chatbots": "chatbot",
  "/app/chatbots/$chatbotId/$part": "chatbot",
  "/app/voice": "voice",
  "/app/voice/$part": "voice",
  "/app/voice/$part/$recordId": "voice",
  "/app/knowledge": "knowledge",
  "/app/knowledge/$part": "knowledge",
  "/app/knowledge/$part/$recordId": "knowledge",
  "/app/analytics": "analytics",
  "/app/analytics/$report": "analytics",
  "/app/agency": "agency",
  "/app/agency/$part": "agency",
  "/app/agency/$part/$recordId": "agency",
  "/app/channels": "channels",
  "/app/channels/$channelId": "channels",
  "/app/channels/$channelId/templates": "channels",
  "/app/channels/$channelId/templates/$templateId": "channels",
  "/app/developers/$part": "developers",
  "/app/developers/$part/$recordId": "developers",
  "/app/developers/webhooks/$webhookId": "developers",
  "/app/settings/$part": "settings",
  "/app/admin": "administration",
  "/app/admin/$part": "administration",
  "/app/admin/$part/$recordId": "administration",
  "/app/welcome": "first-steps",
};
/** Parts with their own page. */
const parts: Partial<Record<string, GuideId>> = { "/app/settings/$part billing": "billing" };

/** Null if there is nothing to explain. */
export function guideOf(routeId: string, part?: string): GuideId | null {
  return parts[`${routeId} ${part}`] ?? (guides as Partial<Record<string, GuideId>>)[routeId] ?? null;
}
