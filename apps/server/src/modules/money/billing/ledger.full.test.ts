import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import { entriesOf, ledger, t, withCredit, write } from "../../../../test/stages/ledger-stage.ts";
import { toDecimal, toMicros } from "#platform/money/money.ts";

describe("the ledger", () => {
  const amount = fc.bigInt({ min: 1n, max: 20_000_000n }).map(toDecimal);
  const reference = fc.integer({ min: 0, max: 14 }).map(String);
  const operation = fc.oneof(
    fc.record({ do: fc.constantFrom("topUp" as const, "charge" as const, "refund" as const), amount, reference }),
    fc.record({ do: fc.constant("reserve" as const), amount, reference }),
    fc.record({ do: fc.constant("settle" as const), amount, reference }),
    fc.record({ do: fc.constantFrom("release" as const, "expire" as const), amount, reference }),
  );

  it("property: with fifty concurrent writers every entry follows from the previous one, none goes below zero, no reference counts twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 100, maxLength: 100 }), async (operations) => {
        const tenant = await withCredit(30);
        const refusals = new Set(["insufficient_credits", "conflict", "not_found"]);
        async function run(op: (typeof operations)[number]): Promise<void> {
          // Reservations have their own references: a settlement's reference must not have been charged.
          const reference = `${["topUp", "charge", "refund"].includes(op.do) ? "plain" : "held"} ${op.reference}`;
          try {
            await write(tenant, async (ctx): Promise<unknown> => {
              if (op.do === "reserve") return ledger.reserve(ctx, { amount: op.amount, reference, expiresAt: t.clock.now() });
              if (op.do === "release") return ledger.release(ctx, { reference });
              if (op.do === "expire") return ledger.expire(ctx, reference);
              return ledger[op.do](ctx, { amount: op.amount, reference });
            });
          } catch (error) {
            if (!refusals.has((error as { code: string }).code) && !(error instanceof RangeError)) throw error;
          }
        }
        const waiting = [...operations];
        const writer = async () => {
          for (let op = waiting.shift(); op !== undefined; op = waiting.shift()) await run(op);
        };
        await Promise.all(Array.from({ length: 50 }, writer));

        const entries = await entriesOf(tenant);
        let balance = 0n;
        for (const [i, entry] of entries.entries()) {
          assert.equal(Number(entry.number), i + 1);
          balance += toMicros(entry.amount);
          assert.equal(toMicros(entry.balance_after), balance);
          assert.ok(balance >= 0n);
        }
        const [app] = (
          await withClient(t.database.admin, (admin) => admin.query("select balance, reserved from apps where tenant_id = $1", [tenant.id]))
        ).rows;
        assert.equal(toMicros(app.balance), balance);
        const reservations = (
          await withClient(t.database.admin, (admin) =>
            admin.query("select reference, status, amount, settled_amount from reservations where tenant_id = $1", [tenant.id]),
          )
        ).rows;
        const held = reservations.filter((r) => r.status === "held").reduce((sum, r) => sum + toMicros(r.amount), 0n);
        assert.equal(toMicros(app.reserved), held);
        for (const r of reservations) {
          const types = entries.filter((entry) => entry.reference === r.reference).map((entry) => entry.type);
          const ends = { held: [], settled: ["release", "usage"], released: ["release"], expired: ["release"] }[r.status as "held"];
          assert.deepEqual(types, ["reserve", ...ends]);
        }
        assert.equal(new Set(entries.map((entry) => `${entry.type} ${entry.reference}`)).size, entries.length);
      }),
      { numRuns: 6 },
    );
  });
});
