import type { ReachedRows } from "#platform/auth/reach.ts";

/**
 * A list within a reach, narrowed by the given filters: its condition, its values, and the words for its statement
 * name.
 */
export function narrow(rows: ReachedRows, tenantColumn: string) {
  const values: unknown[] = [...rows.values];
  const where = [rows.where(tenantColumn)];
  const names: string[] = [rows.kind];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  return {
    values,
    value,
    add(name: string, input: unknown, condition: (at: string) => string) {
      if (input === undefined || input === null) return;
      names.push(name);
      where.push(condition(value(input)));
    },
    and(name: string, condition: string) {
      names.push(name);
      where.push(condition);
    },
    condition: () => where.join(" and "),
    name: (list: string) => [list, ...names].join("_"),
  };
}

/** A LIKE pattern that finds the text anywhere, with its special characters escaped. */
export const containing = (text: string | undefined) => (text === undefined ? undefined : `%${text.trim().replaceAll(/[\\%_]/g, "\\$&")}%`);
