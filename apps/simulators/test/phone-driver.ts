import assert from "node:assert/strict";
import type { PhoneMessage, PhoneState, PhoneTranscript, ThreadKey } from "../src/shared/phone/index.ts";
import type { Json } from "./harness.ts";

/** One customer's phone, as the page uses it. */
export interface PhoneDriver {
  at(path: string): string;
  read<T>(path: string): Promise<T>;
  does(action: string, body?: object): Promise<{ status: number; body: Json }>;
  transcript(): Promise<PhoneTranscript>;
  /** The messages once they match; checked again after each change of the simulator. */
  shows(what: (messages: PhoneMessage[]) => boolean): Promise<PhoneMessage[]>;
  isOn(fault: string): Promise<boolean | undefined>;
  move(offsetMs: number): Promise<number>;
}

export function phoneOf(sim: { url: string; settled(): Promise<void> }, { accountId, customerId }: ThreadKey): PhoneDriver {
  const at = (path: string) => `${sim.url}/_simulator/phone${path}`;
  const thread = `/threads/${encodeURIComponent(accountId)}/${encodeURIComponent(customerId)}`;
  const read = async <T>(path: string) => (await (await fetch(at(path))).json()) as T;
  const transcript = () => read<PhoneTranscript>(thread);
  return {
    at,
    read,
    transcript,
    async does(action, body = {}) {
      const response = await fetch(at(`${thread}/${action}`), { method: "POST", body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
    async shows(what) {
      for (let round = 0; round < 200; round++) {
        const { messages } = await transcript();
        if (what(messages)) return messages;
        await sim.settled();
      }
      throw new Error(`the phone shows ${JSON.stringify((await transcript()).messages)}`);
    },
    isOn: async (id) => (await transcript()).thread.faults.find((fault) => fault.id === id)?.on,
    move: async (offsetMs) => (await fetch(at("/clock"), { method: "POST", body: JSON.stringify({ offsetMs }) })).status,
  };
}

/** Two texts in reverse order; `texts` are those that reached the business. */
export async function playSwap(phone: PhoneDriver & { sim: { settled(): Promise<void> } }, texts: () => string[]): Promise<void> {
  await phone.does("faults", { id: "swap", on: true });
  await phone.does("messages", { type: "text", text: "one" });
  assert.deepEqual(texts(), []);
  await phone.does("messages", { type: "text", text: "two" });
  await phone.sim.settled();
  assert.deepEqual(texts(), ["two", "one"]);
  assert.deepEqual(
    (await phone.transcript()).messages.map((message) => message.text),
    ["one", "two"],
  );
}

/** Every sample of the platform and one's own picture; each one with media can be loaded. */
export async function playSamples(phone: PhoneDriver & { sim: { settled(): Promise<void> } }): Promise<PhoneMessage[]> {
  const { samples } = (await phone.read<PhoneState>("")).abilities;
  for (const { id } of samples) assert.equal((await phone.does("messages", { type: "sample", sample: id })).status, 200, id);
  const own = { type: "file", mimeType: "image/png", data: Buffer.from("own picture").toString("base64") };
  const { messageId } = (await phone.does("messages", own)).body;
  await phone.sim.settled();
  const look = (id: string) => fetch(phone.at(`/media/${encodeURIComponent(id)}`));
  const { messages } = await phone.transcript();
  for (const message of messages.filter(({ media }) => media !== undefined)) {
    const response = await look(message.id);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, message.media?.mimeType]);
    assert.ok((await response.arrayBuffer()).byteLength > 10);
  }
  assert.equal(await (await look(messageId)).text(), "own picture");
  return messages;
}
