/** Both ends of many calls in one process, so that one clock measures how long each frame was in transit. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

const frameMs = 20;
const appended = '{"type":"input_audio_buffer.append","audio":"';
const frameBytes = 160;

interface Call {
  n: number;
  caller: WebSocket | null;
  model: WebSocket | null;
  sentByCaller: Float64Array;
  sentByModel: Float64Array;
  next: { caller: number; model: number };
  clearAsked: number | null;
}

export interface VoiceLoad {
  /** The URL of a realtime provider's API, where models answer. */
  baseUrl: string;
  modelUrl: string;
  /** Opens a stream for call `n`. `token`: null for a relay. */
  connect(n: number, url: string, start: { accountId: string; callId: string; token: string } | null): Promise<void>;
  /** Both ends of all calls speak for that long; returns the milliseconds from sending each frame to its arrival. */
  speak(seconds: number): Promise<{ toModel: Float64Array; toCaller: Float64Array }>;
  /** Callers interrupt: milliseconds from the model's event to the clear at the caller. */
  interrupt(): Promise<Float64Array>;
  close(): Promise<void>;
}

/** Not one of our calls. */
const nobody = 0xffff;
const payloadOf = (n: number, seq: number) => {
  const sound = Buffer.alloc(frameBytes, 0x55);
  sound.writeUInt16BE(n, 0);
  sound.writeUInt32BE(seq, 2);
  return sound.toString("base64");
};
const read = (payload: string) => {
  const sound = Buffer.from(payload.slice(0, 8), "base64");
  return { n: sound.readUInt16BE(0), seq: sound.readUInt32BE(2) };
};

export async function startVoiceLoad(framesMax: number): Promise<VoiceLoad> {
  const calls = new Map<number, Call>();
  let [toModel, toCaller]: [number[], number[]] = [[], []];
  let cleared: number[] = [];
  const models = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((_, response) => response.writeHead(404).end());

  const arrived = (payload: string, by: "caller" | "model", model?: WebSocket) => {
    const { n, seq } = read(payload);
    const call = calls.get(n);
    if (call === undefined) return;
    if (model !== undefined) call.model ??= model;
    const sentAt = (by === "caller" ? call.sentByCaller : call.sentByModel)[seq];
    if (sentAt !== undefined && sentAt > 0) (by === "caller" ? toModel : toCaller).push(performance.now() - sentAt);
  };

  /** Says what it is told to say, in a short sound that is not part of any measurement. */
  function answer(model: WebSocket, instructions: string): void {
    const words = /^Say exactly this, and nothing else: (".*")$/s.exec(instructions)?.[1] ?? '"Yes."';
    const item = '"response_id":"resp_0","item_id":"item_0","output_index":0,"content_index":0';
    model.send('{"type":"response.created","response":{"id":"resp_0"}}');
    model.send(`{"type":"response.output_audio_transcript.delta",${item},"delta":${words}}`);
    model.send(`{"type":"response.output_audio.delta",${item},"delta":"${payloadOf(nobody, 0)}"}`);
    model.send(`{"type":"response.output_audio_transcript.done",${item},"transcript":${words}}`);
    model.send('{"type":"response.done","response":{"id":"resp_0","status":"completed"}}');
  }

  server.on("upgrade", (request, socket, head) =>
    models.handleUpgrade(request, socket, head, (model) => {
      model.on("message", (data) => {
        const text = String(data);
        if (text.startsWith(appended)) return arrived(text.slice(appended.length, -2), "caller", model);
        const event = JSON.parse(text) as {
          type?: string;
          event?: string;
          media?: { payload: string };
          response?: { instructions?: string };
        };
        if (event.event === "media") return arrived(event.media?.payload ?? "", "caller", model);
        if (event.type === "session.update") model.send('{"type":"session.updated","session":{}}');
        else if (event.type === "response.create") answer(model, event.response?.instructions ?? "");
      });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function connect(n: number, url: string, start: { accountId: string; callId: string; token: string } | null): Promise<void> {
    const caller = new WebSocket(url, { perMessageDeflate: false });
    const call: Call = {
      n,
      caller,
      model: null,
      sentByCaller: new Float64Array(framesMax),
      sentByModel: new Float64Array(framesMax),
      next: { caller: 0, model: 0 },
      clearAsked: null,
    };
    calls.set(n, call);
    caller.on("message", (data) => {
      const text = String(data);
      const frame = JSON.parse(text) as { event?: string; media?: { payload: string }; mark?: unknown; type?: string; delta?: string };
      if (frame.event === "media") arrived(frame.media?.payload ?? "", "model");
      else if (frame.type === "response.output_audio.delta") arrived(frame.delta ?? "", "model");
      else if (frame.event === "mark" && start !== null)
        caller.send(JSON.stringify({ event: "mark", streamSid: `MZ${n}`, mark: frame.mark }));
      else if (frame.event === "clear" && call.clearAsked !== null) {
        cleared.push(performance.now() - call.clearAsked);
        call.clearAsked = null;
      }
    });
    await new Promise<void>((resolve, reject) => {
      caller.on("open", () => resolve());
      caller.on("error", reject);
    });
    if (start !== null) {
      const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 };
      const body = {
        accountSid: start.accountId,
        callSid: start.callId,
        streamSid: `MZ${n}`,
        mediaFormat,
        customParameters: { token: start.token },
      };
      caller.send(JSON.stringify({ event: "start", streamSid: `MZ${n}`, start: body }));
    }
    // The first frame identifies which of the models' sockets belongs to this call.
    while (call.model === null) {
      send(call, "caller");
      await new Promise((resolve) => setTimeout(resolve, frameMs));
    }
  }

  function send(call: Call, by: "caller" | "model"): void {
    const seq = call.next[by]++;
    const payload = payloadOf(call.n, seq);
    if (by === "caller") {
      call.sentByCaller[seq] = performance.now();
      call.caller?.send(
        `{"event":"media","streamSid":"MZ${call.n}","media":{"track":"inbound","chunk":"${seq}","timestamp":"${seq * frameMs}","payload":"${payload}"}}`,
      );
    } else {
      call.sentByModel[seq] = performance.now();
      call.model?.send(
        `{"type":"response.output_audio.delta","response_id":"resp_1","item_id":"item_1","output_index":0,"content_index":0,"delta":"${payload}"}`,
      );
    }
  }

  return {
    baseUrl: `http://${host}/v1`,
    modelUrl: `ws://${host}/v1/realtime`,
    connect,
    async speak(seconds) {
      [toModel, toCaller] = [[], []];
      const startedAt = performance.now();
      const all = [...calls.values()];
      let ticks = 0;
      // By the clock, each call at its own offset within the 20 ms.
      for (let now = startedAt; now - startedAt < seconds * 1_000; now = performance.now()) {
        const due = Math.floor(((now - startedAt) / frameMs) * all.length);
        for (; ticks < due; ticks++) {
          const call = all[ticks % all.length] as Call;
          send(call, "caller");
          send(call, "model");
        }
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { toModel: Float64Array.from(toModel), toCaller: Float64Array.from(toCaller) };
    },
    async interrupt() {
      cleared = [];
      for (const call of calls.values()) {
        // Something that is not heard: these marks are not returned in time.
        for (let i = 0; i < 3; i++) send(call, "model");
        call.clearAsked = performance.now();
        call.model?.send('{"type":"input_audio_buffer.speech_started","audio_start_ms":0,"item_id":"caller_1"}');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return Float64Array.from(cleared);
    },
    async close() {
      for (const { caller, model } of calls.values()) {
        caller?.terminate();
        model?.terminate();
      }
      calls.clear();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
