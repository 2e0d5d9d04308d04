import type { Simulator } from "./simulators.ts";

export interface ProofInput {
  url: string;
  key: string;
  channelId: string;
  phoneNumberId: string;
  simulator: Simulator;
  customer: { number: string; name: string };
}

const timeoutMs = 15_000;

/**
 * One conversation through the real protocol: a simulated customer writes, the conversation appears, a reply is sent
 * and read. Resolves with the milliseconds it took, from the customer's send to our reading of "read".
 */
export async function runProof(input: ProofInput): Promise<number> {
  const startedAt = performance.now();
  await input.simulator.control("POST", `customers/${input.customer.number}/messages`, {
    phoneNumberId: input.phoneNumberId,
    name: input.customer.name,
    text: "Hi, is the blue jacket back in stock?",
  });
  const get = (path: string) => call<{ data: { id: string }[]; status: string }>(input, "GET", path);
  await until(
    "the customer's message does not show",
    async () => (await get(`/conversations?channelId=${input.channelId}`)).data.length > 0,
  );
  const sent = await call<{ id: string }>(input, "POST", "/messages", {
    channelId: input.channelId,
    to: input.customer.number,
    type: "text",
    text: "It is! Sizes M and L. Shall we put one aside?",
  });
  await until("the answer is not read", async () => (await get(`/messages/${sent.id}`)).status === "read");
  return performance.now() - startedAt;
}

async function until(failure: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`the proof of the demo failed: ${failure}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function call<T>(input: ProofInput, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${input.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${input.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the proof of the demo failed: ${method} ${path} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
