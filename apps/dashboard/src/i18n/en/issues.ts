import { messages } from "../messages.ts";

/** The texts of `details[].issue`, as a field's error. */
export const issues = messages({
  "issue.required": "Fill this in.",
  "issue.invalid_type": "This is the wrong type of value.",
  "issue.too_long": "This is too long.",
  "issue.too_short": "This is too short.",
  "issue.too_many": "There are too many.",
  "issue.too_many.limit": "Your plan allows {limit}.",
  "issue.invalid_format": "This is not in the right format.",
  "issue.out_of_range": "This is outside the allowed range.",
  "issue.unknown_value": "This is not one of the options.",
  "issue.template_required": "Only a template can be sent now.",
  "issue.missing_scope": "Your role does not include this.",
  "issue.exists": "This is already taken.",
  "issue.unknown": "There is no such field.",
  "issue.not_found": "This no longer exists.",
  "issue.not_allowed": "This is not allowed here.",
  "issue.duplicate": "This appears twice.",
  "issue.private_address": "This address cannot be reached from the internet.",
});
