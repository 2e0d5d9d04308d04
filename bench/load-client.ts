/**
 * The load generator, a separate process: HTTP/1.1 keep-alive over raw sockets, prepared requests from a file, as little CPU per request as
 * Node allows, because it shares the machine with what it measures.
 *
 * Closed loop: every connection sends its next request when the last one has been answered. Open loop: requests are due by the clock
 * whether or not the server keeps up; latency counts from when a request was due, not from when it found a free connection, so a server
 * that stalls cannot hide it (no coordinated omission).
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { percentilesOf, type Percentiles } from "./lib/stats.ts";

export interface LoadJob {
  host: string;
  port: number;
  connections: number;
  /** Requests as written by writeRequests: length (uint32, little endian) and bytes, repeated. */
  file: string;
  /** Index of the first request to send. */
  from: number;
  /** Start again at the first request after the last one; otherwise the run ends there. */
  cycle: boolean;
  /** Requests per second; absent: closed loop. */
  rate?: number;
  seconds: number;
  /** The maximum number of requests. */
  count?: number;
  /** Open loop: the number of requests that may wait; those due beyond it are counted as skipped. */
  waitingMax?: number;
}

export interface LoadReport extends Percentiles {
  sent: number;
  answered: number;
  skipped: number;
  /** Responses by HTTP status. */
  statuses: Record<string, number>;
  /** Requests whose connection broke before the response. */
  broken: number;
  /** Responses per second, from first send to last response. */
  rate: number;
  durationMs: number;
  startedAt: number;
  endedAt: number;
  /** CPU of this process per response, in microseconds. */
  cpuMicros: number;
  /** The first response that was not 2xx. */
  firstFailure: string | null;
}

interface Requests {
  bytes: Buffer;
  starts: number[];
}

const loaded = new Map<string, Requests>();

function load(file: string): Requests {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(file);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(at);
    at += 4 + bytes.readUInt32LE(at);
  }
  loaded.clear();
  loaded.set(file, { bytes, starts });
  return { bytes, starts };
}

const crlf2 = Buffer.from("\r\n\r\n");

/** One connection: at most one request in flight. */
class Connection {
  #socket: Socket | null = null;
  #pending: Buffer | null = null;
  /** Remaining bytes of the current response; -1: its head has not been read. */
  #left = -1;
  #status = 0;
  #head: Buffer | null = null;
  readonly #host: string;
  readonly #port: number;
  readonly #done: (connection: Connection, status: number, text: string | null) => void;
  busy = false;
  dueAt = 0;

