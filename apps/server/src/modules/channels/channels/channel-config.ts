import type { ConnectorDescription } from "@parley/connector-kit";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";

export interface SplitConfig {
  open: Record<string, unknown>;
  secret: Record<string, string>;
}

/** Settings of the provider app, which a channel connected through the installation's own app does not need. */
export function appFields(description: ConnectorDescription): ReadonlySet<string> {
  return new Set(
    [description.appIdField, description.signingSecretField, description.verifyTokenField].filter((name) => name !== undefined),
  );
}

/** Whether tokens changed, not only the app's secret or a PIN. */
export function tokensDiffer(description: ConnectorDescription, before: SplitConfig, after: SplitConfig): boolean {
  const fields = appFields(description);
  return description.configFields.some(
    ({ name, secret, credential }) => secret && credential !== false && !fields.has(name) && before.secret[name] !== after.secret[name],
  );
}

/** Credentials travel in headers, which allow nothing else; surrounding white space comes from copy and paste. */
const printable = /^[\x20-\x7e]*$/;

/**
 * Checks a channel's settings against its connector's description and separates the secret ones. On an update, omitted fields keep their
 * value and null removes an optional one. Unknown fields are ignored. `optional` says which required fields may be missing. Throws
 * validation_error.
 */
export function splitConfig(
  description: ConnectorDescription,
  given: Record<string, unknown>,
  known: SplitConfig | null,
  optional: (field: string) => boolean = () => false,
): SplitConfig {
  const details: ErrorDetail[] = [];
  const open: Record<string, unknown> = {};
  const secret: Record<string, string> = {};
  for (const field of description.configFields) {
    const path = `config.${field.name}`;
    const before = field.secret ? known?.secret[field.name] : known?.open[field.name];
    let value: unknown = Object.hasOwn(given, field.name) ? given[field.name] : before;
    if (value === null) value = undefined;
    const credential = field.secret && field.credential !== false && Object.hasOwn(given, field.name);
    if (credential && typeof value === "string") value = value.trim();
    if (value === undefined) {
      if (field.required && !optional(field.name)) details.push({ field: path, issue: "required" });
      continue;
    }
    if (field.type === "integer") {
      if (typeof value !== "number" || !Number.isInteger(value)) details.push({ field: path, issue: "invalid_type" });
      else if (value < 1 || value > 10_000) details.push({ field: path, issue: "out_of_range" });
    } else if (typeof value !== "string") details.push({ field: path, issue: "invalid_type" });
    else if (value === "") details.push({ field: path, issue: "too_short" });
    else if (value.length > (field.maxLength ?? 4_096)) details.push({ field: path, issue: "too_long" });
    else if (credential && !printable.test(value)) details.push({ field: path, issue: "invalid_format" });
    if (field.secret) secret[field.name] = String(value);
    else open[field.name] = value;
  }
  if (details.length > 0) throw new AppError("validation_error", { details });
  return { open, secret };
}
