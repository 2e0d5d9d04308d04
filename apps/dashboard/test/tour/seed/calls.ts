/** A voice agent on a number, and a recorded call with it. */
import { startRealtimeProvider } from "@parley/simulators/realtime-provider";
import { startTelephony } from "@parley/simulators/telephony";
import { eventually } from "@parley/server/test/eventually.ts";
import { lineOf } from "@parley/server/test/stages/voice/voice-stage.ts";
import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";

export interface SeededCalls {
  voiceAgent: string;
  call: string;
}

interface Made {
  id: string;
}

export async function takeCalls(stage: Stage): Promise<SeededCalls> {
  const { api } = stage.tenant;
  const make = <Of extends Made = Made>(path: string, body: object) => answered<Of>(api.post(`/api/v1${path}`, body));
  const account = { accountId: `AC${"5".repeat(32)}`, authToken: "the-token-of-the-shop" };
  const [realtime, telephony] = await Promise.all([startRealtimeProvider(), startTelephony(account)]);
  const number = "+493055512340";
  const key = await make("/ai/keys", {
    ...{ provider: "openai_compatible", name: "Speech", apiKey: "sk-speech-0815", baseUrl: realtime.baseUrl, models: ["gpt-realtime"] },
    priority: 9,
  });
  const agent = await make("/voice-agents", {
    ...{ name: "Noa, front desk", channelId: stage.channels.chatApp.id },
    persona: { description: "The front desk of an outdoor shop, outside business hours" },
    opening: { greeting: "Northwind Outdoor, this is Noa. How can I help you?", disclosure: "I am software, and a transcript is kept." },
    // The other keys are for models that do not speak.
    speech: { aiKeyId: key.id },
    transfer: { phoneNumber: "+49301230000" },
    recording: { mode: "announced", announcement: "This call is recorded. Say stop or press 2 if you do not want that." },
  });
  await answered(api.post(`/api/v1/voice-agents/${agent.id}/activate`, {}));
  const line = await make<Made & { callbackUrl: string }>("/telephony-accounts", {
    ...{ provider: "twilio", name: "Main line", providerAccountId: account.accountId, authToken: account.authToken },
    baseUrl: telephony.url,
  });
  await answered(api.post(`/api/v1/telephony-accounts/${line.id}/test`, {}));
  await make("/phone-numbers", { number, name: "Shop", telephonyAccountId: line.id, voiceAgentId: agent.id });
  const call = await telephony.call(line.callbackUrl, { to: number, from: "+420601000207" });
  const caller = lineOf(call);
  await caller.until(() => caller.heard().endsWith("How can I help you?"));
  caller.says("Hello, it is about my order.");
  await caller.until(() => caller.heard().endsWith("I see."));
  caller.says("Bye");
  await caller.until(() => caller.heard().endsWith("Goodbye."));
  await call.outcome;
  let id = "";
  await eventually("the call is over, and its recording is made", async () => {
    const { data } = await answered<{ data: (Made & { recording: { status: string } | null })[] }>(api.get("/api/v1/calls"));
    id = data[0]?.id ?? "";
    return data[0]?.recording?.status === "ready";
  });
  await Promise.all([telephony.close(), realtime.close()]);
  return { voiceAgent: agent.id, call: id };
}
