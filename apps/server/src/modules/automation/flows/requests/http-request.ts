/** The request that a step `http_request` describes, and what is stored of its response. Pure. */
import type { Secret } from "#platform/crypto/secret.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { originHeader } from "#platform/events/origin.ts";
import type { OutboundRequest } from "#platform/outbound-http/client.ts";
import { cleanText, cut } from "#platform/text/clean.ts";
import { mapTexts, placeholdersOf, renderText, textsIn } from "../definition/flow-texts.ts";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Stored in a variable of the run, or a field of the contact. `from`: status, body, body.order.items[0].id */
export interface Stored {
  from: string;
  variable?: string;
  field?: string;
}

export interface RequestStep {
  type: "http_request";
  method: Method;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  timeoutSeconds?: number;
  idempotent?: boolean;
  store?: Stored[];
}

export const timeoutSecondsDefault = 10;
/** How many bytes of a response are read. */
export const responseBytesMax = 65_536;
/** How many characters of a response a run's history keeps, and of each stored value. */
const excerptMax = 1_000;
const valueMax = 2_000;

/** Scheme, host and port as written: nothing that a customer writes chooses the host. null: it contains a placeholder, or is not a URL. */
export function originOf(url: string): string | null {
  return /^https?:\/\/[^/?#{}\\\s@]+(?=[/?#]|$)/i.exec(url)?.[0] ?? null;
}

/** All texts that may contain placeholders. */
export const textsOfRequest = (step: RequestStep): string[] => [step.url, ...Object.values(step.headers ?? {}), ...textsIn(step.body)];

export function secretNames(step: RequestStep): string[] {
  return placeholdersOf(textsOfRequest(step)).flatMap(({ kind, own }) => (kind === "secret" && own !== null ? [own] : []));
}

/** Whether it may be repeated after a failure with unknown effect: as the step says, otherwise for a GET. */
export const isIdempotent = (step: RequestStep): boolean => step.idempotent ?? step.method === "GET";

type FilledVariables = Readonly<Record<string, string>>;

const filling = (fillings: FilledVariables, key: string) => {
  if (!Object.hasOwn(fillings, key)) throw new Error("a placeholder without its value");
  return fillings[key] as string;
};

/** `secrets` null: they stay as written, for people to read. Throws conflict for an unknown secret, or a value that a path cannot hold. */
export function buildRequest(
  step: RequestStep,
  fillings: FilledVariables,
  secrets: ReadonlyMap<string, Secret> | null,
): { method: Method; url: string; headers: Record<string, string>; body: string | null } {
  const secret = (name: string) => {
    if (secrets === null) return `{{secrets.${name}}}`;
    const known = secrets.get(name);
    if (known === undefined) throw new AppError("conflict", { message: `The secret ${name} does not exist.` });
    return known.reveal();
  };
  const plain = (text: string) =>
    renderText(text, ({ kind, own, key }) => (kind === "secret" ? secret(own as string) : filling(fillings, key)));
  const query = step.url.indexOf("?");
  const url = renderText(step.url, ({ kind, own, key, name }, at) => {
    const inQuery = query >= 0 && at > query;
    if (kind === "secret") {
      if (secrets === null) return secret(own as string);
      const encoded = encodeURIComponent(secret(own as string));
      // A secret may be several path segments; what people write never is.
      return inQuery ? encoded : encoded.replaceAll("%2F", "/");
    }
    const value = filling(fillings, key);
    if (!inQuery && /^\.{0,2}$/.test(value)) throw new AppError("conflict", { message: `The value of ${name} cannot be used in a path.` });
    return encodeURIComponent(value.toWellFormed());
  });
  const headers = Object.fromEntries(
    Object.entries(step.headers ?? {}).map(([name, text]) => [name.toLowerCase(), plain(text).replaceAll(/[\u0000-\u001F\u007F]/g, " ")]),
  );
  if (step.body === undefined || step.method === "GET") return { method: step.method, url, headers, body: null };
  const isText = typeof step.body === "string";
  const body = isText ? plain(step.body as string) : JSON.stringify(mapTexts(step.body, plain));
  return {
    method: step.method,
    url,
    headers: { "content-type": isText ? "text/plain; charset=utf-8" : "application/json", ...headers },
    body,
  };
}

/** The request as sent. The key is the same however often the call is made. `origin` tells our own API that a flow calls it. */
export function outboundOf(step: RequestStep, built: ReturnType<typeof buildRequest>, key: string, origin: string): OutboundRequest {
  return {
    method: built.method,
    url: built.url,
    headers: {
      "user-agent": "Service-Flows/1.0",
      accept: "*/*",
      "accept-encoding": "identity",
      "idempotency-key": key,
      ...built.headers,
      [originHeader]: origin,
    },
    ...(built.body === null ? {} : { body: built.body }),
    timeoutMs: (step.timeoutSeconds ?? timeoutSecondsDefault) * 1_000,
    responseBytesMax: responseBytesMax,
  };
}

/** A text with the secrets removed, in whatever form they occur. */
export function withoutSecrets(text: string, secrets: ReadonlyMap<string, Secret>): string {
  let clean = text;
  for (const [name, secret] of secrets) {
    const value = secret.reveal();
    const inBase64 = Buffer.from(value)
      .toString("base64")
      .replace(/={1,2}$/, "");
    for (const form of new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), inBase64]))
      clean = clean.replaceAll(form, `{{secrets.${name}}}`);
  }
  return clean;
}