  constructor(host: string, port: number, done: (connection: Connection, status: number, text: string | null) => void) {
    this.#host = host;
    this.#port = port;
    this.#done = done;
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const buffer = Buffer.allocUnsafe(65_536);
      const socket = connect(
        {
          host: this.#host,
          port: this.#port,
          noDelay: true,
          onread: {
            buffer,
            callback: (size: number) => {
              this.#read(buffer, size);
              return true;
            },
          },
        },
        resolve,
      );
      socket.on("error", reject);
      socket.on("close", () => {
        this.#socket = null;
        if (!this.busy) return;
        this.#left = -1;
        this.#head = null;
        this.#done(this, 0, null);
      });
      this.#socket = socket;
    });
  }

  send(request: Buffer, dueAt: number): void {
    this.busy = true;
    this.dueAt = dueAt;
    if (this.#socket !== null) {
      this.#socket.write(request);
      return;
    }
    this.open().then(
      () => this.#socket?.write(request),
      () => {
        if (this.busy) this.#done(this, 0, null);
      },
    );
  }

  close(): void {
    this.busy = false;
    this.#socket?.destroy();
  }

  #read(buffer: Buffer, size: number): void {
    // A connection that was never needed gets a 408 and is closed by the server after its request time-out: not a response to us.
    if (!this.busy) {
      this.#socket?.destroy();
      return;
    }
    if (this.#left > 0) {
      if (this.#pending !== null) this.#pending = Buffer.concat([this.#pending, buffer.subarray(0, size)]);
      this.#left -= size;
      if (this.#left <= 0) this.#finish();
      return;
    }
    const part = this.#head === null ? buffer.subarray(0, size) : Buffer.concat([this.#head, buffer.subarray(0, size)]);
    const end = part.indexOf(crlf2);
    if (end < 0) {
      this.#head = Buffer.from(part);
      return;
    }
    this.#head = null;
    this.#status = (part[9] as number) * 100 + (part[10] as number) * 10 + (part[11] as number) - 5_328;
    const length = contentLength(part, end);
    this.#left = length - (part.length - end - 4);
    if (this.#status < 200 || this.#status > 299) this.#pending = Buffer.from(part);
    if (this.#left <= 0) this.#finish();
  }

  #finish(): void {
    const text = this.#pending === null ? null : this.#pending.toString("utf8").slice(0, 1_000);
    this.#pending = null;
    this.#left = -1;
    this.#done(this, this.#status, text);
  }
}

function contentLength(part: Buffer, end: number): number {
  const at = part.indexOf("ontent-length: ", 0, "latin1");
  const upper = at < 0 || at > end ? part.indexOf("ontent-Length: ", 0, "latin1") : at;
  if (upper < 0 || upper > end) throw new Error("the answer has no content-length");
  let length = 0;
  for (let i = upper + 15; i < end; i++) {
    const digit = (part[i] as number) - 48;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  return length;
}

async function run(job: LoadJob): Promise<LoadReport> {
  const { bytes, starts } = load(job.file);
  const available = job.cycle ? Number.POSITIVE_INFINITY : starts.length - job.from;
  const countMax = Math.min(job.count ?? Number.POSITIVE_INFINITY, available);
  const requestAt = (index: number): Buffer => {
    const at = starts[(job.from + index) % starts.length] as number;
    return bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at));
  };
  let latencies = new Float64Array(65_536);
  const statuses: Record<string, number> = {};
  let sent = 0;
  let answered = 0;
  let broken = 0;
  let skipped = 0;
  let firstFailure: string | null = null;
  let lastAnswerAt = 0;
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const waiting: number[] = [];
  let waitingHead = 0;
  let over = false;
  let next: (connection: Connection) => void = () => undefined;

  const connections: Connection[] = [];
  const done = (connection: Connection, status: number, text: string | null) => {
    const now = performance.now();
    connection.busy = false;
    lastAnswerAt = now;
    if (status === 0) broken++;
    else statuses[status] = (statuses[status] ?? 0) + 1;
    if (text !== null && firstFailure === null) firstFailure = text;
    if (answered === latencies.length) {
      const larger = new Float64Array(latencies.length * 2);
      larger.set(latencies);
      latencies = larger;
    }
    latencies[answered++] = now - connection.dueAt;
    next(connection);
  };
  for (let i = 0; i < job.connections; i++) connections.push(new Connection(job.host, job.port, done));
  await Promise.all(connections.map((c) => c.open()));

  const cpu = process.cpuUsage();
  const startedAtWall = Date.now();
  const startedAt = performance.now();
  if (job.rate === undefined) {
    const until = startedAt + job.seconds * 1_000;
    next = (connection) => {
      const now = performance.now();
      if (now < until && sent < countMax) connection.send(requestAt(sent++), now);
      else if (answered === sent) finish();
    };
    for (const connection of connections) next(connection);
  } else {
    const { rate } = job;
    const total = Math.min(countMax, Math.round(rate * job.seconds));
    const waitingMax = job.waitingMax ?? 20_000;
    const idle = [...connections];
    let due = 0;
    next = (connection) => {
      const dueAt = waiting[waitingHead];
      if (dueAt === undefined) {
        idle.push(connection);
        if (over && answered === sent) finish();
        return;
      }
      waitingHead++;
      connection.send(requestAt(sent++), dueAt);
    };
    const timer = setInterval(() => {
      const wanted = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1_000) + 1);
      for (; due < wanted; due++) {
        const dueAt = startedAt + (due * 1_000) / rate;
        const connection = idle.pop();
        if (connection !== undefined) connection.send(requestAt(sent++), dueAt);
        else if (waiting.length - waitingHead < waitingMax) waiting.push(dueAt);
        else skipped++;
      }
      if (due < total) return;
      clearInterval(timer);
      over = true;
      if (answered === sent && waitingHead === waiting.length) finish();
    }, 1);
  }
  // Whatever the server does, the run ends 30 s after the last request was due.
  const patience = setTimeout(finish, job.seconds * 1_000 + 30_000);
  await finished;
  clearTimeout(patience);
  const used = process.cpuUsage(cpu);
  for (const connection of connections) connection.close();
  const durationMs = lastAnswerAt - startedAt;
  return {
    sent,
    answered,
    skipped,
    statuses,
    broken,
    durationMs,
    startedAt: startedAtWall,
    endedAt: startedAtWall + durationMs,
    rate: (answered * 1_000) / durationMs,
    cpuMicros: (used.user + used.system) / Math.max(1, answered),
    firstFailure,
    ...percentilesOf(latencies.subarray(0, answered)),
  };
}

process.on("message", (job: LoadJob) => {
  run(job).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
