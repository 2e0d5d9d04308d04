/** Flows that start after silence: creating them, and letting time pass without messages. */
import { ok } from "../responses.ts";
import { makeFlow } from "../flows.ts";
import type { TestApp, TestTenant } from "../harness.ts";

export function setSilenceStage(t: TestApp) {
  return {
    make: (own: TestTenant, trigger: object, steps: object[] = [{ type: "add_label", label: "Silent" }]): Promise<any> =>
      makeFlow(own, { type: "no_reply_for", ...trigger }, steps),
    async pass(minutes: number): Promise<void> {
      t.clock.advance(minutes * 60_000);
      // Two workers at once: an event written by one is not written by the other.
      await Promise.all([t.drain(), t.drain()]);
      await t.settle();
    },
    reply: (own: TestTenant, line: { id: string }, person: { waId: string }, text: string) =>
      ok(own.api.post("/api/v1/messages", { channelId: line.id, to: `+${person.waId}`, type: "text", text })),
  };
}
