import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ChannelAccess, OutboundMessage, PersonRef } from "@parley/connector-kit";
import { platformHttp } from "@parley/connector-kit/conformance";
import { startShortVideoSimulator } from "@parley/simulators/short-video";
import { createShortVideoConnector } from "../src/index.ts";
import { BUSINESS, CUSTOMER } from "./frames.ts";

const app = { id: "7400000000000000001", secret: "test-client-secret" };
const redirectUri = "https://parley.example/connect/";

/** The connector and a running platform, over real HTTP. */
async function start(t: TestContext) {
  const sim = await startShortVideoSimulator({
    clientKey: app.id,
    clientSecret: app.secret,
    callbackUrl: "http://127.0.0.1:9/nobody",
    retryGapsMs: [],
  });
  t.after(() => sim.close());
  sim.registerAccount({ businessId: BUSINESS, username: "northwind", displayName: "Northwind", accessToken: "act.first" });
  const connector = createShortVideoConnector({ apiUrl: sim.url });
  const access: ChannelAccess = {
    externalId: BUSINESS,
    config: { businessId: BUSINESS, clientKey: app.id, clientSecret: app.secret, accessToken: "act.first" },
  };
  const person: PersonRef = { address: sim.conversationId(BUSINESS, CUSTOMER), providerUserId: CUSTOMER };
  return { sim, connector: connector as Required<typeof connector>, http: platformHttp(sim.url, 30_000), access, person };
}

test("an account is connected through the page, its tokens are renewed, and its health is good", async (t) => {
  const { sim, connector, http } = await start(t);
  const authorization = connector.authorization as Required<typeof connector.authorization>;
  const page = await (await fetch(authorization.authorizeUrl({ app, state: "s1", redirectUri }))).text();
  const link = /href="([^"]+)">Allow/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  const back = new URL((await fetch(`${sim.url}${link}`, { redirect: "manual" })).headers.get("location") ?? "");
  const [account] = await authorization.exchange({ app, code: back.searchParams.get("code") ?? "", redirectUri }, http);
  assert.deepEqual([account?.externalId, account?.name, back.searchParams.get("state")], [BUSINESS, "Northwind", "s1"]);

  const connected = { externalId: BUSINESS, config: { ...account?.config, clientKey: app.id, clientSecret: app.secret } };
  assert.deepEqual(
    (await connector.checkHealth(connected, http)).map(({ ok }) => ok),
    [true, true, true],
  );
  const renewed = await authorization.refresh(connected, app, http);
  const after = { externalId: BUSINESS, config: { ...connected.config, ...renewed.config } };
  assert.equal((await connector.checkHealth(connected, http))[0]?.ok, false, "the old token is dead");
  assert.equal((await connector.checkHealth(after, http))[0]?.ok, true);
  await assert.rejects(authorization.refresh(connected, app, http), "a refresh token works once");
});

test("images travel both ways, a question is sent, typing and reading are accepted", async (t) => {
  const { sim, connector, http, access, person } = await start(t);
  const received = await sim.customer(CUSTOMER).send(BUSINESS, { kind: "image", bytes: Buffer.from("a picture"), mimeType: "image/png" });
  const [asked] = (await (await fetch(`${sim.url}/_simulator/customers/${CUSTOMER}/messages`)).json()) as {
    messages: { fields: { image: { media_id: string } } }[];
  }[];
  const providerMediaId = asked?.messages[0]?.fields.image.media_id ?? "";
  const wanted = { kind: "image" as const, providerMediaId, messageExternalId: received.messageId, person, bytesMax: 1_000 };
  assert.deepEqual(await connector.fetchMedia(wanted, access, http), { bytes: Buffer.from("a picture"), mimeType: "image/png" });

  const message = (rest: Partial<OutboundMessage>): OutboundMessage => ({
    id: "msg_1",
    to: person,
    type: "text",
    text: null,
    content: null,
    ...rest,
  });
  const media = {
    kind: "image" as const,
    mimeType: "image/jpeg",
    filename: null,
    sizeBytes: 3,
    bytes: async () => Buffer.from("jpg"),
    url: () => "",
  };
  const outcomes = [
    await connector.send(message({ type: "image", media }), access, http),
    await connector.send(
      message({ type: "interactive", text: "Which one?", content: { buttons: [{ id: "a", title: "This" }] } }),
      access,
      http,
    ),
    await connector.send(message({ text: "That one", replyToExternalId: received.messageId }), access, http),
  ];
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ["accepted", "accepted", "accepted"],
  );
  for (const kind of ["typing", "read"] as const) {
    await connector.act({ kind, person, lastInboundExternalId: received.messageId }, access, http);
  }
  sim.registerAccount({ businessId: BUSINESS, accessToken: "act.first", takesImages: false });
  const refused = await connector.send(message({ type: "image", media }), access, http);
  assert.equal(refused.kind === "refused" && refused.error.code, "unsupported_by_channel");
});
