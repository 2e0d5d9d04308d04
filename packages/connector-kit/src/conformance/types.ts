import type { ChannelAccess, ChannelConnector } from "../connector.ts";

/** What a simulator must provide so that its connector can be tested. Written once per platform, next to its tests. */
export interface ConformanceSimulator {
  /** Starts the platform with one channel whose callbacks go to `callbackUrl`. */
  start(options: { callbackUrl: string }): Promise<RunningSimulator>;
}

export interface RunningSimulator {
  /** The platform's address. */
  baseUrl: string;
  /** The secret that signs callbacks, and the token of the handshake (absent: the platform has none). */
  secret: string;
  verifyToken?: string;
  /** The channel, as the server passes it to the connector. */
  access: ChannelAccess;
  /** A person who may be messaged freely, as the API's `to` spells it. */
  recipient: string;
  /**
   * A message id in the platform's format, for statuses without a send; absent: the platform does not report sent,
   * delivered, read.
   */
  statusExternalId?: string;
  /** The platform's handshake with an address; true when it succeeded. */
  handshake?(url: string, verifyToken: string): Promise<boolean>;
  /** Delivers the scenario; resolves when everything was answered. */
  deliver(scenario: CallbackScenario): Promise<void>;
  /** Decides what happens to the next send, and only to that one: a token rejected for it is valid again afterwards. */
  failNextSend(fault: SendFault): void | Promise<void>;
  /** Texts that the platform accepted, oldest first. */
  acceptedTexts(): string[];
  stop(): Promise<void>;
}

export type CallbackScenario =
  /** One text from a customer. Any text, but with more than ASCII, so that an escaped body is signed. */
  | { kind: "text"; text: string }
  /** The same customer message twice: the same bytes, and once more in a different body. */
  | { kind: "duplicate"; text: string }
  /** Read before delivered before sent, for one message. */
  | { kind: "statuses_reversed"; externalId: string }
  /** A message of a type that no documentation mentions. */
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
  /** The message is accepted, and no answer arrives. */
  | "timeout_after_accept"
  /** The message is accepted, and the connection breaks. */
  | "cut_after_accept"
  /** The message is accepted, and half an answer arrives. */
  | "truncated_answer"
  /** An HTML 5xx page from a proxy. */
  | "html_5xx";

export interface ConformanceInput {
  name: string;
  connector: ChannelConnector;
  simulator: ConformanceSimulator;
  /** How long the HTTP client waits for an answer. Default 2,000. */
  timeoutMs?: number;
}