export type StoredValue = string | number | boolean | null | string[];

export interface HttpResult {
  /** null: there was no response. */
  status: number | null;
  /** Why there is no response, or why nothing could be read from it. */
  error: string | null;
  body: string | null;
  truncated: boolean;
  durationMs: number;
  /** In the order of `store`. */
  values: StoredValue[];
}

/** What is stored of a response: bounded, without secrets. */
export function readAnswer(
  step: RequestStep,
  secrets: ReadonlyMap<string, Secret>,
  input: { status: number; text: string; truncated: boolean; durationMs: number },
): HttpResult {
  const { status, truncated, durationMs } = input;
  const text = cleanText(withoutSecrets(input.text, secrets));
  const answer: HttpResult = { status, error: null, body: cut(text, excerptMax), truncated, durationMs, values: [] };
  const wanted = step.store ?? [];
  if (wanted.length === 0 || status < 200 || status > 299) return answer;
  let parsed: unknown;
  if (wanted.some(({ from }) => from.startsWith("body."))) {
    if (truncated) return { ...answer, error: `The response is larger than ${responseBytesMax / 1_024} KiB.` };
    try {
      parsed = JSON.parse(text);
    } catch {
      return { ...answer, error: "The response is not JSON." };
    }
  }
  const values = wanted.map(({ from }) =>
    from === "status" ? status : from === "body" ? cut(text, valueMax) : storable(at(parsed, from)),
  );
  return { ...answer, values };
}

/** `body`, `body.data.items[0].id`. Pure. */
export const storePath = /^(status|body(\.[A-Za-z0-9_$-]{1,100}|\[\d{1,4}\]){0,20})$/;

function at(parsed: unknown, from: string): unknown {
  let value = parsed;
  for (const [, name, index] of from.matchAll(/\.([A-Za-z0-9_$-]+)|\[(\d+)\]/g)) {
    if (typeof value !== "object" || value === null) return null;
    if (name !== undefined) value = !Array.isArray(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;
    else value = Array.isArray(value) ? value[Number(index)] : null;
  }
  return value ?? null;
}

/** The value at a path of a JSON body, as a run stores it; null: nothing. Pure. */
export const valueAt = (parsed: unknown, from: string): StoredValue => storable(at(parsed, from));

function storable(value: unknown): StoredValue {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return cut(cleanText(value), valueMax);
  if (Array.isArray(value) && value.length <= 200 && value.every((item) => typeof item === "string" && item.length <= 100))
    return value.map(cleanText);
  return cut(JSON.stringify(value), valueMax);
}
