import { spokenLines } from "./kinds/chat-app-lines.ts";
import { business } from "./kinds/types.ts";

/** A channel's voice agent, by its ids. */
export interface DemoVoice {
  keyId: string;
  agentId: string;
}

/** Answers calls: a simulated speech provider, in the simulators' process. */
export const speechKind = "speech";

export const speechOptions: [string, Record<string, unknown>] = [speechKind, { lines: spokenLines }];

const model = "simulated-speech";
const apiKey = "sk-simulated-speech";
const faqs = [
  { question: "Do you deliver on Saturdays?", answer: "Yes. We deliver from Monday to Saturday, between eight and six o'clock." },
  { question: "How long can I return a jacket?", answer: "You can return a jacket within 30 days, unworn and with its label." },
  { question: "When is the shop open?", answer: "The shop is open from Monday to Friday, from nine to seven o'clock." },
];
const agent = {
  name: "Front desk (simulated voice)",
  persona: { description: `Answers calls from customers of ${business.name}, a shop for outdoor clothing.`, tone: "friendly" },
  speech: { model },
  opening: {
    disclosure: "This is a simulation: you hear a synthesised voice, and its words appear on your screen. A transcript is kept.",
    greeting: `Hello, this is ${business.name}. What can I do for you?`,
  },
  transfer: { message: "Somebody of our team will write to you here, or call you back." },
  // The simulated model can summarize, but not classify.
  afterCall: { classify: false },
};

interface Named {
  name?: string;
  question?: string;
}

interface Answer {
  id?: string;
  data?: (Named & { id: string })[];
}

/** Lets the tenant's outbound guard accept the simulated provider, at its address and port only. */
export const allowing = (allowed: string, speechUrl: string): string =>
  [allowed, new URL(speechUrl).host].filter((part) => part !== "").join(",");

/**
 * Makes the demo's number answer calls. Uses the public API with the tenant's key, like any client. What has been
 * deleted since stays deleted.
 */
export async function setUpVoice(
  input: { url: string; key: string; speechUrl: string; channelId: string },
  known: DemoVoice | undefined,
): Promise<DemoVoice> {
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; body: Answer }> => {
    const response = await fetch(`${input.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${input.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const made = async (method: string, path: string, body: object): Promise<string> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200)
      throw new Error(`the demo's voice agent could not be set up: ${method} ${path} answered ${JSON.stringify(answer)}`);
    return answer.body.id ?? "";
  };
  /** An earlier start may have been interrupted after any step. */
  const madeOnce = async (path: string, body: object, named: "name" | "question"): Promise<string> => {
    const { data = [] } = (await call("GET", `${path}?limit=100`)).body;
    const there = data.find((one) => one[named] === (body as Named)[named]);
    return there?.id ?? (await made("POST", path, body));
  };
  const baseUrl = `${input.speechUrl}/compatible/v1`;
  if (known !== undefined) {
    // The simulator's port changes with each start.
    const answer = await call("PATCH", `/ai/keys/${known.keyId}`, { baseUrl, apiKey });
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`the demo's AI key could not be changed: ${answer.status} ${JSON.stringify(answer.body)}`);
    return known;
  }
  const key = { provider: "openai_compatible", name: "Simulated speech (demo)", apiKey, baseUrl, models: [model] };
  const keyId = await madeOnce("/ai/keys", key, "name");
  await made("PATCH", `/ai/keys/${keyId}`, { baseUrl, apiKey });
  for (const faq of faqs) await madeOnce("/knowledge/faqs", { ...faq, status: "published", language: "en" }, "question");
  const agentId = await madeOnce("/voice-agents", { ...agent, channelId: input.channelId }, "name");
  await made("POST", `/voice-agents/${agentId}/activate`, {});
  await made("PATCH", `/channels/${input.channelId}/calling`, { voiceAgentId: agentId });
  return { keyId, agentId };
}
