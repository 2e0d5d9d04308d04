import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText } from "#platform/http/schemas.ts";

export const formEvents: EventType[] = [
  {
    type: "form.submitted",
    summary: "Somebody filled in a form of the agency; what looks like spam is not told",
    data: Type.Object({
      formId: Type.String(),
      submissionId: Type.String({ description: "What was filled in: GET /agencies/current/form-submissions/{id}" }),
      contactId: NullableText({ description: "Whom it made or found; null: the form makes none" }),
    }),
  },
];
