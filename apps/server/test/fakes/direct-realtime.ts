/**
 * A realtime provider whose audio flows elsewhere: it answers a session description, and is controlled through a socket. Nothing is heard
 * or spoken: the test says what the caller says, and when they have heard what is said.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { politeBrain, type RealtimeBrain } from "@parley/simulators/realtime-provider";
import { type WebSocket, WebSocketServer } from "ws";

type Json = Record<string, any>;

export interface DirectCall {
  id: string;
  apiKey: string;
  offer: string;
  /** The config of the request that started it, with changes from the socket. */
  config(): Json;
  /** What the socket sent. */
  received: Json[];
  /** Complete texts that the caller heard, or started to hear. */
  heard: string[];
  says(text: string): void;
  /** Cuts the socket; the call continues. */
  cut(): void;
  connections: number;
}

export async function startDirectRealtime() {
  const calls: DirectCall[] = [];
  const internal = new Map<string, { open(socket: WebSocket): void }>();
  const hangUps: string[] = [];
  const refusals: { apiKey?: string; status: number }[] = [];
  /** Codes with which the next responses fail. */
  const failures: string[] = [];
  const requests: { apiKey: string; contentType: string }[] = [];
  let brain: RealtimeBrain = politeBrain;
  /** Runs before an offer is answered. */
  let beforeAnswer: () => Promise<void> = async () => undefined;
  /** False: what is said keeps playing until it is interrupted. */
  let hearsOut = true;
  let socketStatus: number | null = null;
  let turnedAway = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [, id, verb] = /^\/v1\/realtime\/calls(?:\/([^/]+)\/([^/]+))?$/.exec(request.url ?? "") ?? ["", undefined, "none"];
      if (request.method !== "POST" || verb === "none") return void response.writeHead(404).end();
      if (id !== undefined) {
        hangUps.push(id);
        return void response.writeHead(200).end();
      }
      void begin(request, Buffer.concat(chunks), (status, headers, body) => response.writeHead(status, headers).end(body));
    });
  });

  async function begin(
    request: IncomingMessage,
    body: Buffer,
    answer: (status: number, headers: Record<string, string>, body: string) => void,
  ): Promise<void> {
    const apiKey = bearerOf(request);
    requests.push({ apiKey, contentType: request.headers["content-type"] ?? "" });
    const at = refusals.findIndex((refusal) => refusal.apiKey === undefined || refusal.apiKey === apiKey);
    if (at >= 0) {
      const [{ status }] = refusals.splice(at, 1) as [{ status: number }];
      return answer(status, { "content-type": "application/json" }, '{"error":{"message":"refused","code":"refused"}}');
    }
    await beforeAnswer();
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const text = async (name: string) => {
      const part = form.get(name);
      return typeof part === "string" ? part : (part as Blob).text();
    };
    const id = `rtc_${String(calls.length + 1).padStart(4, "0")}`;
    const { call, open } = createCall({ id, apiKey, offer: await text("sdp"), session: JSON.parse(await text("session")) });
    internal.set(id, { open });
    calls.push(call);
    answer(201, { "content-type": "application/sdp", location: `/v1/realtime/calls/${id}` }, `v=0\r\no=answer of ${id}\r\nm=audio 9 X\r\n`);
  }

  function createCall(given: { id: string; apiKey: string; offer: string; session: Json }): {
    call: DirectCall;
    open(socket: WebSocket): void;
  } {
    let config = given.session;
    let socket: WebSocket | null = null;
    let ids = 0;
    let output: unknown = null;
    let playing: { itemId: string; responseId: string } | null = null;
    const id = (kind: string) => `${kind}_${given.id}_${++ids}`;
    const send = (event: Json) => socket?.send(JSON.stringify({ event_id: id("event"), ...event }));

    function respond(heard: string | null, toolOutput: unknown, instructions: string | null): void {
      if (failures.length > 0) {
        const responseId = id("resp");
        const error = { type: "server_error", code: failures.shift() };
        send({ type: "response.created", response: { id: responseId, status: "in_progress" } });
        return send({ type: "response.done", response: { id: responseId, status: "failed", status_details: { type: "failed", error } } });
      }
      const reply = brain({ heard, toolOutput, instructions, session: { config: () => config } as never });
      const responseId = id("resp");
      send({ type: "response.created", response: { id: responseId, status: "in_progress" } });
      if (reply.say !== undefined) speak(responseId, reply.say);
      if (reply.tool !== undefined) {
        const called = { call_id: id("call"), name: reply.tool.name, arguments: JSON.stringify(reply.tool.input) };
        send({ type: "response.function_call_arguments.done", response_id: responseId, item_id: id("item"), ...called });
      }
      const usage = {
        input_tokens: 10,
        output_tokens: 5,
        input_token_details: { audio_tokens: 4 },
        output_token_details: { audio_tokens: 3 },
      };
      send({ type: "response.done", response: { id: responseId, status: "completed", usage } });
      if (playing !== null && hearsOut) finish("stopped");
    }

    function speak(responseId: string, text: string): void {
      const itemId = id("item");
      call.heard.push(text);
      send({ type: "response.output_item.added", response_id: responseId, item: { id: itemId, type: "message", role: "assistant" } });
      send({ type: "output_audio_buffer.started", response_id: responseId });
      playing = { itemId, responseId };
      for (const delta of text.split(/(?<= )/))
        send({ type: "response.output_audio_transcript.delta", response_id: responseId, item_id: itemId, delta });
      send({ type: "response.output_audio_transcript.done", response_id: responseId, item_id: itemId, transcript: text });
    }

    function finish(how: "stopped" | "cleared"): void {
      if (playing === null) return;
      send({ type: `output_audio_buffer.${how}`, response_id: playing.responseId });
      playing = null;
    }

    function receive(event: Json): void {
      call.received.push(event);
      if (event["type"] === "session.update") {
        config = { ...config, ...event["session"] };
        send({ type: "session.updated", session: config });
      } else if (event["type"] === "response.create") {
        // After a tool the model continues with its result.
        const found = output;
        output = null;
        respond(null, found, event["response"]?.instructions ?? null);
      }
      if (event["type"] === "output_audio_buffer.clear") finish("cleared");
      if (event["type"] === "conversation.item.create" && event["item"].type === "function_call_output")
        output = JSON.parse(event["item"].output);
    }

    const call: DirectCall = {
      id: given.id,
      apiKey: given.apiKey,
      offer: given.offer,
      config: () => config,
      received: [],
      heard: [],
      connections: 0,
      says(text) {
        const itemId = id("item");
        send({ type: "input_audio_buffer.speech_started", audio_start_ms: 0, item_id: itemId });
        if (playing !== null) {
          send({ type: "conversation.item.truncated", item_id: playing.itemId, content_index: 0, audio_end_ms: 1_000 });
          finish("cleared");
        }
        send({ type: "input_audio_buffer.speech_stopped", audio_end_ms: 0, item_id: itemId });
        send({ type: "conversation.item.input_audio_transcription.completed", item_id: itemId, content_index: 0, transcript: text });
        respond(text, null, null);
      },
      cut: () => socket?.terminate(),
    };
    return {
      call,
      open(opened) {
        socket = opened;
        call.connections++;
        opened.on("error", () => undefined);
        opened.on("message", (data) => receive(JSON.parse(String(data))));
        send({ type: "session.created", session: config });
      },
    };
  }

  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://provider");
    const known = internal.get(url.searchParams.get("call_id") ?? "");
    if (socketStatus !== null) turnedAway++;
    if (url.pathname !== "/v1/realtime" || known === undefined || socketStatus !== null)
      return void socket.end(`HTTP/1.1 ${socketStatus ?? 404} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (opened) => known.open(opened));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    /** Sockets refused because of `socketStatus`. */
    turnedAway: () => turnedAway,
    hangUps,
    requests,
    failures,
    refuse: (status: number, apiKey?: string) => void refusals.push({ status, ...(apiKey === undefined ? {} : { apiKey }) }),
    set(change: { brain?: RealtimeBrain; beforeAnswer?: () => Promise<void>; hearsOut?: boolean; socketStatus?: number | null }): void {
      brain = change.brain ?? brain;
      beforeAnswer = change.beforeAnswer ?? beforeAnswer;
      hearsOut = change.hearsOut ?? hearsOut;
      socketStatus = change.socketStatus === undefined ? socketStatus : change.socketStatus;
    },
    reset(): void {
      [brain, beforeAnswer, hearsOut, socketStatus] = [politeBrain, async () => undefined, true, null];
      refusals.length = 0;
      failures.length = 0;
    },
    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const bearerOf = (request: IncomingMessage) => request.headers.authorization?.replace(/^Bearer /, "") ?? "";
