import { invalidField } from "#platform/errors/app-error.ts";

/** An e-mail address as it is stored: trimmed, lower case. Throws validation_error naming the field. */
export function readEmail(text: string, field = "email"): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(email) || email.length > 320) throw invalidField(field, "invalid_format");
  return email;
}
