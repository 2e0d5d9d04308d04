/**
 * A platform of a made-up kind, for rules that depend only on a description. Its callbacks have the plain text `secret` as their signature,
 * and it accepts every send into `sent`, except the text "refuse", which it refuses permanently; a test may answer instead.
 */
import type {
  ChannelConnector,
  ConnectorDescription,
  ConversationAction,
  FetchedMedia,
  OutboundMessage,
  SendOutcome,
} from "@parley/connector-kit";
import type { InstalledConnector } from "../../src/modules/channels/channels/index.ts";
import type { TestApp, TestTenant } from "../harness.ts";

export interface FakePlatform extends InstalledConnector {
  sent: OutboundMessage[];
  acts: ConversationAction[];
  /** From now on, answers sends instead. */
  answer: ((message: OutboundMessage) => Promise<SendOutcome>) | undefined;
  /** Returns content that customers sent, by its reference. */
  content: ((providerMediaId: string) => Promise<FetchedMedia>) | undefined;
  /** A connected channel; `write` makes a customer write to it, at the harness's time. */
  channel(
    t: TestApp,
    tenant: TestTenant,
  ): Promise<{
    id: string;
    write(from: string, text?: string, more?: object): Promise<void>;
    /** The business writes to the customer in the platform's own app. */
    echo(to: string, text?: string, more?: object): Promise<void>;
    /** Any other events from the platform, in one callback; does not process anything. */
    sendEvent(...events: object[]): Promise<void>;
  }>;
}

export function fakePlatform(kind: string, change: Partial<ConnectorDescription>): FakePlatform {
  const slug = kind.replaceAll("_", "-");
  const field = { label: "", type: "string" as const, required: true, help: "" };
  const description: ConnectorDescription = {
    kind,
    slug,
    label: kind,
    configFields: [
      { ...field, name: "accountId", secret: false },
      { ...field, name: "secret", secret: true },
    ],
    externalIdField: "accountId",
    signingSecretField: "secret",
    addressKind: "platform",
    outboundTypes: ["text"],
    media: {},
    abilities: { quote: [], typing: false, markRead: false },
    limits: { textCharactersMax: 1000, messagesPerSecond: 1000, pairIntervalMs: 0, pairBurst: 1000 },
    window: { durationMs: 86_400_000, typesOutside: [] },
    startsConversations: false,
    ...change,
  };
  const sent: OutboundMessage[] = [];
  const acts: ConversationAction[] = [];
  let events = 0;
  const connector: ChannelConnector = {
    description,
    parseRecipient: (to) => ({ providerUserId: to }),
    answerHandshake: () => ({ status: 200, contentType: "text/plain", body: "" }),
    verifySignature: ({ headers, secret }) => headers["x-secret"] === secret,
    splitCallback: (raw) => [JSON.parse(raw.toString())].flat(),
    normalize: (payload) => [payload as never],
    async send(message) {
      if (platform.answer !== undefined) return platform.answer(message);
      if (message.text === "refuse") {
        const error = { class: "permanent" as const, providerCode: "1", code: "provider_error", message: "no", scope: "message" as const };
        return { kind: "refused", error };
      }
      sent.push(message);
      return { kind: "accepted", externalId: `out-${message.id}` };
    },
    async act(action) {
      acts.push(action);
    },
    async fetchMedia({ providerMediaId }) {
      if (platform.content === undefined) throw new Error("no content");
      return platform.content(providerMediaId);
    },
  };
  const unused = async () => {
    throw new Error("nothing is called over HTTP");
  };
  const platform: FakePlatform = {
    connector,
    http: { request: unused, download: unused },
    sharedSecret: undefined,
    sharedVerifyToken: undefined,
    app: null,
    sent,
    acts,
    answer: undefined,
    content: undefined,
    async channel(t, tenant) {
      const accountId = `${kind}-${++events}-${t.clock.now().getTime()}`;
      const made = await tenant.api.post("/api/v1/channels", { kind, name: kind, config: { accountId, secret: "s3cret" } });
      if (made.status !== 200) throw new Error(made.text);
      async function sendEvent(...payloads: object[]) {
        const route = { by: "channel", externalId: accountId };
        const items = payloads.map((payload) => ({ route, providerEventId: `event-${++events}`, rank: 0, payload }));
        const response = await fetch(`${t.url}${made.body.callbackPath}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-secret": "s3cret" },
          body: JSON.stringify(items),
        });
        if (response.status !== 200) throw new Error(`callback ${response.status}`);
      }
      const word = (direction: "inbound" | "echo") => async (person: string, text: string, more: object) => {
        const externalId = `in-${++events}`;
        await sendEvent(messageEvent(direction, person, text, { externalId, occurredAt: t.clock.now().toISOString(), ...more }));
        await t.app.drain();
      };
      const [inbound, echo] = [word("inbound"), word("echo")];
      return {
        id: made.body.id,
        write: (from, text = "Hi", more = {}) => inbound(from, text, more),
        echo: (to, text = "From my phone", more = {}) => echo(to, text, more),
        sendEvent,
      };
    },
  };
  return platform;
}

/** A text as a connector reports it: a customer's, or one that the business wrote elsewhere. */
export function messageEvent(
  direction: "inbound" | "echo",
  providerUserId: string,
  text: string,
  more: { externalId: string; occurredAt: string } & Record<string, unknown>,
) {
  return {
    kind: "message",
    direction,
    person: { providerUserId },
    type: "text",
    text,
    content: null,
    media: [],
    opensWindow: direction === "inbound",
    ...more,
  };
}
