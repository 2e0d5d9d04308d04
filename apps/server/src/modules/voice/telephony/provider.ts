import type { Secret } from "#platform/crypto/secret.ts";

export const providers = ["twilio"] as const;
export type ProviderName = (typeof providers)[number];

/** What a request to the provider's API, or the verification of its callbacks, needs. */
export interface TelephonyAccess {
  accountId: string;
  authToken: Secret;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** A call as announced by the provider. */
export interface AnnouncedCall {
  accountId: string;
  /** The provider's id of the call. */
  callId: string;
  /** As the provider spells it; null: withheld. */
  from: string | null;
  to: string;
}

/** An outbound call. The URLs identify it; the provider signs its requests to them. */
export interface OutboundCall {
  from: string;
  to: string;
  answeredUrl: string;
  statusUrl: string;
  ringSeconds: number;
}

/** A person or a machine has answered an outbound call. */
export interface AnsweredCall {
  accountId: string;
  callId: string;
  isMachine: boolean;
}

/** How an outbound call ended. `over`: somebody had answered. */
export const dialEnds = ["busy", "no_answer", "failed", "canceled", "over"] as const;
export type DialEnd = (typeof dialEnds)[number];

/** The messages of a media stream. Times and positions refer to the caller's side of the line. */
export type StreamEvent =
  | { kind: "start"; streamId: string; accountId: string; callId: string; token: string | null; isPcmu: boolean }
  /** `payload`: base64 of G.711 µ-law, 8,000 samples a second. */
  | { kind: "audio"; payload: string }
  | { kind: "mark"; name: string }
  | { kind: "digit"; digit: string }
  | { kind: "stop" }
  /** Part of the protocol, but irrelevant to us. */
  | { kind: "other" };

/** A media stream's frames. Pure. */
export interface StreamProtocol {
  /** null: not a valid frame. Never throws. */
  read(text: string): StreamEvent | null;
  audio(streamId: string, payload: string): string;
  mark(streamId: string, name: string): string;
  /** Drops what was not played yet. */
  clear(streamId: string): string;
}

/** What the provider should do with an announced call, and after its stream: the text of our HTTP responses. */
export interface Markup {
  contentType: string;
  /** The token is sent separately from the URL, which ends up in logs. */
  stream(options: { streamUrl: string; afterUrl: string; token: string }): string;
  /** Speaks, if there is something to say, and hangs up. */
  hangUp(say: string | null, language: string | null): string;
  /** Speaks, if there is something to say, and connects the caller to a number. */
  dial(say: string | null, language: string | null, number: string): string;
}

/** Everything that differs between telephony providers with media streams: another one takes a file and a line. */
export interface TelephonyProvider {
  defaultBaseUrl: string;
  /** A request to its API that changes nothing and needs the credentials. */
  testRequest(access: TelephonyAccess): { url: string; headers: Record<string, string> };
  /** Whether the response to that is about this account. */
  isAccount(access: TelephonyAccess, body: unknown): boolean;
  /** `url`: as the provider called it. `form`: its body. Constant time. */
  isSigned(access: TelephonyAccess, request: { url: string; form: URLSearchParams; header(name: string): string | undefined }): boolean;
  /** null: it lacks something that an announced call has. */
  readCall(form: URLSearchParams): AnnouncedCall | null;
  /** A request to its API that makes a call and distinguishes machines from people. */
  dialRequest(access: TelephonyAccess, call: OutboundCall): { url: string; headers: Record<string, string>; body: string };
  /** The provider's id of the call, from the response to that; null: it is not such a response. */
  readDialled(body: string): string | null;
  /** null: it lacks something that an answered call has. */
  readAnswered(form: URLSearchParams): AnsweredCall | null;
  /** null: it has not ended. */
  readDialEnd(form: URLSearchParams): DialEnd | null;
  /** The provider's id of the call, from its request after a stream. */
  readCallId(form: URLSearchParams): string | null;
  markup: Markup;
  stream: StreamProtocol;
}
