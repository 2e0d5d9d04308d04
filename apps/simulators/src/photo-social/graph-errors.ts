import type { ErrorResponse } from "../shared/exchange.ts";
import { metaJson } from "../shared/signing.ts";

interface Words {
  message: string;
  status?: number;
}

/** By code and subcode of 3.8, then by code. Codes are what counts, texts change. */
const WORDS = new Map<string, Words>([
  ["1", { message: "An unknown error occurred", status: 500 }],
  ["2", { message: "Service temporarily unavailable", status: 503 }],
  ["4", { message: "Application request limit reached", status: 403 }],
  ["10", { message: "Application does not have permission for this action", status: 403 }],
  ["10/2534022", { message: "This message is sent outside of allowed window." }],
  ["100", { message: "Invalid parameter" }],
  ["100/33", { message: "Unsupported request. The object does not exist, or cannot be loaded due to missing permissions." }],
  ["100/2534014", { message: "The requested user cannot be found." }],
  ["100/2018047", { message: "Upload attachment failure." }],
  ["100/2018109", { message: "Attachment of a wrong type or size." }],
  ["190", { message: "Invalid OAuth access token - Cannot parse access token", status: 401 }],
  ["190/463", { message: "Error validating access token: Session has expired.", status: 401 }],
  ["200", { message: "Permissions error", status: 403 }],
  ["200/2534041", { message: "The owner of the account has disabled access to messages.", status: 403 }],
  ["368", { message: "The action attempted has been deemed abusive or is otherwise disallowed", status: 403 }],
  ["551", { message: "This person isn't available right now." }],
  ["613", { message: "Calls to this api have exceeded the rate limit.", status: 400 }],
  ["2500", { message: "Unknown path components" }],
]);

export function graphError(code: number, options: { subcode?: number; details?: string; status?: number } = {}): ErrorResponse {
  const { subcode, details } = options;
  const known = WORDS.get(`${code}/${subcode}`) ?? WORDS.get(String(code)) ?? { message: "An error occurred" };
  const error = {
    message: `(#${code}) ${known.message}${details === undefined ? "" : ` ${details}`}`,
    type: code === 190 ? "OAuthException" : "IGApiException",
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    fbtrace_id: "ASimulatedTraceId0000000",
  };
  return { status: options.status ?? known.status ?? 400, code, json: metaJson({ error }) };
}

/** An unknown id and an id of another account look the same. */
export const unknownObject = (id: string): ErrorResponse => graphError(100, { subcode: 33, details: `Object with ID '${id}'.` });

export const unknownPath = (path: string): ErrorResponse => graphError(2500, { details: path });

/** The log-in's errors, which have their own format. */
export function loginError(message: string): ErrorResponse {
  return { status: 400, code: 400, json: metaJson({ error_type: "OAuthException", code: 400, error_message: message }) };
}
