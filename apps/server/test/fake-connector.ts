/**
 * A platform of no kind there is, for rules that come from a description alone. It calls back with the plain text
 * `secret` as its signature and takes every send into `sent`, but the text "refuse", which it refuses for good.
 */
import type { ChannelConnector, ConnectorDescription, ConversationAction, OutboundMessage } from "@parley/connector-kit";
import type { InstalledConnector } from "../src/modules/channels/index.ts";
import type { TestApp, TestTenant } from "./harness.ts";

export interface FakePlatform extends InstalledConnector {
  sent: OutboundMessage[];
  acts: ConversationAction[];
  /** A connected channel; `write` has a customer write to it, at the harness's time. */
  channel(
    t: TestApp,
    tenant: TestTenant,
  ): Promise<{
    id: string;
    write(from: string, text?: string): Promise<void>;
    /** The business writes to the customer in the platform's own app. */
    echo(to: string, text?: string): Promise<void>;
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
    splitCallback: (raw) => [JSON.parse(raw.toString())],
    normalize: (payload) => [payload as never],
    async send(message) {
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
  };
  const unused = async () => {
    throw new Error("nothing is called over HTTP");
  };
  return {
    connector,
    http: { request: unused, download: unused },
    sharedSecret: undefined,
    sharedVerifyToken: undefined,
    app: null,
    sent,
    acts,
    async channel(t, tenant) {
      const accountId = `${kind}-${++events}-${t.clock.now().getTime()}`;
      const made = await tenant.api.post("/api/v1/channels", { kind, name: kind, config: { accountId, secret: "s3cret" } });
      if (made.status !== 200) throw new Error(made.text);
      const word = (direction: "inbound" | "echo") => async (person: string, text: string) => {
        const externalId = `in-${++events}`;
        const payload = {
          kind: "message",
          direction,
          externalId,
          person: { providerUserId: person },
          occurredAt: t.clock.now().toISOString(),
          type: "text",
          text,
          content: null,
          media: [],
          opensWindow: direction === "inbound",
        };
        const item = { route: { by: "channel", externalId: accountId }, providerEventId: externalId, rank: 0, payload };
        const answer = await fetch(`${t.url}${made.body.callbackPath}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-secret": "s3cret" },
          body: JSON.stringify(item),
        });
        if (answer.status !== 200) throw new Error(`callback ${answer.status}`);
        await t.app.drain();
      };
      const [inbound, echo] = [word("inbound"), word("echo")];
      return {
        id: made.body.id,
        write: (from, text = "Hi") => inbound(from, text),
        echo: (to, text = "From my phone") => echo(to, text),
      };
    },
  };
}
