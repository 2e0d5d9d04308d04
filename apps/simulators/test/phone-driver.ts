import type { PhoneMessage, PhoneTranscript, ThreadKey } from "../src/shared/phone/index.ts";
import type { Json } from "./harness.ts";

/** One customer's phone, as the page uses it. */
export interface PhoneDriver {
  at(path: string): string;
  read<T>(path: string): Promise<T>;
  does(action: string, body?: object): Promise<{ status: number; body: Json }>;
  transcript(): Promise<PhoneTranscript>;
  /** The messages once they are as they should be; looked at again after each change of the simulator. */
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
      const answer = await fetch(at(`${thread}/${action}`), { method: "POST", body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
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
