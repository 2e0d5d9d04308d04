import type { ProviderError } from "../events.ts";

/** One code, a code with a subcode (`10/2534022`), or the first and last of a range. */
export type Codes = (number | `${number}/${number}` | [number, number])[];

export interface ErrorRule {
  class: ProviderError["class"];
  code: string;
  scope: ProviderError["scope"];
  retryAfterMs?: number;
  /** Meaning and remedy, for readers of the table and of the channel's page. */
  act: string;
}

export interface ErrorTable {
  /** A code with a subcode has its own key; a code alone covers all its other subcodes. */
  rules: ReadonlyMap<number | string, ErrorRule>;
  /** Every code of the table in order, duplicates included, so that a test can find them. */
  listed: readonly (number | string)[];
}

export function errorTable(rows: [Codes, ErrorRule][]): ErrorTable {
  return {
    rules: new Map(rows.flatMap(([codes, rule]) => expand(codes).map((code): [number | string, ErrorRule] => [code, rule]))),
    listed: rows.flatMap(([codes]) => expand(codes)),
  };
}

function expand(codes: Codes): (number | string)[] {
  return codes.flatMap((code) =>
    Array.isArray(code) ? Array.from({ length: code[1] - code[0] + 1 }, (_, index) => code[0] + index) : [code],
  );
}

export function stop(errorClass: ErrorRule["class"], scope: ErrorRule["scope"], code: string, act: string): ErrorRule {
  return { class: errorClass, code, scope, act };
}

export function no(scope: ErrorRule["scope"], act: string, code = "provider_error"): ErrorRule {
  return stop("permanent", scope, code, act);
}

export function retry(scope: ErrorRule["scope"], retryAfterMs: number | undefined, act: string): ErrorRule {
  return { ...stop("retryable", scope, "provider_error", act), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
