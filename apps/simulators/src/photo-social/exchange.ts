import type { ServerResponse } from "node:http";
import { type ErrorResponse, PlatformExchange } from "../shared/exchange.ts";
import type { CommonFault } from "../shared/faults.ts";
import { graphError } from "./graph-errors.ts";
import { recordRefusal } from "./phone-records.ts";
import type { PlatformState } from "./state.ts";
import type { RecordedCall } from "./types.ts";

export class Exchange extends PlatformExchange<RecordedCall> {
  readonly state: PlatformState;

  constructor(state: PlatformState, response: ServerResponse, call: RecordedCall, segments: string[], search: string) {
    super(response, call, segments, search);
    this.state = state;
  }

  override refuse(error: ErrorResponse): void {
    if (this.segments[1] === "messages") recordRefusal(this.state, error.json);
    super.refuse(error);
  }

  refuseWith(code: number, details?: string, subcode?: number): void {
    this.refuse(graphError(code, { ...(details === undefined ? {} : { details }), ...(subcode === undefined ? {} : { subcode }) }));
  }

  html(status: number, body: string): void {
    this.call.status = status;
    this.record();
    this.response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(body) });
    this.response.end(body);
  }

  redirect(location: string): void {
    this.call.status = 302;
    this.record();
    this.response.writeHead(302, { location });
    this.response.end();
  }

  protected record(): void {
    this.state.record(this.call);
  }

  protected errorOf({ code, httpStatus, subcode, details }: Extract<CommonFault, { kind: "error" }>): ErrorResponse {
    return graphError(code, {
      ...(httpStatus === undefined ? {} : { status: httpStatus }),
      ...(subcode === undefined ? {} : { subcode }),
      ...(details === undefined ? {} : { details }),
    });
  }

  protected killToken(): ErrorResponse {
    const token = this.state.tokens.get(this.call.token ?? "");
    if (token !== undefined) token.dead = true;
    return graphError(190, { subcode: 463 });
  }
}
