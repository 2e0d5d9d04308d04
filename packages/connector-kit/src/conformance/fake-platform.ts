import type { HttpResponse, PlatformHttp } from "../connector.ts";

export interface RecordedRequest {
  method: string;
  path: string;
  base?: string;
  headers: Record<string, string>;
  /** JSON as a value, anything else as text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of a body
  body: any;
}

export interface FakeResponse {
  body: unknown;
  status?: number;
  headers?: HttpResponse["headers"];
}

/** A platform that gives its answers in order, repeating the last one, and records the requests. */
export function fakePlatform(...answers: FakeResponse[]): PlatformHttp & { requests: RecordedRequest[]; downloaded: string[] } {
  const requests: RecordedRequest[] = [];
  const downloaded: string[] = [];
  let count = 0;
  const next = (): HttpResponse => {
    const { body, status = 200, headers = {} } = answers[Math.min(count++, answers.length - 1)] ?? { body: {} };
    return { status, headers, body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) };
  };
  return {
    requests,
    downloaded,
    async download({ url }) {
      downloaded.push(url);
      return next();
    },
    async request({ method, path, base, headers = {}, body }) {
      requests.push({ method, path, ...(base === undefined ? {} : { base }), headers, body: readBody(body) });
      return next();
    },
  };
}

/** A platform that never answers; `failure` is merged into the error, as the HTTP client does. */
export function silentPlatform(failure: object): PlatformHttp {
  const fail = async () => {
    throw Object.assign(new Error("no answer"), failure);
  };
  return { download: fail, request: fail };
}

function readBody(body: string | Buffer | undefined): unknown {
  const text = body?.toString();
  return text?.startsWith("{") ? JSON.parse(text) : text;
}
