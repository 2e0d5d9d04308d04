/** Service levels and satisfaction in metrics: what was promised, met and rated, tested through the whole product. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { counted, day, hour, minute, promised, t, valuesOf } from "../../../../test/stages/metric-stage.ts";

const now = () => t.clock.now().getTime();

test("property: whatever happens to tickets, met and missed targets follow from their due times", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("answer", "pause", "resolve", "reopen", "wait"), fc.integer({ min: 1, max: 40 })), {
        minLength: 1,
        maxLength: 8,
      }),
      async (steps) => {
        const { tenant } = await promised();
        const since = now();
        const made = await tenant.api.post("/api/v1/tickets", { subject: "Broken" });
        let missed = 0;
        const path = `/api/v1/tickets/${made.body.id}`;
        const wanted = { answer: "in_progress", pause: "pending", resolve: "resolved", reopen: "open" } as const;
        for (const [what, minutes] of steps) {
          t.clock.advance(minutes * minute);
          await t.drain();
          if (what !== "wait") await tenant.api.patch(path, { status: wanted[what] });
        }
        t.clock.advance(1_000);
        await counted(tenant);
        const v = await valuesOf(tenant, since - hour, now() + day);
        missed = (await tenant.api.get(path)).body.sla?.breached?.length ?? 0;
        assert.equal(v["ticket_sla_missed"].value, missed);
        const [met, total] = [v["ticket_sla_met"].value, v["ticket_sla_compliance"].observations];
        assert.equal(total, met + missed);
        // A first response at most once, a resolution at most once per resolving, a next response at most once per
        // reopening.
        const resolves = steps.filter(([what]) => what === "resolve").length;
        assert.ok(met <= 1 + resolves + steps.filter(([what]) => what === "reopen").length);
      },
    ),
    { numRuns: 12 },
  );
});
