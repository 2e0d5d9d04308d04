import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createGcra, gcraStep } from "./gcra.ts";

function limiter(keysMax?: number) {
  const clock = { ms: 1_760_000_000_000 };
  return { clock, gcra: createGcra({ now: () => clock.ms, ...(keysMax === undefined ? {} : { keysMax }) }) };
}

test("a whole window may be used at once, for every limit, and then not one more", () => {
  for (const perMinute of [1, 2, 3, 7, 11, 13, 59, 60, 61, 97, 100, 997, 6_000, 7_919, 60_000, 123_457]) {
    const { gcra } = limiter();
    for (let n = 1; n <= perMinute; n++) {
      const decision = gcra.take("k", { perMinute });
      if (!decision.allowed || decision.remaining !== perMinute - n)
        assert.fail(`${perMinute} a minute, token ${n}: ${JSON.stringify(decision)}`);
    }
    const refused = gcra.take("k", { perMinute });
    assert.deepEqual(refused, {
      allowed: false,
      limit: perMinute,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: Math.ceil(60 / perMinute),
    });
  }
});

test("after the burst, tokens return one by one at the steady rate", () => {
  const { clock, gcra } = limiter();
  const limit = { perMinute: 60 };
  for (let n = 0; n < 60; n++) gcra.take("k", limit);
  for (let second = 0; second < 100; second++) {
    clock.ms += 999;
    assert.equal(gcra.take("k", limit).allowed, false);
    clock.ms += 1;
    assert.equal(gcra.take("k", limit).allowed, true);
  }
  clock.ms += 60_000;
  assert.deepEqual(gcra.take("k", limit, 0), { allowed: true, limit: 60, remaining: 60, resetSeconds: 0, retryAfterSeconds: 0 });
});

test("waiting for Retry-After is enough, and a Retry-After of 1 is not too long", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      (perMinute, burst, cost) => {
        const { clock, gcra } = limiter();
        while (gcra.take("k", { perMinute, burst }).allowed);
        const refused = gcra.take("k", { perMinute, burst }, cost);
        assert.equal(refused.allowed, false);
        assert.ok(refused.retryAfterSeconds >= 1);
        clock.ms += refused.retryAfterSeconds * 1000;
        assert.equal(gcra.take("k", { perMinute, burst }, cost).allowed, cost <= burst);
      },
    ),
  );
});

test("no window admits more than burst + rate x time, and every refusal is necessary", () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 30 }), arrivals, (perMinute, burst, gaps) => {
      const { clock, gcra } = limiter();
      const admitted: { ms: number; cost: number }[] = [];
      let tokens = burst;
      for (const [gapMs, cost] of gaps) {
        clock.ms += gapMs;
        // The model is a token bucket as an exact fraction (in 1/60,000 token).
        tokens = Math.min(burst * 60_000, (admitted.length === 0 && tokens === burst ? burst * 60_000 : tokens) + gapMs * perMinute);
        const decision = gcra.take("k", { perMinute, burst }, cost);
        assert.equal(decision.allowed, tokens >= cost * 60_000);
        if (decision.allowed) {
          tokens -= cost * 60_000;
          admitted.push({ ms: clock.ms, cost });
        } else if (admitted.length === 0) {
          admitted.push({ ms: clock.ms, cost: 0 });
        }
        assert.equal(decision.remaining, Math.floor(tokens / 60_000));
        assert.ok(decision.remaining >= 0 && decision.remaining <= burst);
      }
      for (let from = 0; from < admitted.length; from++) {
        let sum = 0;
        for (let to = from; to < admitted.length; to++) {
          sum += (admitted[to] as { cost: number }).cost;
          const elapsedMs = (admitted[to] as { ms: number }).ms - (admitted[from] as { ms: number }).ms;
          assert.ok(sum * 60_000 <= burst * 60_000 + elapsedMs * perMinute);
        }
      }
    }),
  );
});

test("monotone: more time or a lower cost never turns a yes into a no", () => {
  const whole = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      whole,
      whole,
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 5_000 }),
      (tat, now, interval, burst, cost, later) => {
        const step = gcraStep(tat, now, interval, burst, cost);
        const after = gcraStep(tat, now + later, interval, burst, cost);
        if (tat - now <= burst * interval) assert.ok(!step.allowed || after.allowed);
        assert.ok(after.remaining >= step.remaining || after.allowed);
        if (cost > 0 && step.allowed) assert.ok(gcraStep(tat, now, interval, burst, cost - 1).allowed);
        assert.ok(step.tat >= now && step.tat - now <= burst * interval && step.remaining >= 0 && step.resetAfter >= 0);
        if (!step.allowed && Number.isFinite(step.retryAfter))
          assert.ok(gcraStep(step.tat, now + step.retryAfter, interval, burst, cost).allowed);
      },
    ),
  );
});

test("keys do not affect each other", () => {
  const { gcra } = limiter();
  while (gcra.take("a", { perMinute: 5 }).allowed);
  assert.equal(gcra.take("b", { perMinute: 5 }).remaining, 4);
});

test("a changed limit applies immediately and forgives nothing", () => {
  const { clock, gcra } = limiter();
  for (let n = 0; n < 60; n++) gcra.take("k", { perMinute: 60 });
  assert.equal(gcra.take("k", { perMinute: 600, burst: 600 }).remaining, 0);
  clock.ms += 30_000;
  assert.equal(gcra.take("k", { perMinute: 6 }, 0).remaining, 3);
});

test("a clock that goes back makes nobody wait longer than one bucket", () => {
  const { clock, gcra } = limiter();
  while (gcra.take("k", { perMinute: 60 }).allowed);
  clock.ms -= 3_600_000;
  const refused = gcra.take("k", { perMinute: 60 });
  assert.equal(refused.resetSeconds, 60);
  clock.ms += 60_000;
  assert.equal(gcra.take("k", { perMinute: 60 }).remaining, 59);
});

test("memory is bounded: full buckets are dropped, and a flood of keys cannot grow it", () => {
  const { clock, gcra } = limiter(5_000);
  for (let n = 0; n < 4_000; n++) gcra.take(`a${n}`, { perMinute: 60 });
  clock.ms += 60_000;
  for (let n = 0; n < 4_000; n++) gcra.take(`b${n}`, { perMinute: 60 });
  assert.ok(gcra.size <= 5_000);
  for (let n = 0; n < 100_000; n++) gcra.take(`c${n}`, { perMinute: 60 });
  assert.ok(gcra.size <= 5_000, String(gcra.size));
  assert.throws(() => gcra.take("k", { perMinute: 0 }), RangeError);
});

test("checking (cost 0) stores nothing and takes nothing", () => {
  const { gcra } = limiter();
  assert.equal(gcra.take("k", { perMinute: 5 }, 0).remaining, 5);
  assert.equal(gcra.size, 0);
});
