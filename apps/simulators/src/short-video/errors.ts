/** The platform's texts for its codes; any other code has a generic text. */
const WORDS = new Map<number, string>([
  [40000, "Invalid request."],
  [40001, "No permission to operate this account."],
  [40002, "Invalid parameter."],
  [40007, "Object not found."],
  [40064, "The message is blocked by the direct message rules."],
  [40100, "Too many requests. Please retry in some time."],
  [40102, "The access token has expired."],
  [40104, "The access token is missing."],
  [40105, "The access token is incorrect or has been revoked."],
  [40908, "The file type is not supported."],
  [50000, "System error."],
  [51065, "System error. Please retry."],
]);

export interface Refusal {
  code: number;
  message: string;
  httpStatus: number;
}

/** Nearly every refusal has HTTP status 200. */
export function refusal(code: number, message?: string, httpStatus = 200): Refusal {
  return { code, message: message ?? WORDS.get(code) ?? "An error occurred.", httpStatus };
}
