/** Milliseconds since 1970. Determines time stamps, windows and limits; delays always use real time. */
export interface Clock {
  now(): number;
}

export interface CallbackResponse {
  /** HTTP status of the first attempt; 0 when it failed or timed out. */
  status: number;
  body: string;
  error?: Error;
}

/** One platform call as a test sees it afterwards. */
export interface RecordedPlatformCall {
  at: number;
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
  /** 0 when the connection was cut or left hanging. */
  status: number;
  errorCode?: number;
}

/** How callbacks are delivered, whatever their content. */
export interface DeliveryBehaviour {
  /** Added before each callback. */
  delayMs: number;
  /** `same_body` posts the identical bytes again; `other_body` the same items in a different body. */
  duplicate: "none" | "same_body" | "other_body";
  /** Items (entries) per body. A body that is not full is sent after `batchWaitMs`. */
  batch: number;
  batchWaitMs: number;
}

export interface CallbackCounts {
  posted: number;
  ok: number;
  failed: number;
  retried: number;
  givenUp: number;
  dropped: number;
  open: number;
}
