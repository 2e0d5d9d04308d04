/** What the platforms behind the Graph API share: signature, handshake, errors. */
export { entriesOf } from "./callback-body.ts";
export { type ErrorRule, type ErrorTable, errorTable, no, retry, stop } from "./error-table.ts";
export { createGraphErrors } from "./errors.ts";
export { answerHandshake } from "./handshake.ts";
export { verifySignature } from "./signature.ts";
