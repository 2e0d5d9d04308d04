import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { OutboundMessage, SendOutcome } from "../connector.ts";
import type { MessageType, NormalizedEvent } from "../events.ts";
import { platformHttp } from "./http.ts";
import { type CallbackReceiver, startCallbackReceiver } from "./receiver.ts";
import type { ConformanceInput, RunningSimulator, SendFault } from "./types.ts";

export { type RecordedRequest, type FakeResponse, fakePlatform, silentPlatform } from "./fake-platform.ts";
export { platformHttp } from "./http.ts";
export type { CallbackScenario, ConformanceInput, ConformanceSimulator, RunningSimulator, SendFault } from "./types.ts";

/** Text with an umlaut, a joined emoji, a direction mark and a slash, which a re-serialised body would change. */
const TEXT = "Grüße 👩‍👩‍👧 \u200fשלום a/b";

/**
 * The rules for every connector, over real HTTP, before it has a test of its own: registers the cases with node:test.
 * One simulator serves them all; each case uses its own text.
 */
export function runConnectorConformance({ name, connector, simulator, timeoutMs = 2_000 }: ConformanceInput): void {
  describe(`${name} keeps the connector contract`, () => {
    let receiver: CallbackReceiver;
    let platform: RunningSimulator;

    before(async () => {
      receiver = await startCallbackReceiver(connector);
      platform = await simulator.start({ callbackUrl: receiver.url });
      receiver.expect({ secret: platform.secret, verifyToken: platform.verifyToken });
    });
    after(async () => {
      await platform?.stop();
      await receiver?.stop();
    });

    test("its description is complete and consistent", () => {
      const { description } = connector;
      const fields = new Map(description.configFields.map((field) => [field.name, field]));
      assert.match(description.kind, /^[a-z][a-z0-9_]*$/);
      assert.match(description.slug, /^[a-z][a-z0-9-]*$/);
      assert.equal(fields.get(description.externalIdField)?.secret, false);
      assert.equal(fields.get(description.signingSecretField)?.secret, true);
      for (const used of [description.accountIdField, description.verifyTokenField]) {
        assert.ok(used === undefined || fields.has(used), `${used} is a field`);
      }
      for (const type of description.window.typesOutside) assert.ok(description.outboundTypes.includes(type));
      assert.ok(description.limits.messagesPerSecond > 0 && description.window.durationMs > 0);
    });

    test("its abilities and its description agree", () => {
      const { abilities, media, outboundTypes, templateEdits } = connector.description;
      const can = (type: MessageType) => outboundTypes.includes(type);
      for (const kind of ["image", "video", "audio", "document", "sticker"] as const) {
        assert.equal(media[kind] !== undefined, can(kind), `${kind} can be sent and has a rule, or neither`);
      }
      for (const type of abilities.quote) assert.ok(can(type) && type !== "reaction", `${type} quotes and cannot be sent`);
      assert.equal(abilities.interactive !== undefined, can("interactive"));
      assert.ok(abilities.reactions === undefined || (can("reaction") && abilities.reactions.length > 0));
      assert.equal(connector.act !== undefined, abilities.typing || abilities.markRead);
      assert.equal(connector.listTemplates !== undefined, can("template"));
      assert.equal(connector.editTemplate !== undefined, templateEdits !== undefined);
      for (const member of ["checkTemplate", "createTemplate", "editTemplate", "deleteTemplate"] as const) {
        assert.ok(connector[member] === undefined || can("template"), member);
      }
    });

    test("the handshake is answered for the right token only", async (t) => {
      if (platform.handshake === undefined || platform.verifyToken === undefined) return t.skip("the platform has none");
      assert.equal(await platform.handshake(receiver.url, platform.verifyToken), true);
      assert.equal(await platform.handshake(receiver.url, `${platform.verifyToken}x`), false);
      assert.equal(connector.answerHandshake({}, platform.verifyToken).status, 403);
      assert.equal(connector.answerHandshake({}, undefined).status, 403);
    });

    test("a signed callback becomes a message with every character of its text intact", async () => {
      await platform.deliver({ kind: "text", text: TEXT });
      const [message, ...rest] = messagesOf(receiver.takeEvents());
      assert.deepEqual(rest, []);
      assert.equal(message?.text, TEXT);
      assert.equal(message.direction, "inbound");
      assert.equal(message.opensWindow, true);
      assert.ok(message.person.address ?? message.person.providerUserId);
      assert.match(message.occurredAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    test("a callback signed with another secret, or not at all, is refused", async () => {
      const refusedBefore = receiver.refused;
      await platform.deliver({ kind: "bad_signature", text: "forged" });
      await platform.deliver({ kind: "unsigned", text: "forged" });
      assert.equal(receiver.refused - refusedBefore, 2);
      assert.deepEqual(receiver.takeItems(), []);
    });

    test("every item is routed to its own channel", async () => {
      await platform.deliver({ kind: "text", text: "routed" });
      const routes = receiver.takeItems().map((item) => item.route);
      assert.deepEqual(routes, [{ by: "channel", externalId: platform.access.externalId }]);
    });

    test("a duplicate callback has the first one's event id, whatever body it arrives in", async () => {
      await platform.deliver({ kind: "duplicate", text: "once" });
      const items = receiver.takeItems();
      assert.equal(items.length, 3);
      assert.equal(new Set(items.map((item) => item.providerEventId)).size, 1);
      assert.ok(items.every((item) => item.providerEventId.length >= 1 && item.providerEventId.length <= 400));
    });

    test("statuses in reverse order keep their own name, time and event id", async (t) => {
      if (platform.statusExternalId === undefined) return t.skip("the platform reports no such statuses");
      await platform.deliver({ kind: "statuses_reversed", externalId: platform.statusExternalId });
      const items = receiver.takeItems();
      const statuses = items.flatMap((item) => connector.normalize(item.payload, new Date())).filter((event) => event.kind === "status");
      assert.deepEqual(
        statuses.map((event) => event.status),
        ["read", "delivered", "sent"],
      );
      assert.equal(new Set(items.map((item) => item.providerEventId)).size, 3);
      assert.deepEqual(new Set(statuses.map((event) => event.externalId)), new Set([platform.statusExternalId]));
    });

    test("a message of an unknown type is kept with its whole payload", async () => {
      for (const type of ["hologram", "constructor", "__proto__"]) {
        await platform.deliver({ kind: "unknown_type", type });
        const [message] = messagesOf(receiver.takeEvents());
        assert.equal(message?.type, "unsupported", type);
        assert.ok(JSON.stringify(message.content?.["raw"]).includes(type), type);
      }
    });

    test("a malformed part leaves its neighbours alone", async () => {
      await platform.deliver({ kind: "poison_between", before: "good before", after: "good after" });
      const texts = messagesOf(receiver.takeEvents()).map((message) => message.text);
      assert.ok(texts.includes("good before") && texts.includes("good after"), JSON.stringify(texts));
      assert.deepEqual(receiver.failures, []);
    });

    test("an accepted send returns the platform's id", async () => {
      const outcome = await send("an ordinary message");
      assert.equal(outcome.kind, "accepted");
      assert.ok(outcome.externalId.length > 0);
      assert.ok(platform.acceptedTexts().includes("an ordinary message"));
    });

    test("a rate limit is retryable and slows the channel", async () => {
      const { kind, error } = await failedSend("rate_limit", "too fast");
      assert.equal(kind, "refused");
      assert.equal(error.class, "retryable");
      assert.equal(error.scope, "channel");
    });

    test("a dead token is reported as rejected credentials, without repeating the token", async () => {
      const { kind, error } = await failedSend("dead_token", "rejected");
      assert.equal(kind, "refused");
      assert.equal(error.class, "credentials");
      for (const secret of secretsOf(platform)) assert.ok(!JSON.stringify(error).includes(secret));
    });

    const cuts: [SendFault, string][] = [
      ["timeout_after_accept", "a time-out"],
      ["cut_after_accept", "a cut connection"],
      ["truncated_answer", "half an answer"],
      ["html_5xx", "an error page of a machine in between"],
    ];
    for (const [fault, words] of cuts) {
      test(`${words} after sending is an unknown outcome, never "not sent"`, async () => {
        const { kind, error } = await failedSend(fault, fault);
        assert.equal(kind, "unknown");
        assert.equal(error.class, "unknown");
        if (fault !== "html_5xx") assert.ok(platform.acceptedTexts().includes(fault), "the platform did accept it");
      });
    }

    test("a refused connection was certainly not sent, and may be retried", async () => {
      const http = platformHttp(await closedAddress(), timeoutMs);
      const outcome = await connector.send(textTo("nobody listens"), platform.access, http);
      assert.equal(outcome.kind, "refused");
      assert.equal(outcome.error.class, "retryable");
    });

    function textTo(text: string): OutboundMessage {
      const to = connector.parseRecipient(platform.recipient);
      assert.ok(to, "the simulator's recipient can be one");
      return { id: "msg_conformance", to, type: "text", text, content: null };
    }

    async function send(text: string): Promise<SendOutcome> {
      return connector.send(textTo(text), platform.access, platformHttp(platform.baseUrl, timeoutMs));
    }

    async function failedSend(fault: SendFault, text: string) {
      await platform.failNextSend(fault);
      const outcome = await send(text);
      assert.notEqual(outcome.kind, "accepted");
      return outcome as Exclude<SendOutcome, { kind: "accepted" }>;
    }

    function secretsOf({ access }: RunningSimulator): string[] {
      return connector.description.configFields
        .filter((field) => field.secret)
        .map((field) => access.config[field.name])
        .filter((value) => typeof value === "string" && value !== "") as string[];
    }
  });
}

function messagesOf(events: NormalizedEvent[]) {
  return events.filter((event) => event.kind === "message");
}

/** A port that nothing listens on, because it was just closed. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
