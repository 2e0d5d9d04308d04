import { bytesPerMs, createEar, quiet, speak } from "../../shared/speech.ts";
import { createMouth, loudness, openPeer } from "../../shared/rtc/index.ts";
import type { ChatAppSimulator } from "../types.ts";
import type { CallEnd } from "./calls.ts";

/** Quieter counts as silence. */
const loud = 0.002;

export interface CallerOptions {
  phoneNumberId: string;
  waId: string;
  name?: string;
  /** The speed of the call, which must be the same at the other end. Default 1. */
  speed?: number;
  /** Sent instead of its own description, for a broken or hostile caller. */
  offer?: string;
}

/** A customer who calls with real media: a peer that speaks from a script and listens. */
export async function callAs(simulator: Pick<ChatAppSimulator, "customer" | "customerCalls">, options: CallerOptions) {
  const { phoneNumberId, waId, name, speed = 1 } = options;
  const ear = createEar();
  const listeners = new Set<() => void>();
  let loudMs = 0;
  let receivedMs = 0;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const peer = openPeer((sound) => {
    receivedMs += sound.length / bytesPerMs;
    if (loudness(sound) > loud) loudMs += sound.length / bytesPerMs;
    ear.hear(sound);
    changed();
  });
  const mouth = createMouth((frame) => peer.send(frame), speed);
  const offer = options.offer ?? (await peer.offer());
  const customer = simulator.customer(waId, name);
  const { call, answered } = await placed(offer);
  let isDescribed = false;
  let ended: (end: { how: CallEnd; by: string; errorCode: number | null }) => void = () => undefined;
  const over = new Promise<{ how: CallEnd; by: string; errorCode: number | null }>((resolve) => (ended = resolve));
  const unsubscribe = simulator.customerCalls.subscribe((changedCall) => {
    if (changedCall === call) follow();
  });

  function follow(): void {
    if (call.answer !== null && !isDescribed && call.state !== "ended") {
      isDescribed = true;
      peer.accept(call.answer).catch(() => simulator.customerCalls.end(call, "failed", "platform", 138020));
    }
    if (call.state === "ended" && call.end !== null) {
      unsubscribe();
      mouth.close();
      void peer.close();
      ended(call.end);
    }
    changed();
  }
  // Sound only after the call was accepted and media can flow.
  void Promise.all([until(() => call.state === "accepted"), peer.connected]).then(
    () => mouth.open(),
    () => undefined,
  );
  void peer.closed.then(changed);
  follow();

  /** A call that is refused immediately leaves no connection open. */
  async function placed(description: string) {
    try {
      return customer.call(phoneNumberId, description);
    } catch (error) {
      await peer.close();
      throw error;
    }
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (call.state === "ended") throw new Error(`the call is over (${call.end?.how}); heard: ${ear.text()}`);
      await new Promise<void>((resolve) => {
        const poll = () => {
          listeners.delete(poll);
          resolve();
        };
        listeners.add(poll);
      });
    }
  }

  const say = (sound: Buffer) => mouth.say({ sound, ended: changed });
  return {
    id: call.id,
    call,
    /** The response to the webhook that announced it. */
    answered,
    connected: peer.connected,
    /** Resolves once the call is over. */
    ended: over,
    /** The text it understood. */
    heard: () => ear.text(),
    /** How much sound arrived, and how much of it was not silence. */
    energy: () => ({ receivedMs, loudMs }),
    /** Speaks, then stays silent until that counts as the end of a turn. */
    says: (text: string, silenceMs = 600) => say(Buffer.concat([speak(text), quiet(silenceMs)])),
    /** Continues speaking: no turn ends. */
    begins: (text: string) => say(speak(text)),
    hangUp: () => simulator.customerCalls.end(call, call.state === "accepted" ? "hung_up" : "cancelled", "customer"),
    /** Its media stop without notice, as when a phone loses its network. */
    async disconnect(): Promise<void> {
      mouth.close();
      await peer.close();
    },
    /** Resolves once the condition holds; checked again after every change. */
    until,
  };
}

export type Caller = Awaited<ReturnType<typeof callAs>>;
