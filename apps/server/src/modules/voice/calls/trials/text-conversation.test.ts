import assert from "node:assert/strict";
import { it } from "node:test";
import { defaultSettings } from "#modules/voice/voice-agents/index.ts";
import { createManualTimers } from "#platform/clock/timers.ts";
import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import type { ToolResult } from "../session/session.types.ts";
import { createTextConversation } from "./text-conversation.ts";

/** `says`: the provider's events after each request for a response. */
function conversation(says: RealtimeEvent[][], runTool: () => Promise<ToolResult>) {
  const sent: any[] = [];
  const reported: unknown[] = [];
  const answer = createTextConversation(
    {
      settings: defaultSettings,
      facts: {
        tenantName: "Alba",
        callerName: null,
        nonce: "n0nce",
        weCalled: false,
        purpose: null,
        people: null,
        hasContact: true,
        hasChat: true,
        recording: "off",
      },
    },
    {
      timers: createManualTimers(),
      sources: [],
      runTool,
      report: (error) => void reported.push(error),
      connect: async (_, listener) => ({
        send(event: any) {
          sent.push(event);
          if (event.type === "response.create") for (const one of says.shift() ?? []) listener.event(one);
        },
        append: () => undefined,
        failed: async () => undefined,
        close: () => undefined,
      }),
    },
  );
  return { sent, reported, answer: () => answer([{ speaker: "caller", text: "Hi" }]) };
}

const done = { kind: "response_done", failure: null } as RealtimeEvent;
const said = (text: string) => ({ kind: "said", text }) as RealtimeEvent;

it("continues after a tool fails", async () => {
  const failure = new Error("refused by the database");
  const called = { kind: "tool_called", callId: "c1", name: "search_knowledge", input: "{}" } as RealtimeEvent;
  const { answer, sent, reported } = conversation(
    [
      [called, done],
      [said("I do not know."), done],
    ],
    () => Promise.reject(failure),
  );
  const reply = await answer();
  assert.deepEqual([reply?.text, reply?.tools[0]?.outcome], ["I do not know.", "failed"]);
  assert.deepEqual(reported, [failure]);
  assert.match(sent.find(({ item }) => item?.type === "function_call_output").item.output, /Go on without it/);
});

it("ends if the provider says an excessive amount", async () => {
  const unused = () => Promise.reject(new Error("no tool was called"));
  const long = Array.from({ length: 5 }, () => said("x".repeat(9_000)));
  assert.equal((await conversation([long], unused).answer())?.text.length, 20_000);
  const many = Array.from({ length: 200 }, () => said("x"));
  assert.equal((await conversation([many], unused).answer())?.text.replaceAll(" ", "").length, 100);
});
