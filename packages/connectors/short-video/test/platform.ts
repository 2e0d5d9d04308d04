import assert from "node:assert/strict";
import type { ChannelAccess, HttpResponse, PlatformHttp } from "@parley/connector-kit";
import { BUSINESS } from "./frames.ts";

export const TOKEN = "act.secret";

export const access: ChannelAccess = {
  externalId: BUSINESS,
  config: {
    businessId: BUSINESS,
    clientKey: "7400000000000000001",
    clientSecret: "app-secret",
    accessToken: TOKEN,
    refreshToken: "rft.secret",
  },
};

export const fine = (data: unknown = {}) => ({ code: 0, message: "OK", request_id: "r1", data });
export const refusal = (code: number, message = "no") => ({ code, message, request_id: "r1", data: {} });

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

type ScriptedAnswer = unknown | ((asked: RecordedRequest) => unknown);

/** A platform that answers by path (without its trailing slash) and records the requests. */
export function platform(
  answers: Record<string, ScriptedAnswer>,
  options: { status?: number; content?: Partial<HttpResponse>; fail?: Record<string, object> } = {},
): PlatformHttp & { asked: RecordedRequest[]; downloads: { url: string; headers: Record<string, string> }[] } {
  const asked: RecordedRequest[] = [];
  const downloads: { url: string; headers: Record<string, string> }[] = [];
  return {
    asked,
    downloads,
    async download({ url, headers = {} }) {
      downloads.push({ url, headers });
      return { status: 200, headers: { "content-type": "image/png; x=y" }, body: Buffer.from("pixels"), ...options.content };
    },
    async request({ method, path, headers = {}, body }) {
      const [bare = ""] = path.split("?");
      assert.match(bare, /^\/open_api\/v1\.3\/.*\/$/, "the slash at the end");
      const name = bare.slice("/open_api/v1.3/".length, -1);
      const json = headers["content-type"] === "application/json";
      const call = { method, path, headers, body: json ? JSON.parse(String(body)) : body };
      asked.push(call);
      const failure = options.fail?.[name];
      if (failure !== undefined) throw Object.assign(new Error("no answer"), failure);
      assert.ok(Object.hasOwn(answers, name), `nobody expected ${name}`);
      const given = answers[name];
      const answer = typeof given === "function" ? given(call) : given;
      return {
        status: options.status ?? 200,
        headers: {},
        body: Buffer.from(typeof answer === "string" ? answer : JSON.stringify(answer)),
      };
    },
  };
}

export const lost = { httpFailure: true, reached: true, reason: "timeout" };
export const neverLeft = { httpFailure: true, reached: false, reason: "network" };
