/**
 * The closed list of error codes: the status each answers with, what it means, and what the caller can do.
 * docs/errors.md is generated from it (npm run generate).
 */
export const errorCatalog = {
  validation_error: {
    status: 400,
    message: "The request is not valid.",
    remedy: "Mend the fields named in details. 422 with this code: each field has its right shape, and a rule refuses what they say.",
  },
  invalid_json: { status: 400, message: "The body is not valid JSON.", remedy: "Send a JSON object with Content-Type application/json." },
  invalid_cursor: {
    status: 400,
    message: "The cursor is not valid for this list.",
    remedy: "Start again without a cursor; pass a cursor back unchanged and with the same filters.",
  },
  unauthorized: {
    status: 401,
    message: "The API key or session is missing, wrong, revoked or over.",
    remedy: "Send a valid key in Authorization: Bearer or x-api-key, or sign in.",
  },
  forbidden: { status: 403, message: "This credential may not do that.", remedy: "Use a credential with access." },
  insufficient_scope: {
    status: 403,
    message: "The credential lacks a scope.",
    remedy: "Use a key, or a role, that has the scope named in details.",
  },
  grant_required: { status: 403, message: "No grant for this client tenant.", remedy: "Ask the client to accept a grant." },
  entitlement_exceeded: { status: 403, message: "The plan's allowance is used up.", remedy: "Raise the entitlement or remove something." },
  app_inactive: { status: 403, message: "The app is inactive.", remedy: "Activate the app." },
  not_found: { status: 404, message: "There is no such resource in this tenant.", remedy: "Check the id and the key's tenant." },
  method_not_allowed: { status: 405, message: "This path does not take this method.", remedy: "Use a method named in the Allow header." },
  conflict: { status: 409, message: "The resource's state does not allow this.", remedy: "Read the resource and decide again." },
  invalid_transition: {
    status: 409,
    message: "The state cannot change like this.",
    remedy: "Read the resource; see the states in the reference.",
  },
  already_exists: { status: 409, message: "It exists already.", remedy: "Use the existing one, named in details." },
  last_owner: { status: 409, message: "The last owner cannot be removed or demoted.", remedy: "Make somebody else owner first." },
  idempotency_conflict: {
    status: 409,
    message: "This idempotency key was used for another request.",
    remedy: "Use a new key for a new request.",
  },
  idempotency_in_progress: {
    status: 409,
    message: "The first request with this idempotency key is still running.",
    remedy: "Retry after Retry-After seconds.",
  },
  payload_too_large: { status: 413, message: "The body is too large.", remedy: "Send at most the documented size." },
  unsupported_media_type: {
    status: 415,
    message: "This content type is not supported.",
    remedy: "Send a content type that the message names: application/json, where there is no other.",
  },
  window_closed: {
    status: 422,
    message: "The customer service window is closed.",
    remedy: "Send an approved template, or wait until the customer writes.",
  },
  template_required: { status: 422, message: "Only a template may be sent now.", remedy: "Send type template." },
  template_not_approved: {
    status: 422,
    message: "The template is not approved.",
    remedy: "Use an approved template; sync the templates of the channel.",
  },
  template_variables_mismatch: {
    status: 422,
    message: "The variables do not fit the template.",
    remedy: "Give exactly the variables named in details.",
  },
  channel_not_connected: { status: 422, message: "The channel is not connected.", remedy: "Reconnect the channel; see its statusReason." },
  recipient_opted_out: { status: 422, message: "The recipient opted out.", remedy: "Do not write until the contact opts in again." },
  recipient_invalid: { status: 422, message: "The recipient cannot be reached on this channel.", remedy: "Check `to`." },
  unsupported_by_channel: { status: 422, message: "The channel cannot do this.", remedy: "See the channel's capabilities." },
  audience_empty: { status: 422, message: "The audience is empty.", remedy: "Widen the audience." },
  insufficient_credits: { status: 422, message: "The balance does not cover this.", remedy: "Top up the balance." },
  rate_limited: { status: 429, message: "Too many requests.", remedy: "Wait for Retry-After seconds, then retry with back-off." },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side.",
    remedy: "Retry with back-off; quote the reference to support.",
  },
  provider_error: { status: 502, message: "The platform did not do it.", remedy: "Read the message; retry later if it is temporary." },
  service_unavailable: { status: 503, message: "The service is busy or restarting.", remedy: "Retry after Retry-After seconds." },
} as const satisfies Record<string, { status: number; message: string; remedy: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** The closed list of words in `details[].issue`. */
export const issueWords = [
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
export type Issue = (typeof issueWords)[number];
