import type { Secret } from "#platform/crypto/secret.ts";

export const providers = ["twilio"] as const;
export type ProviderName = (typeof providers)[number];

/** What a call of the provider's API, or the check of its callbacks, needs. */
export interface TelephonyAccess {
  accountId: string;
  authToken: Secret;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** A call as the provider announces it. */
export interface AnnouncedCall {
  accountId: string;
  /** The provider's id of the call. */
  callId: string;
  /** As the provider spells it; null: withheld. */
  from: string | null;
  to: string;
}

/** A call that we want. The addresses tell which one it is; the provider signs what it calls there. */
export interface WantedCall {
  from: string;
  to: string;
  answeredUrl: string;
  statusUrl: string;
  ringSeconds: number;
}

/** Somebody, or something, has answered a call that we made. */
export interface AnsweredCall {
  accountId: string;
  callId: string;
  isMachine: boolean;
}

/** How a call that we made ended. `over`: somebody had answered. */
export const dialEnds = ["busy", "no_answer", "failed", "canceled", "over"] as const;
export type DialEnd = (typeof dialEnds)[number];

/** What a media stream says. Times and positions are the caller's side of the line. */
export type StreamEvent =
  | { kind: "start"; streamId: string; accountId: string; callId: string; token: string | null; isPcmu: boolean }
  /** `payload`: base64 of G.711 µ-law, 8,000 samples a second. */
  | { kind: "audio"; payload: string }
  | { kind: "mark"; name: string }
  | { kind: "digit"; digit: string }
  | { kind: "stop" }
  /** Part of the protocol, without a meaning for us. */
  | { kind: "other" };

/** The frames of a media stream. Pure. */
export interface StreamProtocol {
  /** null: not a frame of the protocol. Never throws. */
  read(text: string): StreamEvent | null;
  audio(streamId: string, payload: string): string;
  mark(streamId: string, name: string): string;
  /** Drops what was not played yet. */
  clear(streamId: string): string;
}

/** How a provider answers an announced call, and what it does after its stream. Text for its HTTP answers. */
export interface Markup {
  contentType: string;
  /** The token travels apart from the address, which ends up in logs. */
  stream(options: { streamUrl: string; afterUrl: string; token: string }): string;
  /** Speaks, if there is something to say, and hangs up. */
  hangUp(say: string | null, language: string | null): string;
  /** Speaks, if there is something to say, and connects the caller with a number. */
  dial(say: string | null, language: string | null, number: string): string;
}

/** Everything that differs between telephony providers with media streams: a further one is a file and a line. */
export interface TelephonyProvider {
  defaultBaseUrl: string;
  /** A call of its API that changes nothing and needs the credentials. */
  testRequest(access: TelephonyAccess): { url: string; headers: Record<string, string> };
  /** Whether the answer to that is about this account. */
  isAccount(access: TelephonyAccess, body: unknown): boolean;
  /** `url`: as the provider called it. `form`: its body. Constant time. */
  isSigned(access: TelephonyAccess, request: { url: string; form: URLSearchParams; header(name: string): string | undefined }): boolean;
  /** null: something that announces a call is missing. */
  readCall(form: URLSearchParams): AnnouncedCall | null;
  /** A request of its API that makes a call. A machine that answers is told from a person. */
  dialRequest(access: TelephonyAccess, call: WantedCall): { url: string; headers: Record<string, string>; body: string };
  /** The provider's id of the call, in the answer to that; null: it is no such answer. */
  readDialled(body: string): string | null;
  /** null: something that tells of an answered call is missing. */
  readAnswered(form: URLSearchParams): AnsweredCall | null;
  /** null: it has not ended. */
  readDialEnd(form: URLSearchParams): DialEnd | null;
  /** The provider's id of the call, in what it asks after a stream. */
  readCallId(form: URLSearchParams): string | null;
  markup: Markup;
  stream: StreamProtocol;
}
