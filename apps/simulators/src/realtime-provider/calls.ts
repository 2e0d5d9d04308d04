import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebSocket } from "ws";
import type { Caption } from "../shared/captions.ts";
import { readBody } from "../shared/http.ts";
import { BadOffer, createHearing, createMouth, openPeer } from "../shared/rtc/index.ts";
import { speak } from "../shared/speech.ts";
import { speakAloud } from "../shared/voice.ts";
import { mediaOutput } from "./outputs.ts";
import { createRealtimeSession, type RealtimeSession } from "./session.ts";
import type { Json, RealtimeBrain, RealtimeFault, RealtimeOptions } from "./types.ts";

const bodyBytesMax = 256 * 1_024;
/** A caller that got an answer and never connects is given up after this time. */
const connectMsMax = 30_000;

const thinkMs = 200;

export interface RealtimeCall {
  id: string;
  apiKey: string;
  /** The offer, and its answer. */
  offer: string;
  answer: string;
  session: RealtimeSession;
  /** Resolves when media flows. */
  connected: Promise<void>;
  ended: Promise<void>;
  /** Whether hang-up was requested through the interface. */
  isHungUp(): boolean;
  /** The provider ends it, with its media and its sockets. */
  end(): Promise<void>;
}

interface HeldCall extends RealtimeCall {
  isOver(): boolean;
  attach(socket: WebSocket): void;
}

type Refuse = (status: number, error: Json) => void;

