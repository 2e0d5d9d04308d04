/**
 * Values that were given through the API for a template's variables: by name, or in the template's order. Only the template says which
 * of them counts, and it may be known later than they. Pure.
 */

/** The server takes either; the first counts. */
export function nameOf({ name, parameter_name: parameterName }: Readonly<Record<string, unknown>>): string | null {
  const found = name ?? parameterName ?? null;
  return found === null ? null : String(found);
}

export interface GivenValue<Value> {
  name: string | null;
  value: Value;
}

/** By their names, and by their positions from 1. */
export function byNameAndPosition<Value>(given: readonly GivenValue<Value>[], prefix = ""): Record<string, Value> {
  const named = given.flatMap(({ name, value }): [string, Value][] => (name === null ? [] : [[prefix + name, value]]));
  return Object.fromEntries([...named, ...given.map(({ value }, at): [string, Value] => [`${prefix}${at + 1}`, value])]);
}

/** By the template's own names. If no value has one of them, they follow the template's order, as they do for the server. */
export function placed<Value>(
  names: readonly string[],
  values: Readonly<Record<string, Value>>,
  prefix = "",
): Readonly<Record<string, Value>> {
  if (names.some((name) => Object.hasOwn(values, prefix + name))) return values;
  const found = names.flatMap((name, at): [string, Value][] => {
    const value = values[`${prefix}${at + 1}`];
    return value === undefined ? [] : [[prefix + name, value]];
  });
  return found.length === 0 ? values : { ...values, ...Object.fromEntries(found) };
}
