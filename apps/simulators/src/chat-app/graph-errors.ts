import type { ErrorResponse } from "../shared/exchange.ts";
import { metaJson } from "../shared/signing.ts";

interface ErrorEntry {
  title: string;
  details: string;
  status: number;
}

const entry = (title: string, details = title, status = 400): ErrorEntry => ({ title, details, status });

/** Codes with their own texts; any other code of 2.11 has a generic text. Codes are what counts, titles change. */
const ERRORS = new Map<number, ErrorEntry>([
  [0, entry("AuthException", "We were unable to authenticate the app user.", 401)],
  [1, entry("API Unknown", "Invalid request or possible server error.", 400)],
  [2, entry("API Service", "Temporary issue due to downtime or due to being overloaded.", 503)],
  [3, entry("API Method", "Capability or permissions issue.", 500)],
  [4, entry("Application request limit reached")],
  [10, entry("Permission Denied", "Permission is either not granted or has been removed.", 403)],
  [33, entry("Parameter value is not valid", "The business phone number has been deleted.")],
  [100, entry("Invalid parameter")],
  [190, entry("Error validating access token", "The access token has expired or been revoked.", 401)],
  [368, entry("Temporarily blocked for policies violations", undefined, 403)],
  [80007, entry("Rate limit issues", "The WhatsApp Business Account has reached its rate limit.")],
  [130429, entry("Rate limit hit", "Cloud API message throughput has been reached.", 429)],
  [130472, entry("User's number is part of an experiment")],
  [131000, entry("Something went wrong", "Message failed to send due to an unknown error.", 500)],
  [131005, entry("Access denied", undefined, 403)],
  [131008, entry("Required parameter is missing")],
  [131009, entry("Parameter value is not valid")],
  [131016, entry("Service unavailable", "A service is temporarily unavailable.", 500)],
  [131021, entry("Recipient cannot be sender")],
  [131026, entry("Message undeliverable", "Message Undeliverable.")],
  [131030, entry("Recipient phone number not in allowed list")],
  [131031, entry("Business Account locked")],
  [131042, entry("Business eligibility payment issue")],
  [
    131047,
    entry(
      "Re-engagement message",
      "Message failed to send because more than 24 hours have passed since the customer last replied to this number.",
    ),
  ],
  [131048, entry("Spam rate limit hit", "Message failed to send because there are restrictions on this number.", 429)],
  [131049, entry("This message was not delivered to maintain healthy ecosystem engagement.")],
  [131050, entry("User's marketing preference", "The recipient chose to stop receiving marketing messages.")],
  [131051, entry("Unsupported message type", "Message type is currently not supported.")],
  [131052, entry("Media download error")],
  [131053, entry("Media upload error")],
  [131056, entry("(Business Account, Consumer Account) pair rate limit hit", undefined, 429)],
  [131057, entry("Account in maintenance mode", undefined, 500)],
  [131062, entry("Business-scoped user id not allowed for this message")],
  [132000, entry("Number of parameters does not match the expected number of params")],
  [132001, entry("Template name does not exist in the translation", undefined, 404)],
  [132005, entry("Translated text too long")],
  [132012, entry("Parameter format does not match format in the created template")],
  [132015, entry("Template is paused")],
  [132016, entry("Template is disabled")],
  [133004, entry("Server temporarily unavailable", undefined, 503)],
  [133005, entry("Two step verification PIN Mismatch")],
  [133010, entry("Phone number not registered")],
  [138000, entry("Calling not enabled", "Calling is not enabled for this phone number.", 400)],
  [138001, entry("Receiver uncallable", "The receiver cannot receive calls.", 400)],
  [138003, entry("Duplicate call", "A call is in progress with the receiver already.", 400)],
  [138004, entry("Connection error", "The connection could not be established.", 500)],
  [138006, entry("No approved call permission from the recipient", undefined, 401)],
  [138015, entry("Calling cannot be enabled", "The messaging limit of this phone number is too low.", 400)],
  [138020, entry("Media failure", "The media of the call could not be set up.", 500)],
]);

const GENERIC = entry("An error occurred");

export type GraphError = ErrorResponse;

/** Codes whose HTTP status the `throttleStatus` knob decides; the platform answers 400 or 429. */
const THROTTLING = new Set([4, 17, 32, 613, 80007, 130429, 131048, 131056]);

export function graphError(
  code: number,
  options: { details?: string; status?: number; subcode?: number; throttleStatus?: number; message?: string } = {},
): GraphError {
  const known = ERRORS.get(code) ?? GENERIC;
  const status = options.status ?? (THROTTLING.has(code) ? (options.throttleStatus ?? 429) : known.status);
  const error: Record<string, unknown> = {
    message: options.message ?? `(#${code}) ${known.title}`,
    type: "OAuthException",
    code,
  };
  if (options.subcode !== undefined) error.error_subcode = options.subcode;
  error.error_data = { messaging_product: "whatsapp", details: options.details ?? known.details };
  error.fbtrace_id = "ASimulatedTraceId0000000";
  return { status, code, json: metaJson({ error }) };
}

/** The `errors[]` member of a failed status. */
export function statusError(code: number, details?: string): Record<string, unknown> {
  const known = ERRORS.get(code) ?? GENERIC;
  return {
    code,
    title: known.title,
    message: known.title,
    error_data: { details: details ?? known.details },
    href: "/documentation/business-messaging/whatsapp/support/error-codes",
  };
}

export const unknownPath = (path: string): GraphError => {
  const error = {
    message: `Unknown path components: ${path}`,
    type: "OAuthException",
    code: 2500,
    fbtrace_id: "ASimulatedTraceId0000000",
  };
  return { status: 400, code: 2500, json: metaJson({ error }) };
};

/** An unknown id and an id of another account look the same. */
export const unknownObject = (id: string): GraphError =>
  graphError(100, {
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  });
