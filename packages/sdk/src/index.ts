/** The client of the Parley API: `new Client({ baseUrl, apiKey })`. For the rest see README.md. */
export { Client } from "./client.ts";
export {
  ApiError,
  type ApiErrorCode,
  ConnectionError,
  type ErrorCode,
  type ErrorDetail,
  isApiError,
  ParleyError,
  StreamResetError,
  TimeoutError,
  WebhookVerificationError,
} from "./errors.ts";
/** Which method makes which request, for tools that show code: `{ contacts: { get: "GET/contacts/{id}" } }`. */
export { operations } from "./generated/operations.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/schemas.ts";
export { type ClientOptions, version } from "./settings.ts";
export type { Clock, EventOf, EventStream, List, Page, PresenceChange, RequestOptions, StreamOptions, Upload } from "./types.ts";
export { type SignedDelivery, verify as verifyWebhook } from "./webhooks.ts";
