import type { I18n } from "../../i18n/i18n.tsx";
import { issueText } from "../../ui/fields/issues.ts";
import type { Problem } from "./editor/useFlowEditor.ts";

/** Issues that say little without the server's message. */
const vague = new Set<Problem["issue"]>(["not_allowed", "invalid_format", "unknown_value", "unknown", "not_found", "private_address"]);

export function problemText({ key, issue, field, message }: Problem, i18n: Pick<I18n, "t" | "format">): string {
  return message !== null && (key === null || field === "" || vague.has(issue)) ? message : issueText({ field, issue }, i18n);
}

/** The first problem of a field or anything inside it. */
export function errorOf(problems: readonly Problem[], key: string, field: string, i18n: Pick<I18n, "t" | "format">): string | null {
  const found = problems.find(
    (each) => each.key === key && (each.field === field || (/^[.[]/.test(each.field.slice(field.length)) && each.field.startsWith(field))),
  );
  return found === undefined ? null : problemText(found, i18n);
}
