import type { ServerResponse } from "node:http";
import { type ErrorResponse, PlatformExchange } from "../shared/exchange.ts";
import type { CommonFault } from "../shared/faults.ts";
import { type GraphError, graphError } from "./graph-errors.ts";
import { recordRefusal } from "./phone/phone-records.ts";
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

  refuseWith(code: number, details?: string): void {
    const { throttleStatus } = this.state.options;
    this.refuse(graphError(code, { ...(details ? { details } : {}), ...(throttleStatus ? { throttleStatus } : {}) }));
  }

  protected record(): void {
    this.state.record(this.call);
  }

  protected errorOf({ code, httpStatus, subcode, details }: Extract<CommonFault, { kind: "error" }>): GraphError {
    const { throttleStatus } = this.state.options;
    return graphError(code, {
      ...(httpStatus !== undefined ? { status: httpStatus } : {}),
      ...(subcode !== undefined ? { subcode } : {}),
      ...(details !== undefined ? { details } : {}),
      ...(throttleStatus ? { throttleStatus } : {}),
    });
  }

  protected killToken(): GraphError {
    if (this.call.token !== undefined) this.state.deadTokens.add(this.call.token);
    return graphError(190, { subcode: 463 });
  }
}
