/** Flows with a schedule: made, and the time until their occurrence. */
import { makeFlow } from "../flows.ts";
import type { TestApp, TestTenant } from "../harness.ts";

const minute = 60_000;
export const steps = [{ type: "add_tag", tag: "greeted" }];

export function setScheduleStage(t: TestApp) {
  return {
    /** An active flow with that schedule. */
    make: (
      own: TestTenant,
      trigger: object,
      { steps: given = steps, ...more }: { steps?: object[]; [field: string]: unknown } = {},
    ): Promise<any> => makeFlow(own, { type: "schedule", ...trigger }, given, more),
    /** A time of day some minutes from now, and its instant. */
    soon(minutes = 5): { time: string; at: Date } {
      const at = new Date(Math.floor((t.clock.now().getTime() + minutes * minute) / minute) * minute);
      return { time: at.toISOString().slice(11, 16), at };
    },
    async until(at: Date | number): Promise<void> {
      t.clock.advance(new Date(at).getTime() - t.clock.now().getTime());
      await t.drain();
      await t.settle();
    },
  };
}
