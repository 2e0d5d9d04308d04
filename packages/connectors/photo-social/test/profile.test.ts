import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelAccess, providerErrorOf } from "@parley/connector-kit";
import { fakePlatform } from "@parley/connector-kit/conformance";
import { ACCOUNT, PERSON, connector } from "./frames.ts";

const access: ChannelAccess = { externalId: ACCOUNT, config: { accountId: ACCOUNT, accessToken: "IGsecret" } };
const pageAccess: ChannelAccess = {
  externalId: ACCOUNT,
  config: { accountId: ACCOUNT, accessToken: "EAApage", pageId: "104455667788990" },
};
const profileOf = (body: unknown, at = access, status = 200) => {
  const http = fakePlatform({ body, status });
  return { http, answer: connector.fetchProfile?.({ address: PERSON }, at, http) };
};

test("name and username are requested for the person, at the base URL of the channel's family", async () => {
  for (const [at, base, token] of [
    [access, undefined, "IGsecret"],
    [pageAccess, "page", "EAApage"],
  ] as const) {
    const { http, answer } = profileOf({ name: " Amina Yusuf ", username: "amina.y", id: PERSON }, at);
    assert.deepEqual(await answer, { name: "Amina Yusuf", username: "amina.y" });
    const [asked] = http.requests;
    assert.deepEqual(
      [asked?.method, asked?.path, asked?.base, asked?.headers["authorization"]],
      ["GET", `/v25.0/${PERSON}?fields=name%2Cusername`, base, `Bearer ${token}`],
    );
  }
});

test("absent and null fields are omitted", async () => {
  assert.deepEqual(await profileOf({ name: null, id: PERSON }).answer, {});
  assert.deepEqual(await profileOf({ name: "  ", username: "amina.y" }).answer, { username: "amina.y" });
});

test("without the person's consent it is refused permanently", async () => {
  const { answer } = profileOf({ error: { message: "User consent is required", type: "OAuthException", code: 230 } }, access, 400);
  await assert.rejects(
    answer as Promise<unknown>,
    (error) => providerErrorOf(error)?.class === "permanent" && !String(error).includes("IGsecret"),
  );
});
