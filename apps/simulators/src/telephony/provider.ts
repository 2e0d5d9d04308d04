import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Line, type LineOptions, openLine } from "./line.ts";

export interface TelephonyOptions {
  accountId: string;
  authToken: string;
}

/** How the markup finally handles a call. */
export interface CallOutcome {
  said: string[];
  /** The number that the caller was connected to; null: the call was ended. */
  dialled: string | null;
}

export interface SimulatedCall {
  callId: string;
  /** HTTP status of the first response. */
  status: number;
  /** All markup received, oldest first. */
  markup: string[];
  /** null: no stream was requested. */
  line: Line | null;
  /** How it ended, once it has. */
  outcome: Promise<CallOutcome>;
  /** Opens its stream again, with the parameters of the first. */
  replay(): Line;
}

/** What happens to a call that the account requests. */
export type DialPlan =
  | { kind: "answer"; by?: "human" | "machine_start" | "fax" }
  | { kind: "busy" | "no-answer" | "failed" }
  /** It refuses the request. */
  | { kind: "refuse"; status: number }
  /** It accepts the call, and its response is lost. */
  | { kind: "cut" };

export interface TelephonySimulator {
  /** The base URL of its API. */
  url: string;
  accountId: string;
  /** The requests for calls, oldest first. */
  dialled: URLSearchParams[];
  /** Applies to calls requested from now on. */
  plan: DialPlan;
  /** The next requested call and the person who answers it; its `line` is null if nobody did. */
  rung(): Promise<SimulatedCall>;
  /** Sends a signed callback. */
  postForm(url: string, form: Record<string, string>): Promise<{ status: number; markup: string }>;
  /** Somebody calls a number of the account. `url`: the account's callback. */
  call(
    url: string,
    input: {
      to: string;
      from?: string;
      callId?: string;
      accountId?: string;
      signature?: string;
    } & StreamGiven,
  ): Promise<SimulatedCall>;
  close(): Promise<void>;
}

interface StreamGiven {
  marks?: "held";
  /** It is announced, and its stream never comes. */
  stream?: "never";
  /** ws://host:port of the process that a load balancer leads its stream to. */
  streamHost?: string;
  format?: LineOptions["format"];
}

const plainOf = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&amp;", "&");
const found = (markup: string, pattern: RegExp) => plainOf(pattern.exec(markup)?.[1] ?? "");
const streamOf = (markup: string) => found(markup, /<Stream url="([^"]*)"/);
const tokenOf = (markup: string) => found(markup, /<Parameter name="token" value="([^"]*)"/);
const actionOf = (markup: string) => found(markup, /<Connect action="([^"]*)"/);

