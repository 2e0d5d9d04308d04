import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText } from "#platform/http/schemas.ts";

export const formEvents: EventType[] = [
  {
    type: "form.submitted",
    summary: "A form of the agency was submitted; no event is sent for suspected spam",
    data: Type.Object({
      formId: Type.String(),
      submissionId: Type.String({ description: "Its answers: GET /agencies/current/form-submissions/{id}" }),
      contactId: NullableText({
        description: "The contact that it created or found; null: the form creates none, or the contact limit has been reached",
      }),
    }),
  },
];
