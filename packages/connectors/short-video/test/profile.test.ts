import assert from "node:assert/strict";
import { test } from "node:test";
import { providerErrorOf } from "@parley/connector-kit";
import { createShortVideoConnector } from "../src/index.ts";
import { access, fine, platform, refusal } from "./platform.ts";

const connector = createShortVideoConnector();
const LIST = "business/message/content/list";
const person = { address: "u5Conv+/a==", providerUserId: "usrUnq-1" };
const participants = [
  { role: "BUSINESS_ACCOUNT", id: "biz", display_name: "Northwind" },
  { role: "PERSONAL_ACCOUNT", id: "usrUnq-1", display_name: "Amina Yusuf" },
];

test("the name is listed among the conversation's participants", async () => {
  const http = platform({ [LIST]: fine({ participants, messages: [] }) });
  assert.deepEqual(await connector.fetchProfile?.(person, access, http), { name: "Amina Yusuf" });
  assert.match(String(http.asked[0]?.path), /conversation_id=u5Conv%2B%2Fa%3D%3D/);
});

test("another participant's name, or none, is not returned", async () => {
  for (const given of [[participants[0]], [{ ...participants[1], id: "another" }], [{ ...participants[1], display_name: "" }], undefined]) {
    const http = platform({ [LIST]: fine({ participants: given }) });
    assert.deepEqual(await connector.fetchProfile?.(person, access, http), {});
  }
});

test("a refusal is reported as one, and for a person without a conversation nothing is requested", async () => {
  const http = platform({ [LIST]: refusal(40007) });
  await assert.rejects(
    connector.fetchProfile?.(person, access, http) as Promise<unknown>,
    (error) => providerErrorOf(error)?.class === "permanent",
  );
  const silent = platform({});
  await assert.rejects(connector.fetchProfile?.({ providerUserId: "usrUnq-1" }, access, silent) as Promise<unknown>);
  assert.equal(silent.asked.length, 0);
});
