import { wireId } from "#platform/ids/ids.ts";
import { closedText } from "./scripts.ts";
import type { Story } from "./story.ts";
import { hourMs, iso, minuteMs, type Row, type Rows } from "./world.ts";

/** The flows of setup.ts, by name. */
export const flowNames = { closed: "After hours", prices: "Price question", unhappy: "Unhappy customer" } as const;

interface Step {
  path: string;
  type: string;
  status: "done" | "waiting" | "failed";
  result: object;
  at: number;
}

function run(story: Story, rows: Rows, flow: string, startsAt: number, how: { status: string; error?: object; steps: Step[] }): void {
  const { random, flows, endsAt } = story.world;
  const steps = how.steps.filter(({ at }) => at < endsAt);
  const id = random.id(startsAt);
  const last = steps.at(-1)?.at ?? startsAt;
  rows.add("flow_runs", {
    id,
    flow_id: flows.get(flow),
    version: 1,
    contact_id: story.person.id,
    conversation_id: story.id,
    status: how.status,
    started_by: wireId("evt", random.id(startsAt)),
    trigger_event_id: null,
    depth: 0,
    context: {},
    place: steps.length,
    steps: steps.length,
    waiting_for: null,
    waiting_since: null,
    error: how.error ?? null,
    state: "idle",
    run_at: iso(last),
    started_at: iso(startsAt),
    updated_at: iso(last),
    ended_at: iso(last),
  });
  for (const [i, { path, type, status, result, at }] of steps.entries()) {
    const row: Row = {
      run_id: id,
      n: i + 1,
      path,
      type,
      status,
      result,
      conversation_id: type.startsWith("wait") ? null : story.id,
      at: iso(at),
    };
    rows.add("flow_run_steps", row);
  }
}

/** Somebody writes outside business hours and gets a message saying so. */
export function afterHours(story: Story, rows: Rows): void {
  const at = story.startedAt + 2_000;
  if (at >= story.world.endsAt) return;
  const flow = wireId("flow", story.world.flows.get(flowNames.closed) as string);
  const waits = story.waitingSince;
  const messageId = story.say(at, closedText, { kind: "flow", id: flow });
  // After an automatic message, the customer still waits for a person.
  story.waitingSince = waits;
  run(story, rows, flowNames.closed, story.startedAt + 300, {
    status: "completed",
    steps: [{ path: "steps[0]", type: "send_message", status: "done", result: { messageId: wireId("msg", messageId) }, at }],
  });
}

/** Somebody asks for a price: tagged, and a deal once they reply. */
export function priceRun(story: Story, rows: Rows, startsAt: number, replied: boolean): void {
  const { random } = story.world;
  const replyAt = startsAt + (replied ? Math.floor(random.around(20 * minuteMs)) : 4 * hourMs);
  // A run that is still waiting would continue by itself, so those of the last hours are left out.
  if (replyAt + minuteMs >= story.world.endsAt) return;
  const fails = replied && random.chance(0.04);
  const error = { code: "conflict", message: "The contact was merged while the step ran.", path: "steps[2]" };
  run(story, rows, flowNames.prices, startsAt + 400, {
    status: fails ? "failed" : "completed",
    ...(fails ? { error } : {}),
    steps: [
      { path: "steps[0]", type: "add_tag", status: "done", result: { tag: "interested" }, at: startsAt + 600 },
      { path: "steps[1]", type: "wait_for_reply", status: "waiting", result: {}, at: startsAt + 700 },
      { path: "steps[1]", type: "wait_for_reply", status: "done", result: { replied }, at: replyAt },
      replied
        ? {
            path: "steps[2]",
            type: "set_priority",
            status: fails ? "failed" : "done",
            result: fails ? { code: error.code } : { priority: "medium" },
            at: replyAt + 500,
          }
        : { path: "steps[1].onTimeout[0]", type: "stop", status: "done", result: {}, at: replyAt + 500 },
    ],
  });
}

export function failingRun(story: Story, rows: Rows, at: number): void {
  if (at + minuteMs >= story.world.endsAt) return;
  run(story, rows, flowNames.unhappy, at, {
    status: "completed",
    steps: [
      { path: "steps[0]", type: "add_tag", status: "done", result: { tag: "unhappy" }, at: at + 300 },
      { path: "steps[1]", type: "set_priority", status: "done", result: { priority: "high" }, at: at + 500 },
    ],
  });
}
