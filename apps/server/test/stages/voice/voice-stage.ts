/** Test stage for calls: a tenant with a voice agent on a number, its telephony provider, and a realtime provider. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { startRealtimeProvider } from "@parley/simulators/realtime-provider";
import { type SimulatedCall, startTelephony } from "@parley/simulators/telephony";
import { eventually } from "../../eventually.ts";
import { type Api, type startTestApp as Start, startTestApp, type TestApp, type TestTenant } from "../../harness.ts";
import { ok } from "../../responses.ts";
import { deskTools } from "./desk-tools.ts";

let tenants = 0;

export async function startVoiceStage(options: { app?: Parameters<typeof Start>[0] } = {}) {
  const t = await startTestApp(options.app);
  const realtime = await startRealtimeProvider();
  after(async () => {
    await t.stop();
    await realtime.close();
  });
  const rows = <T extends object>(tenantId: string, text: string) =>
    t.app.database.withTenant(tenantId, (tx) => tx.query<T>({ text, values: [tenantId] }));
  return {
    t,
    realtime,
    line: async (settings?: object, tenant?: TestTenant) => makeLine(t, realtime.baseUrl, tenant ?? (await t.tenant()), settings),
    /** A tenant's rows, by a statement whose $1 is its id. */
    rows,
    /** Stored parts of recordings that are not a file yet. */
    pieces: async (tenantId: string) => (await rows(tenantId, "select 1 from voice_recording_pieces where tenant_id = $1")).length,
  };
}

/** A tenant, fresh by default, whose number is answered. `settings`: its voice agent's. */
async function makeLine(t: TestApp, baseUrl: string, tenant: TestTenant, settings: object = {}) {
  const nth = ++tenants;
  const accountId = `AC${String(nth).padStart(32, "0")}`;
  const number = `+4930${String(1_000_000 + nth)}`;
  const telephony = await startTelephony({ accountId, authToken: `auth-token-${nth}-00000` });
  after(() => telephony.close());
  const post = async (path: string, body?: unknown) => {
    const made = await tenant.api.post(`/api/v1${path}`, body);
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const channel = await t.channel(tenant);
  const key = await post("/ai/keys", { provider: "openai_compatible", name: "Speech", apiKey: `sk-speech-${nth}`, baseUrl, models: ["m"] });
  const agent = await post("/voice-agents", {
    name: "Front desk",
    channelId: channel.id,
    opening: { greeting: "Hello.", disclosure: null },
    summary: false,
    afterCall: { classify: false },
    ...settings,
  });
  await post(`/voice-agents/${agent.id}/activate`);
  const account = await post("/telephony-accounts", {
    provider: "twilio",
    name: "Main",
    providerAccountId: accountId,
    authToken: `auth-token-${nth}-00000`,
    baseUrl: telephony.url,
  });
  const phoneNumber = await post("/phone-numbers", { number, telephonyAccountId: account.id, voiceAgentId: agent.id });

  const calls = async (): Promise<any[]> => (await tenant.api.get("/api/v1/calls")).body.data;
  return {
    tenant,
    telephony,
    account,
    agent,
    channel,
    key,
    apiKey: `sk-speech-${nth}`,
    number,
    phoneNumber,
    post,
    /** Requests a call, and lets it be placed. */
    async calling(given: object = {}): Promise<any> {
      const made = await post("/calls", {
        voiceAgentId: agent.id,
        phoneNumberId: phoneNumber.id,
        to: "+447700900123",
        consent: "requested",
        ...given,
      });
      await t.drain(["outbound calls"]);
      return made;
    },
    calls,
    dial: (given: Partial<Parameters<typeof telephony.call>[1]> = {}): Promise<SimulatedCall> =>
      telephony.call(account.callbackUrl, { to: number, ...given }),
    /** The newest call with its turns, once it has ended. */
    async ended(): Promise<any> {
      let call: any;
      await eventually("the call is over", async () => {
        call = (await calls())[0];
        return call !== undefined && call.endedAt !== null;
      });
      return (await tenant.api.get(`/api/v1/calls/${call.id}`)).body;
    },
    ...deskTools(t, tenant),
  };
}

/** The line of a call that was accepted. */
export function lineOf(call: SimulatedCall) {
  assert.equal(call.status, 200, call.markup[0]);
  assert.notEqual(call.line, null, call.markup[0]);
  return call.line as NonNullable<SimulatedCall["line"]>;
}

/**
 * Waits until the caller has heard an answer that ends in `text`, to its last sound. What they say before that would interrupt it, and the
 * recording of a call that they end before that lacks the rest.
 */
export async function hearsWhole(caller: ReturnType<typeof lineOf>, text: string): Promise<void> {
  await caller.until(() => caller.heard().endsWith(text) && caller.heardAll());
}

/** Switches a tenant's app, without which no call begins, on or off. */
export async function switchApp(api: Api, isActive: boolean): Promise<void> {
  const [app] = (await ok(api.get("/api/v1/admin/apps"))).data;
  await ok(api.patch(`/api/v1/admin/apps/${app.id}/status`, { isActive }));
}
