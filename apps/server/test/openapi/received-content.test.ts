/** What the recorded callbacks of each platform become is what the document says of a message's content, with a name for every part. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { openFixtures, openReader } from "@parley/connector-kit/reading";
import { readConfig } from "../../src/config.ts";
import { createInstalledConnectors } from "../../src/installed-connectors.ts";
import type { OutboundClient } from "../../src/platform/outbound-http/client.ts";
import type { Schema } from "../routes/route-operations.ts";
import { createValidator } from "./validator.ts";

const document = JSON.parse(await readFile(new URL("../../../../openapi.json", import.meta.url), "utf8")) as Schema;
const ajv = createValidator();
ajv.addSchema({ $id: "document", components: document["components"] }, "document");
const fits = ajv.compile({ $ref: "document#/components/schemas/MessageContent" });
const { ReceivedContent, LocationContent, ReceivedLocation, ContactContent } = document["components"].schemas as Schema;
const named = new Set(
  [ReceivedContent, LocationContent, ReceivedLocation, ContactContent].flatMap((schema) => Object.keys(schema.properties as Schema)),
);

const receivedAt = new Date("2026-11-18T10:42:00.000Z");
/** Nothing is asked of a platform. */
const outbound: OutboundClient = { request: () => assert.fail("a request leaves"), close: () => Promise.resolve() };
const installed = createInstalledConnectors({ config: readConfig({}), outbound, now: () => receivedAt.getTime() });
after(() => installed.close());

const recorded: readonly [kind: string, folder: string, prefix: string][] = [
  ["chat_app", "chat-app", "whatsapp."],
  ["photo_social", "photo-social", "instagram."],
  ["short_video", "short-video", "tiktok."],
];

describe("the content of a received message", () => {
  for (const [kind, folder, prefix] of recorded) {
    const connector = installed.connectors.map((each) => each.connector).find((each) => each.description.kind === kind);
    const fixtures = openFixtures(new URL(`../../../../packages/connectors/${folder}/fixtures/`, import.meta.url), prefix);
    it(`of a ${kind} channel`, () => {
      assert.ok(connector !== undefined);
      const { eventsOf } = openReader(connector, receivedAt);
      let seen = 0;
      for (const name of fixtures.names) {
        for (const event of eventsOf(fixtures.bytes(name))) {
          if (event.kind !== "message" || event.content === null) continue;
          seen += 1;
          assert.ok(fits(event.content), `${name}: ${JSON.stringify(fits.errors)} in ${JSON.stringify(event.content)}`);
          const without = Object.keys(event.content).filter((member) => !named.has(member));
          assert.deepEqual(without, [], `${name} has members that the document does not name`);
        }
      }
      assert.ok(seen >= 3, `${seen} messages with a content`);
    });
  }
});
