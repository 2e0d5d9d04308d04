/** Who pays for an agency's clients: both ledgers stay right despite concurrency, repetitions and crashes. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toDecimal, toMicros, toNumber } from "#platform/money/money.ts";
import { startTestApp } from "../../../../test/harness.ts";
import {
  balance,
  base,
  charge,
  client,
  type Client,
  inAnHour,
  price,
  t,
  topUp,
  within,
  word,
} from "../../../../test/stages/client-billing-stage.ts";

describe("the transfer of a charge", () => {
  it("property: both balances together lose the cost under any terms, with many writers, repetitions and crashes", async () => {
    const secondApp = await startTestApp({ sharing: t });
    try {
      const amounts = fc.integer({ min: 0, max: 3_000_000 }).map((micros) => toDecimal(BigInt(micros)));
      const step = fc.record({
        cost: amounts,
        how: fc.constantFrom("charge", "twice", "settle", "release"),
        mode: fc.constantFrom("agency_pays", "client_pays"),
        markup: fc.integer({ min: 0, max: 30_000 }).map((n) => n / 100),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
          const agency = await t.tenant({ kind: "agency" });
          const clients = [await client(agency), await client(agency)];
          for (const id of [agency.id, ...clients.map((c) => c.id)]) await topUp(id, 10_000);
          let cost = 0n;
          let booked = 0;
          for (const steps of rounds) {
            const [{ mode, markup }] = steps as [(typeof steps)[number]];
            for (const c of clients) await agency.api.put(c.path, { mode, markupPercent: markup });
            await Promise.all(
              steps.map(async ({ cost: amount, how }, i) => {
                const c = clients[i % 2] as Client;
                const reference = word();
                if (how === "charge" || how === "twice") {
                  await Promise.all([charge(c, amount, reference), how === "twice" ? charge(c, amount, reference) : null]);
                } else {
                  const most = toDecimal(toMicros(amount) + 1n);
                  await within(c.id, (ctx) => t.app.ledger.reserve(ctx, { amount: most, reference, expiresAt: inAnHour() }));
                  if (how === "release") return within(c.id, (ctx) => t.app.ledger.release(ctx, { reference }));
                  await within(c.id, (ctx) => t.app.ledger.settle(ctx, { amount, reference, price }));
                }
                cost += toMicros(amount);
                booked += 1;
              }),
            );
            await Promise.all([t.drain(), secondApp.app.drain(() => undefined)]);
            // A worker dies at some point: all work of one client is claimed again.
            await t.app.database.worker({
              text: "update client_charges set state = 'ready', run_at = $2, lease_until = null where tenant_id = $1",
              values: [clients[0]?.id, t.clock.now()],
            });
          }
          await Promise.all([t.drain(), secondApp.app.drain(() => undefined)]);
          await t.drain();
          const balances = await Promise.all([agency, ...clients].map(balance));
          const left = balances.reduce((sum: bigint, one) => sum + toMicros(one.balance), 0n);
          assert.equal(30_000_000_000n - left, cost);
          assert.deepEqual(
            balances.map((one) => one.reserved),
            [0, 0, 0],
          );
          const months = (await agency.api.get(`${base}/billing/summary`)).body.data as any[];
          assert.equal(
            months.reduce((sum, row) => sum + row.charges, 0),
            booked,
          );
          const sum = (field: string) => months.reduce((total: bigint, row) => total + toMicros(row[field]), 0n);
          assert.equal(toNumber(sum("earned") - sum("cost")), toNumber(toMicros(balances[0].balance) - 10_000_000_000n));
          assert.equal(toNumber(sum("charged")), toNumber(20_000_000_000n - left + toMicros(balances[0].balance)));
        }),
        { numRuns: 10 },
      );
    } finally {
      await secondApp.stop();
    }
  });
});
