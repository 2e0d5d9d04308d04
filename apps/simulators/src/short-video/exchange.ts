import type { ServerResponse } from "node:http";
import { sendJson } from "../shared/http.ts";
import { logRefusal } from "../shared/phone/index.ts";
import { type Refusal, refusal } from "./errors.ts";
import type { Fault } from "./knobs.ts";
import type { Grant, PlatformState } from "./state.ts";
import type { RecordedCall } from "./types.ts";

/** One platform call: the request, and the ways to answer it. */
export class Exchange {
  readonly state: PlatformState;
  readonly response: ServerResponse;
  readonly call: RecordedCall;
  readonly query: URLSearchParams;
  /** Parsed JSON of a POST; empty for a GET. */
  body: Record<string, unknown> = {};
  grant: Grant | undefined;

  constructor(state: PlatformState, response: ServerResponse, call: RecordedCall, query: URLSearchParams) {
    this.state = state;
    this.response = response;
    this.call = call;
    this.query = query;
  }

  envelope(data: unknown): string {
    return JSON.stringify({ code: 0, message: "OK", request_id: this.state.ids.request(), data });
  }

  answer(data: unknown): void {
    this.#send(200, this.envelope(data));
  }

  refuse(given: Refusal): void {
    this.call.errorCode = given.code;
    if (this.call.path.endsWith("/message/send/")) logRefusal(this.state.transcripts, given.code, given.message);
    const { code, message } = given;
    this.#send(given.httpStatus, JSON.stringify({ code, message, request_id: this.state.ids.request(), data: {} }));
  }

  refuseWith(code: number, message?: string): void {
    this.refuse(refusal(code, message));
  }

  /** Without an envelope: from an intermediary in front of the platform, or for an unknown path. */
  page(status: number, html: string, contentType = "text/html; charset=utf-8"): void {
    this.call.status = status;
    this.state.record(this.call);
    this.response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(html) });
    this.response.end(html);
  }

  /** Never responds; the connection stays open until the caller or `close()` ends it. */
  hang(): void {
    this.state.record(this.call);
  }

  cut(): void {
    this.state.record(this.call);
    this.response.destroy();
  }

  truncated(json: string): void {
    this.#send(200, json.slice(0, Math.floor(json.length / 2)));
  }

  /** Performs the faults after which nothing was accepted; false for any other. */
  actBeforeAccept(fault: Fault): boolean {
    switch (fault.kind) {
      case "error":
        this.refuse(refusal(fault.code, fault.details, fault.httpStatus));
        return true;
      case "hang_before_accept":
        this.hang();
        return true;
      case "cut_before_accept":
        this.cut();
        return true;
      case "token_dead":
        if (this.call.token !== undefined) this.state.tokens.delete(this.call.token);
        this.refuseWith(40105);
        return true;
      case "html":
        this.page(fault.httpStatus ?? 502, "<!DOCTYPE html><html><body>Sorry, something went wrong.</body></html>");
        return true;
      default:
        return false;
    }
  }

  /** Responds to an accepted call according to the fault; without one, normally. */
  answerWithFault(json: string, fault: Fault | undefined): void {
    switch (fault?.kind) {
      case "hang_after_accept":
        return this.hang();
      case "cut_after_accept":
        return this.cut();
      case "truncated":
        return this.truncated(json);
      case "error_after_accept":
        return this.refuseWith(fault.code);
      case "slow": {
        const timer = setTimeout(() => this.#send(200, json), fault.delayMs);
        this.response.once("close", () => clearTimeout(timer));
        return;
      }
      default:
        return this.#send(200, json);
    }
  }

  #send(status: number, json: string): void {
    this.call.status = status;
    this.state.record(this.call);
    this.response.setHeader("x-tt-logid", this.state.ids.request());
    sendJson(this.response, status, json);
  }
}
