import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText } from "#platform/http/schemas.ts";

export const formEvents: EventType[] = [
  {
    type: "form.submitted",
    summary: "Somebody filled in a form of the agency; what looks like spam is not told",
    data: Type.Object({
      formId: Type.String(),
      submissionId: Type.String(),
      contactId: NullableText({ description: "Whom it made or found; null: the form makes none" }),
      answers: Type.Array(Type.Object({ key: Type.String(), value: Type.Union([Type.String(), Type.Boolean()]) }), {
        description: "In the order of the form's fields, those that were answered",
      }),
    }),
  },
];
