/** What the outbox needs to send: loaded with a conversation, so that the first load need not contain it. */
export { afterSending, reportRefusal } from "./after-sending.ts";
export { findSent, sendRow } from "./send.ts";
export { upload } from "./upload.ts";