/** A telephony provider like Twilio: signed webhooks, markup, media streams, and the account's API. */
export async function startTelephony(options: TelephonyOptions): Promise<TelephonySimulator> {
  let calls = 0;
  const lines = new Set<Line>();
  const dialled: URLSearchParams[] = [];
  const rung: Promise<SimulatedCall>[] = [];
  const waiting: ((call: Promise<SimulatedCall>) => void)[] = [];
  const server = createServer((request, response) => {
    if (request.method === "POST") return answerDial(request, response);
    const expected = `Basic ${Buffer.from(`${options.accountId}:${options.authToken}`).toString("base64")}`;
    const known = request.url === `/2010-04-01/Accounts/${options.accountId}.json`;
    const status = !known ? 404 : request.headers.authorization === expected ? 200 : 401;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? { sid: options.accountId, status: "active" } : { code: 20003, status }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  /** POST …/Calls.json */
  function answerDial(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const expected = `Basic ${Buffer.from(`${options.accountId}:${options.authToken}`).toString("base64")}`;
      const { plan } = simulator;
      const known = request.url === `/2010-04-01/Accounts/${options.accountId}/Calls.json`;
      const refused = !known ? 404 : request.headers.authorization !== expected ? 401 : plan.kind === "refuse" ? plan.status : null;
      if (refused !== null) {
        response.writeHead(refused, { "content-type": "application/json" });
        return void response.end(JSON.stringify({ code: 21211, message: "Refused", status: refused }));
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
      dialled.push(form);
      const callId = `CA${String(++calls).padStart(32, "0")}`;
      if (plan.kind === "cut") return void request.socket.destroy();
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ sid: callId, status: "queued" }), () => {
        const call = ring(callId, form, plan);
        // Whoever takes the call sees why it failed; one that nobody takes may outlive the server that it would be reported to.
        call.catch(() => undefined);
        const waiter = waiting.shift();
        if (waiter === undefined) rung.push(call);
        else waiter(call);
      });
    });
  }

  async function ring(callId: string, asked: URLSearchParams, plan: DialPlan): Promise<SimulatedCall> {
    const form = {
      CallSid: callId,
      AccountSid: options.accountId,
      From: asked.get("From") ?? "",
      To: asked.get("To") ?? "",
      Direction: "outbound-api",
      ApiVersion: "2010-04-01",
    };
    if (plan.kind === "answer")
      return connect(asked.get("Url") ?? "", { ...form, CallStatus: "in-progress", AnsweredBy: plan.by ?? "human" }, {});
    const statusResponse = await ask(asked.get("StatusCallback") ?? "", { ...form, CallStatus: plan.kind });
    return {
      callId,
      status: statusResponse.status,
      markup: [],
      line: null,
      outcome: Promise.resolve({ said: [], dialled: null }),
      replay: nothing,
    };
  }

  const nothing = (): Line => {
    throw new Error("there was no stream");
  };

  async function ask(url: string, form: Record<string, string>, signature?: string): Promise<{ status: number; markup: string }> {
    const text = Object.keys(form)
      .sort()
      .reduce((all, key) => all + key + form[key], url);
    const signed = createHmac("sha1", options.authToken).update(text).digest("base64");
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8", "x-twilio-signature": signature ?? signed },
      body: new URLSearchParams(form).toString(),
    });
    return { status: response.status, markup: await response.text() };
  }

  function readEnd(markup: string): CallOutcome {
    const said = [...markup.matchAll(/<Say[^<>]*>([^<]*)<\/Say>/g)].map((match) => plainOf(match[1] as string));
    return { said, dialled: /<Dial>([^<]*)<\/Dial>/.exec(markup)?.[1] ?? null };
  }

  /** Asks what to do with a call, and does it. */
  async function connect(
    url: string,
    form: Record<string, string> & { CallSid: string; AccountSid: string },
    input: { signature?: string } & StreamGiven,
  ): Promise<SimulatedCall> {
    const { CallSid: callId, AccountSid: accountId } = form;
    const first = await ask(url, form, input.signature);
    const markup = [first.markup];
    const streamUrl = streamOf(first.markup);
    let streams = 0;
    const open = () => {
      const line = openLine({
        url: input.streamHost === undefined ? streamUrl : streamUrl.replace(/^ws:\/\/[^/]*/, input.streamHost),
        accountId,
        callId,
        streamId: `MZ${String(++streams).padStart(4, "0")}${callId.slice(-28)}`,
        parameters: { token: tokenOf(first.markup) },
        ...(input.marks === undefined ? {} : { marks: input.marks }),
        ...(input.format === undefined ? {} : { format: input.format }),
      });
      lines.add(line);
      return line;
    };
    if (streamUrl === "" || input.stream === "never")
      return { callId, status: first.status, markup, line: null, outcome: Promise.resolve(readEnd(first.markup)), replay: open };
    const line = open();
    const outcome = line.closed.then(async () => {
      const after = await ask(actionOf(first.markup), { ...form, CallStatus: "in-progress" });
      markup.push(after.markup);
      return readEnd(after.markup);
    });
    // As with the call itself.
    outcome.catch(() => undefined);
    return { callId, status: first.status, markup, line, outcome, replay: open };
  }

  const simulator: TelephonySimulator = {
    dialled,
    plan: { kind: "answer" },
    rung: () => rung.shift() ?? new Promise<SimulatedCall>((resolve) => waiting.push(resolve)),
    postForm: ask,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountId: options.accountId,
    async call(url, given) {
      const callId = given.callId ?? `CA${String(++calls).padStart(32, "0")}`;
      const accountId = given.accountId ?? options.accountId;
      const form = {
        CallSid: callId,
        AccountSid: accountId,
        From: given.from ?? "+447700900123",
        To: given.to,
        CallStatus: "ringing",
        Direction: "inbound",
        ApiVersion: "2010-04-01",
      };
      return connect(url, form, given);
    },
    close: () =>
      new Promise((resolve) => {
        for (const line of lines) line.cut();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return simulator;
}
