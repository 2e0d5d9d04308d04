import type { CircuitRow, ProviderAccess, UsableKey } from "#modules/knowledge/ai-keys/index.ts";

/** A model of a key that may be called. */
export interface Candidate {
  key: UsableKey;
  access: ProviderAccess;
  model: string;
  /** The circuits of the key and of this model when the turn started. */
  circuits: CircuitRow[];
}

/** More than can be tried within a turn. */
const candidatesMax = 8;

/**
 * The candidates in order: the requested models of the keys that offer them, then every key's first model, by priority.
 * A requested model without a provider matches any key that offers it. Pure.
 */
export function chooseCandidates(
  keys: readonly UsableKey[],
  circuits: readonly CircuitRow[],
  requests: readonly { provider?: string; model: string }[],
): Candidate[] {
  const chosen = new Map<string, Candidate>();
  const add = (key: UsableKey, model: string) => {
    const own = circuits.filter((circuit) => circuit.key_id === key.id && ["", model].includes(circuit.model));
    const name = `${key.id} ${model}`;
    if (!chosen.has(name)) chosen.set(name, { key, access: key.access, model, circuits: own });
  };
  for (const requested of requests) {
    for (const key of keys) {
      if ((requested.provider === undefined || requested.provider === key.access.provider) && key.models.includes(requested.model))
        add(key, requested.model);
    }
  }
  for (const key of keys) add(key, key.models[0] as string);
  return [...chosen.values()].slice(0, candidatesMax);
}
