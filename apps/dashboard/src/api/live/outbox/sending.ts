/** What the outbox needs once it sends: loaded with the composer (useSending.ts), so that the first load does not contain it. */
export { afterSending, reportRefusal } from "./after-sending.ts";
export { findSent, sendRow } from "./send.ts";
export { upload } from "./upload.ts";