/** Calls by WebRTC: POST …/realtime/calls with an offer, hang-up, and their control sockets. */
export function createCalls(deps: {
  options: RealtimeOptions;
  knows(apiKey: string): boolean;
  takeFault(kind: RealtimeFault["kind"], apiKey: string, at?: "call" | "socket"): RealtimeFault | null;
  brain(): RealtimeBrain;
  lines(): readonly string[];
  opened(call: RealtimeCall): void;
}) {
  const { speed = 1, voice = "coded", captions } = deps.options;
  const held = new Map<string, HeldCall>();

  async function open(apiKey: string, offer: string, config: Json): Promise<HeldCall> {
    const id = `rtc_${randomBytes(12).toString("hex")}`;
    const sockets = new Set<WebSocket>();
    let turn = 0;
    let isHungUp = false;
    let isOver = false;
    let answer = "";
    const caption = (from: Caption["from"], text: string) => captions?.say(answer, { from, text });
    const peer = openPeer((sound) => session.hear(sound));
    const mouth = createMouth((frame) => peer.send(frame), speed);
    const cut = () => {
      for (const socket of sockets) socket.terminate();
    };
    const session = createRealtimeSession({
      control: {
        send(text) {
          for (const socket of sockets) if (socket.readyState === socket.OPEN) socket.send(text);
        },
        cut,
        closed: peer.closed,
      },
      ear: createHearing(() => {
        const lines = deps.lines();
        return lines[turn++ % Math.max(1, lines.length)] ?? "Hello?";
      }),
      output: ({ send, truncated }) => mediaOutput({ send, cut }, mouth, { said: (text) => caption("agent", text), truncated }),
      voice: voice === "aloud" ? speakAloud : speak,
      apiKey,
      model: String(config["model"] ?? ""),
      callId: id,
      thinkMs: thinkMs / speed,
      config,
      heard: (text) => caption("caller", text),
      brain: deps.brain,
      takeFault: (kind) => deps.takeFault(kind, apiKey),
    });
    try {
      answer = await peer.answer(offer);
    } catch (error) {
      await peer.close();
      throw error;
    }
    const call: HeldCall = {
      id,
      apiKey,
      offer,
      answer,
      session,
      connected: peer.connected,
      ended: peer.closed,
      isHungUp: () => isHungUp,
      isOver: () => isOver,
      end: () => peer.close(),
      attach(socket) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("message", (data) => session.receive(JSON.parse(String(data))));
        socket.once("close", () => sockets.delete(socket));
        socket.send(JSON.stringify({ type: "session.created", session: { ...session.config(), id: `sess_${id}` } }));
      },
    };
    const giveUp = setTimeout(() => void peer.close(), connectMsMax);
    void peer.connected.then(() => {
      clearTimeout(giveUp);
      mouth.open();
    });
    void peer.closed.then(async () => {
      isOver = true;
      held.delete(id);
      clearTimeout(giveUp);
      mouth.close();
      for (const socket of sockets) socket.close(1000);
      await peer.close();
    });
    const hangUp = call.end;
    call.end = () => {
      isHungUp = true;
      return hangUp();
    };
    held.set(id, call);
    deps.opened(call);
    return call;
  }

  async function create(request: IncomingMessage, raw: Buffer, apiKey: string, path: string, response: ServerResponse, refuse: Refuse) {
    if (raw.length > bodyBytesMax) return refuse(413, invalid("The request is too large."));
    const form = await new Response(new Uint8Array(raw), { headers: { "content-type": request.headers["content-type"] ?? "" } })
      .formData()
      .catch(() => null);
    if (form === null) return refuse(400, invalid("The body must be multipart/form-data with the parts sdp and session."));
    const offer = await textOf(form.get("sdp"));
    if (offer === null) return refuse(400, invalid("Missing required parameter: 'sdp'.", "sdp"));
    const config = parsed(await textOf(form.get("session")));
    if (config === null) return refuse(400, invalid("Invalid 'session': it must be a JSON object.", "session"));
    if (config["type"] !== "realtime") return refuse(400, invalid("Invalid value for 'session.type': must be 'realtime'.", "session.type"));
    try {
      const call = await open(apiKey, offer, config);
      response.writeHead(201, { "content-type": "application/sdp", location: `${path}/${call.id}` }).end(call.answer);
    } catch (error) {
      if (!(error instanceof BadOffer)) throw error;
      refuse(400, { ...invalid(`Invalid SDP offer: ${error.message}.`, "sdp"), code: "invalid_offer" });
    }
  }

  return {
    /** False: not a request about calls. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const path = new URL(request.url ?? "/", "http://simulator").pathname;
      const found = /^(.*\/realtime\/calls)(?:\/([^/]+)\/([^/]+))?$/.exec(path);
      if (found === null || request.method !== "POST") return false;
      const [, root = "", id, verb] = found;
      const apiKey = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
      const refuse: Refuse = (status, error) =>
        void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
      readBody(request, (raw) => {
        if (!deps.knows(apiKey)) return refuse(401, refusals[401]);
        if (id === undefined) {
          const refusal = deps.takeFault("refuse", apiKey, "call");
          if (refusal?.kind === "refuse") return refuse(refusal.status, refusals[refusal.status as 401] ?? { message: "refused" });
          if (deps.takeFault("stall", apiKey, "call") !== null) return undefined;
          create(request, raw, apiKey, root, response, refuse).catch((error: unknown) =>
            refuse(500, { type: "server_error", code: null, param: null, message: String(error) }),
          );
          return undefined;
        }
        const call = held.get(id);
        if (verb !== "hangup" || call === undefined || call.apiKey !== apiKey || call.isOver()) return refuse(404, unknownCall);
        return void call.end().then(() => response.writeHead(200).end());
      });
      return true;
    },
    /** The call of a control socket; null: there is none, or it is over. */
    find(id: string, apiKey: string): HeldCall | null {
      const call = held.get(id);
      return call === undefined || call.apiKey !== apiKey || call.isOver() ? null : call;
    },
    async close(): Promise<void> {
      await Promise.all([...held.values()].map((call) => call.end()));
    },
  };
}

export const unknownCall = {
  type: "invalid_request_error",
  code: "call_id_not_found",
  param: "call_id",
  message: "No session found for the given call_id.",
};

export const refusals = {
  401: { type: "invalid_request_error", code: "invalid_api_key", param: null, message: "Incorrect API key provided." },
  429: { type: "requests", code: "rate_limit_exceeded", param: null, message: "Rate limit reached." },
};

const invalid = (message: string, param: string | null = null): Json => ({ type: "invalid_request_error", code: null, param, message });

const textOf = async (part: Blob | string | null): Promise<string | null> => (part instanceof Blob ? part.text() : part);

function parsed(text: string | null): Json | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
