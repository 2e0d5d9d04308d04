/**
 * The closed list of error codes: each with its status, its meaning, and what the caller can do. docs/errors.md is
 * generated from it (npm run generate).
 */
export const errorCatalog = {
  validation_error: {
    status: 400,
    message: "The request is not valid.",
    remedy: "Correct the fields named in `details`. With status 422, each field has the right format, but its value breaks a rule.",
  },
  invalid_json: { status: 400, message: "The body is not valid JSON.", remedy: "Send a JSON object with Content-Type application/json." },
  invalid_cursor: {
    status: 400,
    message: "The cursor is not valid for this list.",
    remedy: "Start again without a cursor. Pass a cursor back unchanged, with the same filters.",
  },
  unauthorized: {
    status: 401,
    message: "The API key or session is missing, invalid, revoked or expired.",
    remedy: "Send a valid key in Authorization: Bearer or x-api-key, or sign in.",
  },
  forbidden: { status: 403, message: "This credential is not allowed to do this.", remedy: "Use a credential that has access." },
  insufficient_scope: {
    status: 403,
    message: "The credential lacks a scope.",
    remedy: "Use a key or a role that has the scope named in `details`.",
  },
  grant_required: {
    status: 403,
    message: "There is no grant for this client.",
    remedy: "Ask the client to accept a grant; in a client whose grant has ended, leave it.",
  },
  entitlement_exceeded: {
    status: 403,
    message: "The plan's limit has been reached.",
    remedy: "Raise the entitlement, or remove something.",
  },
  app_inactive: { status: 403, message: "The app is inactive.", remedy: "Activate the app." },
  not_found: {
    status: 404,
    message: "No such resource exists in this tenant.",
    remedy: "Check the id, and that the key belongs to the right tenant.",
  },
  method_not_allowed: {
    status: 405,
    message: "This path does not support this method.",
    remedy: "Use a method listed in the Allow header.",
  },
  conflict: { status: 409, message: "The resource's state does not allow this.", remedy: "Fetch the resource, then decide again." },
  invalid_transition: {
    status: 409,
    message: "This status change is not allowed.",
    remedy: "Fetch the resource. The reference lists the allowed status changes.",
  },
  already_exists: { status: 409, message: "The resource already exists.", remedy: "Use the existing resource, named in `details`." },
  last_owner: { status: 409, message: "The last owner cannot be removed or demoted.", remedy: "Make another member an owner first." },
  idempotency_conflict: {
    status: 409,
    message: "This idempotency key was already used for a different request.",
    remedy: "Use a new key for a new request.",
  },
  idempotency_in_progress: {
    status: 409,
    message: "The first request with this idempotency key is still running.",
    remedy: "Retry after the number of seconds in Retry-After.",
  },
  payload_too_large: { status: 413, message: "The body is too large.", remedy: "Stay within the documented size limit." },
  unsupported_media_type: {
    status: 415,
    message: "This content type is not supported.",
    remedy: "Use a content type that the message lists. If it lists none, use application/json.",
  },
  window_closed: {
    status: 422,
    message: "The customer service window is closed.",
    remedy: "Send an approved template, or wait for the customer to write.",
  },
  template_required: { status: 422, message: "Only a template can be sent now.", remedy: "Send a message with type `template`." },
  template_not_approved: {
    status: 422,
    message: "The template is not approved.",
    remedy: "Use an approved template, or sync the channel's templates.",
  },
  template_variables_mismatch: {
    status: 422,
    message: "The variables do not match the template.",
    remedy: "Send exactly the variables that the template has.",
  },
  channel_not_connected: {
    status: 422,
    message: "The channel is not connected.",
    remedy: "Reconnect the channel. Its `statusReason` gives the cause.",
  },
  recipient_opted_out: {
    status: 422,
    message: "The recipient has opted out.",
    remedy: "Do not message this contact until they opt in again.",
  },
  recipient_invalid: {
    status: 422,
    message: "The recipient cannot be reached on this channel.",
    remedy: "Check the number or id, or ask the customer to write first.",
  },
  unsupported_by_channel: { status: 422, message: "The channel does not support this.", remedy: "See the channel's capabilities." },
  audience_empty: { status: 422, message: "The audience is empty.", remedy: "Widen the audience." },
  insufficient_credits: { status: 422, message: "The balance does not cover this.", remedy: "Top up the balance." },
  rate_limited: {
    status: 429,
    message: "Too many requests.",
    remedy: "Wait for the number of seconds in Retry-After, then retry with back-off.",
  },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side.",
    remedy: "Retry with back-off. Quote the `reference` when you contact support.",
  },
  provider_error: {
    status: 502,
    message: "The platform did not complete the request.",
    remedy: "Read the message. Retry later if the problem is temporary.",
  },
  service_unavailable: {
    status: 503,
    message: "The service is busy or restarting.",
    remedy: "Retry after the number of seconds in Retry-After.",
  },
} as const satisfies Record<string, { status: number; message: string; remedy: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** The closed list of words in `details[].issue`. */
export const issueCodes = [
  "required",
  "invalid_type",
  "too_long",
  "too_short",
  "too_many",
  "invalid_format",
  "out_of_range",
  "unknown_value",
  "template_required",
  "missing_scope",
  "exists",
  "unknown",
  "not_found",
  "not_allowed",
  "duplicate",
  "private_address",
] as const;
export type Issue = (typeof issueCodes)[number];
