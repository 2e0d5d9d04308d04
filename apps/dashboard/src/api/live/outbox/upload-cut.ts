/** Uploads that the server cuts off because they take too long. */
import type { Refusal } from "../../attempts/outcome.ts";

/** The server did not wait any longer. The first time it is tried again; the second time it is refused. */
export class UploadCut extends Error {}

/** Not a code of the API: its text is in parts/failures.ts. */
export const tooSlow: Refusal = { code: "upload_cut", message: "The file did not arrive in time.", details: [], reference: null };
