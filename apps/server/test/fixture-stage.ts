/** Where fixtures are made: a fresh tenant, and the short ways in which its resources come about. */
import { randomBytes } from "node:crypto";
import { withClient } from "@parley/database";
import type { Api, TestApp, TestTenant } from "./harness.ts";

export interface FixtureStage {
  t: TestApp;
  tenant: TestTenant;
  api: Api;
  platform: TestTenant;
  /** The answer's body; throws unless it is 200. `what` names it. */
  expectOk<T>(what: string, answer: Promise<{ status: number; text: string; body: T }>): Promise<T>;
  /** Posts, and gives the id of what came of it. */
  made(what: string, path: string, body?: unknown): Promise<string>;
  /** For what no request can bring about. */
  sql<Row>(text: string, values: unknown[]): Promise<Row[]>;
}

export const word = () => randomBytes(4).toString("hex");
export const phone = () => `4477${(randomBytes(4).readUInt32BE() % 100_000_000).toString().padStart(8, "0")}`;

const platforms = new WeakMap<TestApp, Promise<TestTenant>>();

/** The tenant that operates the installation, with a payment gateway at which nobody answers. One per app. */
export function platformOf(t: TestApp): Promise<TestTenant> {
  const known = platforms.get(t) ?? makePlatform(t);
  platforms.set(t, known);
  return known;
}

async function makePlatform(t: TestApp): Promise<TestTenant> {
  const platform = await t.tenant({ kind: "platform" });
  const set = await platform.api.put("/api/v1/admin/gateway/settings", {
    enabled: true,
    baseUrl: "http://127.0.0.1:9",
    secretKey: `key-${randomBytes(8).toString("hex")}`,
    callbackToken: `token-${randomBytes(8).toString("hex")}`,
  });
  if (set.status !== 200) throw new Error(`fixture gateway: ${set.text}`);
  return platform;
}

/** @param kind of the tenant */
export async function startStage(t: TestApp, kind: "agency" | "platform"): Promise<FixtureStage> {
  const platform = await platformOf(t);
  const tenant = await t.tenant({ kind });
  const { api } = tenant;

  const expectOk: FixtureStage["expectOk"] = async (what, answer) => {
    const { status, text, body } = await answer;
    if (status !== 200) throw new Error(`fixture ${what}: ${status} ${text}`);
    return body;
  };

  return {
    t,
    tenant,
    api,
    platform,
    expectOk,
    made: async (what, path, body) => (await expectOk(what, api.post(path, body))).id,
    sql: (text, values) => withClient(t.database.admin, async (admin) => (await admin.query(text, values)).rows),
  };
}
