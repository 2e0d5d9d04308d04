/**
 * Decides which job is sent next. One lane per endpoint; lanes take turns, one job each, so a long queue delays no other endpoint. Three
 * caps: per endpoint, per tenant, per process. An endpoint that responds slowly loses half of its cap each time and regains one with every
 * fast response. One that responds fast gets more while it has a queue, up to a separate cap. All slow lanes together never hold more than
 * a share of the process, so that any number of hanging endpoints leaves capacity for the others.
 */
export interface LaneLimits {
  endpointInFlightMax: number;
  /** For an endpoint that responds fast, while more jobs wait for it. */
  fastInFlightMax: number;
  tenantInFlightMax: number;
  processInFlightMax: number;
  slowInFlightMax: number;
  endpointHeldMax: number;
}

export interface LaneJob {
  tenantId: string;
  endpointId: string;
}

/** A response later than this makes an endpoint slow. */
const slowMs = 2_000;
/** An endpoint that responds within this may get more calls at a time; otherwise no more than others. */
const fastMs = 250;
/** Leased deliveries held per allowed concurrent call. */
const heldPerCall = 8;

interface Lane<J> {
  tenantId: string;
  endpointId: string;
  queue: J[];
  inFlight: number;
  cap: number;
  /** In `turns`, or parked at its tenant or among the slow ones. */
  waiting: boolean;
  /** The table has more than this process holds. */
  backlog: boolean;
}

interface Tenant<J> {
  inFlight: number;
  parked: Lane<J>[];
}

