import { usersOfSnapshot } from "./signup-forms.queries.ts";
import { formEvents } from "./signup-forms.events.ts";
import { createFormTokens } from "./form-token.ts";
import { formRoutes, publicFormRoutes, submissionRoutes } from "./signup-forms.routes.ts";
import { createFormsService, type FormsDeps } from "./signup-forms.service.ts";
import { createSubmissionsService, type SubmissionsDeps } from "./submissions.service.ts";
import { createSubmitting, type SubmittingDeps } from "./submitting.ts";

export { Slug } from "./signup-forms.schema.ts";
export { answersOfSubmissions } from "./submissions.queries.ts";
export { lockForm } from "./signup-forms.queries.ts";
export type { FormField, PublicForm, Submitted } from "./signup-forms.schema.ts";
export type { FormRow } from "./signup-forms.queries.ts";
export type { Submitting } from "./submitting.ts";

/** Forms that anybody may fill in. See docs/subsystems/agency/signup-forms.md. */
export function createSignupFormsModule(deps: FormsDeps & SubmissionsDeps & Omit<SubmittingDeps, "tokens"> & { tokenKey: Buffer }) {
  const submitting = createSubmitting({ ...deps, tokens: createFormTokens(deps.tokenKey) });
  return {
    submitting,
    events: formEvents,
    /** For the snapshot library: what in this agency sets up clients with a snapshot. */
    snapshotUser: usersOfSnapshot,
    routes: [...formRoutes(createFormsService(deps)), ...submissionRoutes(createSubmissionsService(deps)), ...publicFormRoutes(submitting)],
  };
}
