import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";

/** The error for what cannot be done to a contact that was merged into another. */
export function contactMergedError(into: string): AppError {
  return new AppError("conflict", {
    message: "The contact was merged into the one named in `details`. Change that contact, or undo the merge.",
    details: [{ field: "id", issue: "exists", id: wireId("cnt", into) }],
  });
}
