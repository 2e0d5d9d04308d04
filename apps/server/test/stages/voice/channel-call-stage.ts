/** Test stage for calls on chat channels: a tenant whose channel a voice agent answers, a platform, a realtime provider. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { eventually } from "../../eventually.ts";
import { appSecret, type startTestApp as Start, startTestApp, type TestApp } from "../../harness.ts";
import { startDirectRealtime } from "../../fakes/direct-realtime.ts";
import { deskTools } from "./desk-tools.ts";

/** A request to the platform about a call. */
export interface CallAct {
  number: string;
  token: string;
  body: any;
}

/** Handles what a call needs, and passes everything else on to the simulated platform. */
async function startCallPlatform() {
  const acts: CallAct[] = [];
  const settings = new Map<string, any>();
  let target = "";
  /** The error to respond with; null: none. */
  let refusal: (act: CallAct) => { status: number; code: number } | null | Promise<{ status: number; code: number } | null> = () => null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void serve().catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    async function serve(): Promise<void> {
      const body = Buffer.concat(chunks);
      const [, number, edge] = /^\/v25\.0\/(\d+)\/(calls|settings)$/.exec(request.url ?? "") ?? [];
      const json = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (number !== undefined && edge === "settings" && request.method === "GET")
        return void json(200, { calling: settings.get(number) ?? { status: "DISABLED" } });
      if (number !== undefined) {
        const act: CallAct = { number, token: request.headers.authorization ?? "", body: JSON.parse(body.toString() || "{}") };
        if (edge === "calls") acts.push(act);
        const refused = await refusal(act);
        if (refused !== null)
          return void json(refused.status, {
            error: { code: refused.code, message: "no", error_data: { details: `Refused with ${refused.code}.` } },
          });
        if (edge === "settings") settings.set(number, { ...settings.get(number), ...act.body.calling });
        return void json(200, { messaging_product: "whatsapp", success: true });
      }
      const { host: _, "content-length": __, connection: ___, ...headers } = request.headers as Record<string, string>;
      const passed = await fetch(`${target}${request.url}`, {
        method: request.method ?? "GET",
        headers,
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "application/json" });
      response.end(Buffer.from(await passed.arrayBuffer()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acts,
    settings,
    passesOnTo: (url: string) => {
      target = url;
    },
    refuses: (rule: typeof refusal | null) => {
      refusal = rule ?? (() => null);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let desks = 0;

export async function startChannelCallStage(options: Parameters<typeof Start>[0] = {}) {
  const platform = await startCallPlatform();
  const t = await startTestApp({ ...options, env: { CHAT_APP_API_URL: platform.url, ...options?.env } });
  platform.passesOnTo(t.simulator.url);
  const realtime = await startDirectRealtime();
  after(async () => {
    await t.stop();
    await realtime.close();
    await platform.close();
  });
  return { t, platform, realtime, desk: (settings?: object) => makeDesk(t, platform, realtime, settings) };
}

export const offer = "v=0\r\no=- 1 2 IN IP4 192.0.2.1\r\nm=audio 3480 UDP/TLS/RTP/SAVPF 111 126\r\n";

/** A fresh tenant whose channel is answered. `settings`: its voice agent's. */
async function makeDesk(
  t: TestApp,
  platform: Awaited<ReturnType<typeof startCallPlatform>>,
  realtime: Awaited<ReturnType<typeof startDirectRealtime>>,
  settings: object = {},
) {
  const nth = ++desks;
  const tenant = await t.tenant();
  const made = async (method: "post" | "patch", path: string, body?: unknown) => {
    const response = await tenant.api[method](`/api/v1${path}`, body);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const post = (path: string, body?: unknown) => made("post", path, body);
  const channel = await t.channel(tenant);
  const key = { provider: "openai_compatible", name: "Speech", apiKey: `sk-direct-${nth}`, baseUrl: realtime.baseUrl, models: ["m"] };
  await post("/ai/keys", key);
  const agent = await post("/voice-agents", {
    name: "Front desk",
    channelId: channel.id,
    opening: { greeting: "Hello.", disclosure: null },
    summary: false,
    afterCall: { classify: false },
    ...settings,
  });
  await post(`/voice-agents/${agent.id}/activate`);
  await made("patch", `/channels/${channel.id}/calling`, { voiceAgentId: agent.id });
  let calls = 0;

  /** Posts a callback for the platform's field `calls`. */
  async function tells(
    call: object,
    changeFields: object = {},
    how: { secret?: string; number?: string; path?: string } = {},
  ): Promise<number> {
    const value = {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "15550100100", phone_number_id: how.number ?? channel.externalId },
      calls: [call],
      ...changeFields,
    };
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ value, field: "calls" }] }] });
    const signature = createHmac("sha256", how.secret ?? appSecret)
      .update(body)
      .digest("hex");
    const response = await fetch(`${t.url}${how.path ?? "/callbacks/chat-app"}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }

  const seconds = () => String(Math.floor(t.clock.now().getTime() / 1_000));
  const shown = async (): Promise<any[]> => (await tenant.api.get("/api/v1/calls")).body.data;

  return {
    tenant,
    channel,
    agent,
    apiKey: `sk-direct-${nth}`,
    post,
    patch: (path: string, body: unknown) => made("patch", path, body),
    tells,
    calls: shown,
    /** A customer calls. What is stored is processed only when something drains. */
    async rings(given: { from?: string; id?: string; session?: unknown; how?: { secret?: string; number?: string; path?: string } } = {}) {
      const id = given.id ?? `wacid.${nth}.${++calls}`;
      const from = given.from ?? "447700900123";
      const status = await tells(
        {
          id,
          from,
          to: "15550100100",
          event: "connect",
          direction: "USER_INITIATED",
          timestamp: seconds(),
          session: given.session === undefined ? { sdp_type: "offer", sdp: offer } : given.session,
        },
        { contacts: [{ profile: { name: "Amina" }, wa_id: from }] },
        given.how,
      );
      return { id, from, status };
    },
    /** The platform reports that the call has ended. */
    ends: (call: { id: string; from: string }, fields: object = {}, changeFields: object = {}) =>
      tells(
        {
          id: call.id,
          from: call.from,
          to: "15550100100",
          event: "terminate",
          direction: "USER_INITIATED",
          timestamp: seconds(),
          status: "COMPLETED",
          ...fields,
        },
        changeFields,
      ),
    /** What the platform was asked to do with a call. */
    acts: (id: string) => platform.acts.filter(({ body }) => body.call_id === id).map(({ body }) => body.action as string),
    /** This tenant's. */
    sessions: () => realtime.calls.filter(({ apiKey }) => apiKey === `sk-direct-${nth}`),
    /** This tenant's newest call, once it has its session and was greeted. */
    async greeted() {
      await t.drain();
      const session = realtime.calls.findLast(({ apiKey }) => apiKey.startsWith("sk-")) as (typeof realtime.calls)[number];
      await eventually("the caller is greeted", () => session.heard.length > 0);
      return session;
    },
    /** The newest call with its turns, once it has ended and both sides were notified. */
    async ended(): Promise<any> {
      let call: any;
      await eventually("the call is over", async () => {
        [call] = await shown();
        return call !== undefined && call.endedAt !== null;
      });
      await t.drain();
      return (await tenant.api.get(`/api/v1/calls/${call.id}`)).body;
    },
    ...deskTools(t, tenant),
    conversation: async (id: string) => (await tenant.api.get(`/api/v1/conversations/${id}`)).body,
  };
}

export type Desk = Awaited<ReturnType<typeof makeDesk>>;
