import type { ServerResponse } from "node:http";
import { sendJson } from "./http.ts";
import type { CommonFault } from "./faults.ts";
import type { RecordedPlatformCall } from "./types.ts";

/** An error in the platform's wording. */
export interface ErrorResponse {
  status: number;
  code: number;
  json: string;
  retryAfterSeconds?: number;
}

const ERROR_PAGE = "<!DOCTYPE html><html><head><title>Error</title></head><body>Sorry, something went wrong.</body></html>";

/** One platform call: the request, and the ways to answer it. */
export abstract class PlatformExchange<C extends RecordedPlatformCall> {
  readonly response: ServerResponse;
  readonly call: C;
  /** Path segments after the version. */
  readonly segments: string[];
  /** Raw query string. */
  readonly search: string;

  constructor(response: ServerResponse, call: C, segments: string[], search: string) {
    this.response = response;
    this.call = call;
    this.segments = segments;
    this.search = search;
  }

  protected abstract record(): void;
  protected abstract errorOf(fault: Extract<CommonFault, { kind: "error" }>): ErrorResponse;
  /** Revokes the call's token; returns the platform's error for it. */
  protected abstract killToken(): ErrorResponse;

  get query(): URLSearchParams {
    return new URLSearchParams(this.search);
  }

  answer(json: string, status = 200): void {
    this.call.status = status;
    this.record();
    sendJson(this.response, status, json);
  }

  refuse(error: ErrorResponse): void {
    this.call.errorCode = error.code;
    if (error.retryAfterSeconds !== undefined) this.response.setHeader("retry-after", String(error.retryAfterSeconds));
    this.answer(error.json, error.status);
  }

  /** Never responds; the connection stays open until the caller or `close()` ends it. */
  hang(): void {
    this.record();
  }

  cut(): void {
    this.record();
    this.response.destroy();
  }

  truncated(json: string): void {
    this.call.status = 200;
    this.record();
    sendJson(this.response, 200, json.slice(0, Math.floor(json.length / 2)));
  }

  /** An error page from an intermediary. */
  page(status: number): void {
    this.call.status = status;
    this.record();
    this.response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-length": ERROR_PAGE.length });
    this.response.end(ERROR_PAGE);
  }

  /** Performs the faults after which nothing was accepted; false for any other, and for faults of one platform only. */
  actBeforeAccept(input: { kind: string }): boolean {
    const fault = input as CommonFault;
    switch (fault.kind) {
      case "error": {
        const error = this.errorOf(fault);
        if (fault.retryAfterSeconds !== undefined) error.retryAfterSeconds = fault.retryAfterSeconds;
        this.refuse(error);
        return true;
      }
      case "hang_before_accept":
        this.hang();
        return true;
      case "cut_before_accept":
        this.cut();
        return true;
      case "token_dead":
        this.refuse(this.killToken());
        return true;
      case "html":
        this.page(fault.httpStatus ?? 502);
        return true;
      default:
        return false;
    }
  }

  /** Responds to an accepted call according to the fault. */
  respondWithFault(json: string, input: { kind: string } | undefined): void {
    const fault = input as CommonFault | undefined;
    switch (fault?.kind) {
      case "hang_after_accept":
        return this.hang();
      case "cut_after_accept":
        return this.cut();
      case "truncated":
        return this.truncated(json);
      case "slow": {
        const timer = setTimeout(() => this.answer(json), fault.delayMs);
        this.response.once("close", () => clearTimeout(timer));
        return;
      }
      default:
        return this.answer(json);
    }
  }
}
