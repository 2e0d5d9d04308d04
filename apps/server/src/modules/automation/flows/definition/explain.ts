import type { FieldDefinition } from "#modules/contacts/custom-fields/index.ts";
import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import { compileConditions, evaluateConditions, type ConditionContext } from "./conditions.ts";

/** A rule of the conditions, the actual value, and whether it matches. */
export interface Verdict {
  /** Its path: conditions.rules[1].rules[0] */
  place: string;
  field: string;
  op: string;
  value: unknown;
  actual: unknown;
  held: boolean;
}

/** Each rule on its own, and the overall result. Reads like compileConditions(). Pure. */
export function explainConditions(
  rules: AudienceRules,
  context: ConditionContext,
  options: { definitions: readonly FieldDefinition[]; now: Date; at: string },
): { held: boolean; rules: Verdict[] } {
  const verdicts: Verdict[] = [];
  const visit = (list: readonly unknown[], at: string): void => {
    for (const [i, item] of list.entries()) {
      const path = `${at}.rules[${i}]`;
      const rule = item as { rules?: unknown[]; field?: string; op?: string; value?: unknown };
      if (rule.rules !== undefined) visit(rule.rules, path);
      else {
        const one = compileConditions({ rules: [rule] } as unknown as AudienceRules, { ...options, at: path });
        const { field = "", op = "", value = null } = rule;
        verdicts.push({ place: path, field, op, value, actual: actualOf(field, context), held: evaluateConditions(one, context) });
      }
    }
  };
  const { rules: list, exclude } = rules as { rules: unknown[]; exclude?: { rules: unknown[] } };
  visit(list, options.at);
  if (exclude !== undefined) visit(exclude.rules, `${options.at}.exclude`);
  return { held: evaluateConditions(compileConditions(rules, options), context), rules: verdicts };
}

function actualOf(field: string, context: ConditionContext): unknown {
  const [of, name] = field.split(".") as [string, string | undefined];
  if (name !== undefined && of !== "contact" && of !== "customFields" && Object.hasOwn(context, of))
    return (context[of as "conversation"] as Record<string, unknown> | null)?.[name] ?? null;
  const own = field.startsWith("contact.") ? field.slice("contact.".length) : field;
  const custom = own.startsWith("customFields.") ? own.slice("customFields.".length) : null;
  const from = (custom === null ? context.contact : context.contact.customFields) as unknown as Record<string, unknown>;
  const key = custom ?? own;
  return Object.hasOwn(from, key) ? (from[key] ?? null) : null;
}