export class Lanes<J extends LaneJob> {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane<J>>();
  readonly #tenants = new Map<string, Tenant<J>>();
  #turns: Lane<J>[] = [];
  #slowParked: Lane<J>[] = [];
  #inFlight = 0;
  #slowInFlight = 0;
  #queued = 0;
  #slowQueued = 0;
  readonly #slowJobs = new WeakSet<J>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get inFlight(): number {
    return this.#inFlight;
  }
  get queued(): number {
    return this.#queued;
  }
  /** Waiting jobs of endpoints that respond in time; those of the others say nothing about the load of the process. */
  get queuedHealthy(): number {
    return this.#queued - this.#slowQueued;
  }

  /** How many deliveries of the endpoint may be leased for this process now without a long wait. */
  capacityFor(endpointId: string): number {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined) return this.#limits.endpointHeldMax;
    if (lane.backlog) return 0;
    return Math.max(0, this.#heldMax(lane) - lane.queue.length - lane.inFlight);
  }

  /** Takes a leased job; false if the lane holds enough already, and the job must be returned. */
  add(job: J): boolean {
    const lane = this.#lane(job);
    if (lane.queue.length + lane.inFlight >= this.#heldMax(lane)) return false;
    lane.queue.push(job);
    this.#count(lane, 1);
    this.#enqueue(lane);
    return true;
  }

  /** The next job that may start, counted as in flight from here; null if none may. */
  next(): J | null {
    while (this.#inFlight < this.#limits.processInFlightMax) {
      const lane = this.#turns.shift();
      if (lane === undefined) return null;
      lane.waiting = false;
      if (lane.queue.length === 0 || lane.inFlight >= lane.cap) continue;
      const tenant = this.#tenant(lane.tenantId);
      if (tenant.inFlight >= this.#limits.tenantInFlightMax) {
        lane.waiting = true;
        tenant.parked.push(lane);
        continue;
      }
      const slow = this.#isSlow(lane);
      if (slow && this.#slowInFlight >= this.#limits.slowInFlightMax) {
        lane.waiting = true;
        this.#slowParked.push(lane);
        continue;
      }
      const job = lane.queue.shift() as J;
      this.#count(lane, -1);
      lane.inFlight += 1;
      tenant.inFlight += 1;
      this.#inFlight += 1;
      if (slow) {
        this.#slowInFlight += 1;
        this.#slowJobs.add(job);
      }
      this.#enqueue(lane);
      return job;
    }
    return null;
  }

  /** @param durationMs of the attempt; null if none was made */
  done(job: J, durationMs: number | null): void {
    const lane = this.#lane(job);
    const tenant = this.#tenant(job.tenantId);
    lane.inFlight -= 1;
    tenant.inFlight -= 1;
    this.#inFlight -= 1;
    if (this.#slowJobs.delete(job)) this.#slowInFlight -= 1;
    if (durationMs !== null) this.#learn(lane, durationMs);
    for (const parked of tenant.parked.splice(0)) this.#unpark(parked);
    // One slot is free, for the first parked lane that still has something to send.
    for (let slow = this.#slowParked.shift(); slow !== undefined; slow = this.#slowParked.shift()) {
      this.#unpark(slow);
      if (slow.waiting) break;
    }
    this.#enqueue(lane);
    this.#forgetIfIdle(lane, tenant);
  }

  /** Removes the waiting jobs for which `when` is true. */
  withdraw(when: (job: J) => boolean): J[] {
    const taken: J[] = [];
    for (const lane of [...this.#lanes.values()]) {
      if (lane.queue.length === 0) continue;
      const kept = lane.queue.filter((job) => !when(job));
      if (kept.length === lane.queue.length) continue;
      taken.push(...lane.queue.filter(when));
      this.#count(lane, kept.length - lane.queue.length);
      lane.queue = kept;
      this.#forgetIfIdle(lane, this.#tenant(lane.tenantId));
    }
    return taken;
  }

  /** Endpoints for which nothing should be claimed now. */
  saturated(): string[] {
    const full: string[] = [];
    for (const lane of this.#lanes.values()) {
      const held = lane.queue.length + lane.inFlight;
      if (this.#isSlow(lane) ? held >= lane.cap : lane.queue.length > this.#limits.endpointHeldMax / 4) full.push(lane.endpointId);
    }
    return full;
  }

  setBacklog(job: LaneJob, backlog: boolean): void {
    const lane = backlog ? this.#lane(job) : this.#lanes.get(job.endpointId);
    if (lane === undefined || lane.backlog === backlog) return;
    lane.backlog = backlog;
    this.#forgetIfIdle(lane, this.#tenant(lane.tenantId));
  }

  /** The lane has sent most of what it held, and the table has more. */
  needsMore(job: LaneJob): boolean {
    const lane = this.#lanes.get(job.endpointId);
    return lane?.backlog === true && lane.queue.length <= this.#limits.endpointHeldMax / 4;
  }

  #isSlow(lane: Lane<J>): boolean {
    return lane.cap < this.#limits.endpointInFlightMax;
  }

  #heldMax(lane: Lane<J>): number {
    return this.#isSlow(lane) ? lane.cap * 2 : Math.max(this.#limits.endpointHeldMax, lane.cap * heldPerCall);
  }

  #learn(lane: Lane<J>, durationMs: number): void {
    const before = this.#isSlow(lane);
    const usual = this.#limits.endpointInFlightMax;
    if (durationMs >= slowMs) lane.cap = Math.max(1, Math.floor(Math.min(lane.cap, usual) / 2));
    else if (lane.cap < usual) lane.cap += 1;
    else if (durationMs > fastMs) lane.cap = Math.max(usual, Math.floor(lane.cap / 2));
    else if (lane.queue.length > 0) lane.cap = Math.min(Math.max(usual, this.#limits.fastInFlightMax), lane.cap + 1);
    const after = this.#isSlow(lane);
    if (before !== after) this.#slowQueued += after ? lane.queue.length : -lane.queue.length;
  }

  #count(lane: Lane<J>, change: number): void {
    this.#queued += change;
    if (this.#isSlow(lane)) this.#slowQueued += change;
  }

  #enqueue(lane: Lane<J>): void {
    if (lane.waiting || lane.queue.length === 0 || lane.inFlight >= lane.cap) return;
    lane.waiting = true;
    this.#turns.push(lane);
  }

  #unpark(lane: Lane<J>): void {
    lane.waiting = false;
    this.#enqueue(lane);
  }

  /** A slow lane is kept: its next job must not start with the full cap again. */
  #forgetIfIdle(lane: Lane<J>, tenant: Tenant<J>): void {
    if (lane.inFlight > 0 || lane.queue.length > 0 || lane.waiting || lane.backlog) return;
    if (!this.#isSlow(lane) || this.#lanes.size > 50_000) this.#lanes.delete(lane.endpointId);
    if (tenant.inFlight === 0 && tenant.parked.length === 0) this.#tenants.delete(lane.tenantId);
  }

  #lane(job: LaneJob): Lane<J> {
    let lane = this.#lanes.get(job.endpointId);
    if (lane === undefined) {
      lane = {
        tenantId: job.tenantId,
        endpointId: job.endpointId,
        queue: [],
        inFlight: 0,
        cap: this.#limits.endpointInFlightMax,
        waiting: false,
        backlog: false,
      };
      this.#lanes.set(job.endpointId, lane);
    }
    return lane;
  }

  #tenant(tenantId: string): Tenant<J> {
    let tenant = this.#tenants.get(tenantId);
    if (tenant === undefined) {
      tenant = { inFlight: 0, parked: [] };
      this.#tenants.set(tenantId, tenant);
    }
    return tenant;
  }
}
