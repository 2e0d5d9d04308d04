import assert from "node:assert/strict";
import { test } from "node:test";
import { platformHttp } from "@parley/connector-kit/conformance";
import { startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { createPhotoSocialConnector } from "../src/index.ts";
import { ACCOUNT } from "./frames.ts";

const PAGE = "104455667788990";

test("a token proves its own account, and a page's token the account linked to its own page; nothing else does", async (t) => {
  const platform = await startPhotoSocialSimulator({ appSecret: "s", retryGapsMs: [] });
  t.after(() => platform.close());
  platform.registerAccount({ accountId: ACCOUNT, accessToken: "IGone", page: { id: PAGE, accessToken: "EAApage" } });
  platform.registerAccount({ accountId: "17841400000000002", accessToken: "IGtwo" });
  const { checkOwnership } = createPhotoSocialConnector() as Required<ReturnType<typeof createPhotoSocialConnector>>;
  const owned = async (externalId: string, config: object) =>
    (await checkOwnership({ externalId, config: { ...config } }, platformHttp(platform.url, 1_000))).channel;
  assert.equal(await owned(ACCOUNT, { accessToken: "IGone" }), true);
  assert.equal(await owned(ACCOUNT, { accessToken: "IGtwo" }), false);
  assert.equal(await owned(ACCOUNT, { accessToken: "EAApage", pageId: PAGE }), true);
  assert.equal(await owned(ACCOUNT, { accessToken: "EAApage", pageId: "999" }), false);
  assert.equal(await owned("17841400000000002", { accessToken: "EAApage", pageId: PAGE }), false);
  await assert.rejects(owned(ACCOUNT, { accessToken: "IGnobody" }), /190|token/i);
});
