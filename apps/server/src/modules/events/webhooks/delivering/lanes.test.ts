import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type LaneJob, type LaneLimits, Lanes } from "./lanes.ts";

const limits: LaneLimits = {
  endpointInFlightMax: 10,
  fastInFlightMax: 10,
  tenantInFlightMax: 50,
  processInFlightMax: 500,
  slowInFlightMax: 250,
  endpointHeldMax: 40,
};

interface Job extends LaneJob {
  n: number;
}
const job = (tenantId: string, endpointId: string, n = 0): Job => ({ tenantId, endpointId, n });

function startAll(lanes: Lanes<Job>): Job[] {
  const started: Job[] = [];
  for (let next = lanes.next(); next !== null; next = lanes.next()) started.push(next);
  return started;
}

describe("lanes of webhook endpoints", () => {
  it("an endpoint has at most ten attempts in flight, a tenant fifty", () => {
    const lanes = new Lanes<Job>(limits);
    for (let e = 0; e < 8; e++) for (let n = 0; n < 20; n++) assert.ok(lanes.add(job("t", `e${e}`, n)));
    const started = startAll(lanes);
    assert.equal(started.length, 50);
    for (const group of Map.groupBy(started, (j) => j.endpointId).values()) assert.ok(group.length <= 10);
    for (const j of started) lanes.done(j, 5);
    assert.equal(startAll(lanes).length, 50);
  });

  it("an endpoint that responds fast and has a queue gets more at a time; one late response reverts it", () => {
    const lanes = new Lanes<Job>({ ...limits, fastInFlightMax: 24, endpointHeldMax: 200 });
    let n = 0;
    const running: Job[] = [];
    const round = (durationMs: number) => {
      while (lanes.add(job("t", "e", n))) n++;
      running.push(...startAll(lanes));
      const atOnce = running.length;
      for (const j of running.splice(0)) lanes.done(j, durationMs);
      return atOnce;
    };
    assert.equal(round(5), 10);
    assert.equal(round(5), 20);
    assert.equal(round(5), 24);
    assert.equal(round(300), 24);
    assert.equal(round(300), 10, "no more than others");
    assert.ok(round(3_000) <= 10);
    assert.equal(round(5), 1, "and a slow one less");
  });

  it("a long queue of one endpoint does not delay the first delivery of another", () => {
    const lanes = new Lanes<Job>({ ...limits, processInFlightMax: 4 });
    for (let n = 0; n < 40; n++) lanes.add(job("a", "busy", n));
    lanes.add(job("b", "quiet"));
    assert.ok(startAll(lanes).some((j) => j.endpointId === "quiet"));
  });

  it("slow endpoints lose their cap, and together never exceed their share of the process", () => {
    const lanes = new Lanes<Job>({ ...limits, processInFlightMax: 40, slowInFlightMax: 10, tenantInFlightMax: 10 });
    for (let round = 0; round < 4; round++) {
      for (let e = 0; e < 60; e++) lanes.add(job(`t${e}`, `hanging${e}`));
      for (let started = startAll(lanes); started.length > 0; started = startAll(lanes)) for (const j of started) lanes.done(j, 15_000);
    }
    for (let e = 0; e < 60; e++) lanes.add(job(`t${e}`, `hanging${e}`));
    const hanging = startAll(lanes);
    assert.equal(hanging.length, 10);
    for (let e = 0; e < 30; e++) lanes.add(job(`h${e}`, `healthy${e}`));
    assert.equal(startAll(lanes).length, 30);
    for (const j of hanging) lanes.done(j, 15_000);
    assert.equal(startAll(lanes).length, 10, "the next hanging ones take the free places");
  });

  it("a slow endpoint regains its cap with fast responses", () => {
    const lanes = new Lanes<Job>(limits);
    lanes.add(job("t", "e"));
    lanes.done(lanes.next() as Job, 15_000);
    for (let n = 0; n < 20; n++) {
      lanes.add(job("t", "e"));
      lanes.done(lanes.next() as Job, 5);
    }
    for (let n = 0; n < 20; n++) lanes.add(job("t", "e", n));
    assert.equal(startAll(lanes).length, 10);
  });

  it("whatever happens, every accepted job is started or withdrawn exactly once and no cap is exceeded", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), tenant: fc.nat(2), endpoint: fc.nat(3) }),
      fc.record({ kind: fc.constant("next" as const) }),
      fc.record({ kind: fc.constant("done" as const), pick: fc.nat(), slow: fc.boolean() }),
      fc.record({ kind: fc.constant("withdraw" as const), endpoint: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const small = {
          endpointInFlightMax: 3,
          fastInFlightMax: 3,
          tenantInFlightMax: 5,
          processInFlightMax: 8,
          slowInFlightMax: 3,
          endpointHeldMax: 6,
        };
        const lanes = new Lanes<Job>(small);
        const taken = new Set<Job>();
        const running: Job[] = [];
        let n = 0;
        for (const s of steps) {
          if (s.kind === "add") {
            const j = job(`t${s.tenant}`, `t${s.tenant}e${s.endpoint}`, n++);
            if (lanes.add(j)) taken.add(j);
          } else if (s.kind === "next") {
            const j = lanes.next();
            if (j !== null) {
              assert.ok(taken.delete(j));
              running.push(j);
            }
          } else if (s.kind === "done" && running.length > 0) {
            lanes.done(running.splice(s.pick % running.length, 1)[0] as Job, s.slow ? 9_000 : 1);
          } else if (s.kind === "withdraw") {
            for (const j of lanes.withdraw((x) => x.endpointId.endsWith(`e${s.endpoint}`))) assert.ok(taken.delete(j));
          }
          assert.equal(lanes.inFlight, running.length);
          assert.equal(lanes.queued, taken.size);
          assert.ok(lanes.queuedHealthy >= 0 && lanes.queuedHealthy <= lanes.queued);
          assert.ok(running.length <= small.processInFlightMax);
          for (const g of Map.groupBy(running, (j) => j.endpointId).values()) assert.ok(g.length <= 3);
          for (const g of Map.groupBy(running, (j) => j.tenantId).values()) assert.ok(g.length <= 5);
        }
        // Nothing is stuck: once all end fast, everything starts.
        for (let guard = 0; (taken.size > 0 || running.length > 0) && guard < 5_000; guard++) {
          for (let j = lanes.next(); j !== null; j = lanes.next()) {
            taken.delete(j);
            running.push(j);
          }
          const j = running.shift();
          if (j !== undefined) lanes.done(j, 1);
        }
        assert.equal(taken.size, 0);
      }),
      { numRuns: 300 },
    );
  });
});
