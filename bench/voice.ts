/**
 * (m) Telephone calls. 50 calls speak at once, 50 frames a second in each direction; both ends of all calls are in one process, so one
 * clock measures how long a frame was in transit. The ceiling is a relay that connects two sockets and inspects nothing, with the same
 * frames: the difference is what the server adds. `--seconds=1800` also checks whether memory grows; `--recording` records all calls.
 */
import { createHmac, randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@parley/sdk";
import { endWithProcess } from "./lib/children.ts";
import { readCpu } from "./lib/cpu.ts";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { createChannel, createTenant, parleyOf } from "./lib/tenant.ts";
import { startVoiceLoad } from "./lib/voice-load.ts";

const accountId = `AC${"0".repeat(32)}`;
const authToken = "bench-auth-token";
/** An agent takes no more at once; further calls go to further agents, each with its own number. */
const callsOfAgent = 100;
const numberOf = (agent: number) => `+49301002${String(agent).padStart(2, "0")}`;
const framesPerSecond = 50;
/** For the relay: a longer run adds no information. */
const relaySecondsMax = 60;
const sampleMs = 60_000;
/** Fewer samples, without those of the warm-up, do not make a line. */
const samplesMin = 8;
const warmUpSamples = 3;
/** For an hour of 50 calls: a leak per frame would be hundreds of times as much. */
const growthMax = 30;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 40);
  const calls = Number(options.get("calls") ?? 50);
  const isRecorded = options.has("recording");
  const framesMax = (seconds + 60) * framesPerSecond * 2;
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9" });
  const database = await joinDatabase(dataDir);
  const load = await startVoiceLoad(framesMax);
  try {
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const channel = await createChannel(server.url, tenant);
    const parley = parleyOf(server.url, tenant);
    await parley.ai.keys.create({
      provider: "openai_compatible",
      name: "Speech",
      apiKey: "sk-bench-0000",
      baseUrl: load.baseUrl,
      models: ["m"],
    });
    const account = await parley.telephonyAccounts.create({
      provider: "twilio",
      name: "Bench",
      providerAccountId: accountId,
      authToken,
      baseUrl: "http://127.0.0.1:9",
    });
    for (let n = 0; n * callsOfAgent < calls; n++) {
      const agent = await parley.voiceAgents.create({
        name: `Bench ${n}`,
        channelId: channel.wire,
        summary: false,
        recording: { mode: isRecorded ? "announced" : "off" },
        limits: { maxConcurrentCalls: callsOfAgent, maxDurationSeconds: 3_600 },
      });
      await parley.voiceAgents.activate(agent.id);
      await parley.phoneNumbers.create({ number: numberOf(n), telephonyAccountId: account.id, voiceAgentId: agent.id });
    }
    for (let n = 0; n < calls; n++) {
      const callId = `CA${randomBytes(16).toString("hex")}`;
      const { streamUrl, token } = await announce(account.callbackUrl, callId, n);
      await load.connect(n, streamUrl, { accountId, callId, token });
    }
    // Warms up the code.
    await load.speak(5);
    const memoryBefore = memoryOf(server.pid);
    const before = readCpu(server.pid, database.postmasterPid);
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(memoryOf(server.pid)), sampleMs);
    const own = await load.speak(seconds).finally(() => clearInterval(sampling));
    const after = readCpu(server.pid, database.postmasterPid);
    const clears = percentilesOf(await load.interrupt());
    const memoryAfter = memoryOf(server.pid);
    const expected = calls * seconds * framesPerSecond;
    const [toModel, toCaller] = [percentilesOf(own.toModel), percentilesOf(own.toCaller)];

    await load.close();
    const whole = isRecorded ? await wholeRecordings(parley, calls) : null;

    const relaySeconds = Math.min(seconds, relaySecondsMax);
    const relayed = await measureRelay(calls, relaySeconds, (relaySeconds + 60) * framesPerSecond * 2);
    const steady = memory.slice(warmUpSamples);
    const cpuPercent = ((after.serverMs - before.serverMs) * 100) / (seconds * 1_000);
    return {
      rows: [
        { name: "caller to model, added p50", value: round(toModel.p50 - relayed.toModel.p50), unit: "ms", better: "lower" },
        { name: "caller to model, added p99", value: round(toModel.p99 - relayed.toModel.p99), unit: "ms", better: "lower", target: 10 },
        { name: "model to caller, added p50", value: round(toCaller.p50 - relayed.toCaller.p50), unit: "ms", better: "lower" },
        { name: "model to caller, added p99", value: round(toCaller.p99 - relayed.toCaller.p99), unit: "ms", better: "lower", target: 10 },
        { name: "clear after the caller's voice, p99", value: round(clears.p99), unit: "ms", better: "lower", target: 20 },
        {
          name: "frames that arrived",
          value: round(((own.toModel.length + own.toCaller.length) * 100) / (2 * expected), 1),
          unit: "%",
          better: "higher",
          target: 99,
        },
        { name: "CPU of a call", value: round(cpuPercent / calls, 2), unit: "% of a core", better: "lower" },
        { name: "CPU of a call through the relay", value: round(relayed.cpuPercent / calls, 2), unit: "% of a core", better: "lower" },
        { name: "memory gained", value: round(memoryAfter - memoryBefore, 1), unit: "MB", better: "lower" },
        ...(steady.length < samplesMin
          ? []
          : [
              {
                name: "memory growth of an hour",
                value: round((slopeOf(steady) * 3_600_000) / sampleMs, 1),
                unit: "MB",
                better: "lower" as const,
                target: growthMax,
              },
            ]),
        ...(whole === null
          ? []
          : [
              {
                name: "recordings that are whole",
                value: round((whole * 100) / calls, 1),
                unit: "%",
                better: "higher" as const,
                target: 100,
              },
            ]),
      ],
      notes: [
        `${calls} calls for ${seconds} s; through the server p50 ${round(toModel.p50)} and p99 ${round(toModel.p99)} ms to the model, p50 ${round(toCaller.p50)} and p99 ${round(toCaller.p99)} ms to the caller.`,
        `Through the relay p50 ${round(relayed.toModel.p50)} and p99 ${round(relayed.toModel.p99)} ms, p50 ${round(relayed.toCaller.p50)} and p99 ${round(relayed.toCaller.p99)} ms. Both ends, the server and PostgreSQL share the machine.`,
        "To the caller each frame is followed by a mark, which the relay does not send.",
        ...(isRecorded ? ["All calls are recorded."] : []),
        ...(memory.length === 0 ? [] : [`Memory of the server each minute, in MB: ${memory.map((mb) => round(mb, 0)).join(" ")}.`]),
      ],
    };
  } finally {
    await load.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

/** How many of the calls, which are over, have a complete recording. */
async function wholeRecordings(parley: Client, calls: number): Promise<number> {
  const read = async () => (await parley.calls.list({ limit: 100 })).data.map(({ recording }) => recording);
  for (let tries = 0; tries < 300; tries++) {
    const recordings = await read();
    if (recordings.filter((recording) => recording?.status === "ready").length >= calls) break;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  return (await read()).filter((recording) => recording?.status === "ready" && recording.complete).length;
}

/** The slope of values at equal distances, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  return above / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
}

/** As the telephony provider announces a call: a signed form, answered with markup. */
async function announce(url: string, callId: string, n: number): Promise<{ streamUrl: string; token: string }> {
  const form = {
    AccountSid: accountId,
    CallSid: callId,
    From: `+4477009${String(10_000 + n)}`,
    To: numberOf(Math.floor(n / callsOfAgent)),
  };
  const text = Object.entries(form)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce((all, [key, value]) => all + key + value, url);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", authToken).update(text).digest("base64"),
    },
    body: new URLSearchParams(form).toString(),
  });
  const markup = await response.text();
  const streamUrl = /<Stream url="([^"]+)"/.exec(markup)?.[1];
  const token = /value="([^"]+)"/.exec(markup)?.[1];
  if (streamUrl === undefined || token === undefined) throw new Error(`a call was not taken: ${response.status} ${markup}`);
  return { streamUrl, token };
}

async function measureRelay(calls: number, seconds: number, framesMax: number) {
  const load = await startVoiceLoad(framesMax);
  const relay = spawn(process.execPath, [join(import.meta.dirname, "voice-relay.ts"), load.modelUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithProcess(relay);
  try {
    const url = ((await once(relay.stdout, "data")) as [Buffer])[0].toString().trim();
    for (let n = 0; n < calls; n++) await load.connect(n, url, null);
    await load.speak(5);
    const before = readCpu(relay.pid as number, 0);
    const delays = await load.speak(seconds);
    const after = readCpu(relay.pid as number, 0);
    return {
      toModel: percentilesOf(delays.toModel),
      toCaller: percentilesOf(delays.toCaller),
      cpuPercent: ((after.serverMs - before.serverMs) * 100) / (seconds * 1_000),
    };
  } finally {
    await load.close();
    relay.kill("SIGTERM");
  }
}

/** Resident memory in MB; 0 without /proc. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    // Not Linux.
    return 0;
  }
}
