import assert from "node:assert/strict";
import { test } from "node:test";
import { BUSINESS, connector } from "./frames.ts";
import { TOKEN, fine, platform, refusal } from "./platform.ts";

const { checkOwnership } = connector as Required<typeof connector>;
const INFO = "tt_user/token_info/get";
const scope = "message.list.read,message.list.send,message.list.manage";
const config = { accessToken: TOKEN, clientKey: "own-key" };

test("the token's own account is proved by a token that may read its messages, inspected as the app that issued it", async () => {
  const owned = async (answer: object, externalId = BUSINESS) =>
    (await checkOwnership({ externalId, config }, platform({ [INFO]: fine(answer) }))).channel;
  assert.equal(await owned({ creator_id: BUSINESS, scope }), true);
  assert.equal(await owned({ creator_id: BUSINESS, scope }, "another"), false);
  assert.equal(await owned({ creator_id: BUSINESS, scope: "user.info.basic" }), false);
  assert.equal(await owned({ scope }), false);
  const http = platform({ [INFO]: fine({ creator_id: BUSINESS, scope }) });
  await checkOwnership({ externalId: BUSINESS, config, app: { id: "issuer", secret: "x" } }, http);
  assert.equal(http.asked[0]?.body["app_id"], "issuer");
  await assert.rejects(async () => checkOwnership({ externalId: BUSINESS, config }, platform({ [INFO]: refusal(40105) })));
});
