import type { ChannelAccess, ChannelConnector } from "../connector.ts";

/** What a simulator must be able to do for its connector to be examined. Written once per platform, beside its tests. */
export interface ConformanceSimulator {
  /** Starts the platform with one channel whose callbacks go to `callbackUrl`. */
  start(options: { callbackUrl: string }): Promise<RunningSimulator>;
}

export interface RunningSimulator {
  /** Where the platform listens. */
  baseUrl: string;
  /** What signs the callbacks, and the token of the handshake (absent: the platform has none). */
  secret: string;
  verifyToken?: string;
  /** The channel, as the server would hand it to the connector. */
  access: ChannelAccess;
  /** Somebody who may be written to freely, as the API's `to` spells it. */
  recipient: string;
  /** A message id in the platform's form, for statuses out of thin air; absent: sent, delivered, read are not reported. */
  statusExternalId?: string;
  /** The platform's handshake against an address; true when it was satisfied. */
  handshake?(url: string, verifyToken: string): Promise<boolean>;
  /** Delivers what the scenario says; resolves when everything was answered. */
  deliver(scenario: CallbackScenario): Promise<void>;
  /** Decides what happens to the next send, and to that one only: a token that is dead for it lives again after. */
  failNextSend(fault: SendFault): void | Promise<void>;
  /** Texts that reached the platform and were accepted, oldest first. */
  acceptedTexts(): string[];
  stop(): Promise<void>;
}

export type CallbackScenario =
  /** One text from a customer. Any words, but more than ASCII, so that an escaped body is signed. */
  | { kind: "text"; text: string }
  /** The same customer message twice: the same bytes, and once more in a body that differs. */
  | { kind: "duplicate"; text: string }
  /** Read before delivered before sent, for one message. */
  | { kind: "statuses_reversed"; externalId: string }
  /** A message of a kind that no documentation names. */
  | { kind: "unknown_type"; type: string }
  /** One body: a text, several parts that no documentation allows, and another text. */
  | { kind: "poison_between"; before: string; after: string }
  /** A text signed with another secret, or not at all. */
  | { kind: "bad_signature"; text: string }
  | { kind: "unsigned"; text: string };

export type SendFault =
  /** The platform's own answer to a channel that sends too fast. */
  | "rate_limit"
  | "dead_token"
  /** The message is accepted, and no answer comes. */
  | "timeout_after_accept"
  /** The message is accepted, and the connection dies. */
  | "cut_after_accept"
  /** The message is accepted, and half an answer comes. */
  | "truncated_answer"
  /** A 5xx page of some machine in between. */
  | "html_5xx";

export interface ConformanceInput {
  name: string;
  connector: ChannelConnector;
  simulator: ConformanceSimulator;
  /** How long the HTTP client waits for an answer. Default 2,000. */
  timeoutMs?: number;
}
