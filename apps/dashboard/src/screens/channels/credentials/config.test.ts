import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ChannelKind } from "@parley/sdk";
import { canSignIn, changedConfig, mustBeFilled, savedValues, typedConfig } from "./config.ts";

const field = (name: string, given: Partial<ChannelKind["configFields"][number]> = {}) => ({
  ...{ name, label: name, type: "string" as const, required: true, secret: false, help: "" },
  ...given,
});
const fields = [
  field("account"),
  field("token", { secret: true }),
  field("page", { required: false }),
  field("rate", { type: "integer", required: false }),
];
const channel = { config: { account: "12", page: "34", rate: 80 }, hasSecrets: ["token"] };

describe("the settings of a channel", () => {
  const opened = savedValues(fields, channel);

  it("are shown as saved, without secrets", () => {
    assert.deepEqual(opened, { account: "12", page: "34", rate: "80" });
  });

  it("are not sent as long as nothing was typed, or it was taken back", () => {
    assert.equal(changedConfig(fields, opened, opened), null);
    assert.equal(changedConfig(fields, opened, { ...opened, token: " ", account: "12 " }), null);
  });

  it("are sent where they were typed: an emptied one is removed, a secret that is left empty stays", () => {
    assert.deepEqual(changedConfig(fields, opened, { ...opened, token: " new " }), { token: "new" });
    assert.deepEqual(changedConfig(fields, opened, { ...opened, page: "", rate: "20" }), { page: null, rate: 20 });
  });

  it("that should be a number and are none are refused by the server, not dropped", () => {
    assert.deepEqual(changedConfig(fields, opened, { ...opened, rate: "many" }), { rate: "many" });
  });

  it("must be filled in for a new channel; of a connected one, only what was filled in must stay so", () => {
    const needed = (saved?: Record<string, string>) => fields.filter((each) => mustBeFilled(each, saved)).map(({ name }) => name);
    assert.deepEqual(needed(), ["account", "token"]);
    assert.deepEqual(needed(opened), ["account"]);
    assert.deepEqual(needed({}), [], "the server's app has them");
  });

  it("of a new channel are those that were typed", () => {
    assert.deepEqual(typedConfig(fields, { account: "12", token: "", rate: "5" }), { account: "12", rate: 5 });
    assert.deepEqual(typedConfig(fields, {}), {});
  });
});

describe("signing in at the platform", () => {
  const kind = (available: boolean, ownAppFields: string[]) => ({
    authorization: { available, ownAppFields, callbackUri: "", codeFromPage: false },
  });

  it("needs the server's app, or the channel's own", () => {
    assert.equal(canSignIn({ authorization: null }, channel), false);
    assert.equal(canSignIn(kind(true, []), channel), true);
    assert.equal(canSignIn(kind(false, []), channel), false);
    assert.equal(canSignIn(kind(false, ["account", "token"]), channel), true);
    assert.equal(canSignIn(kind(false, ["account", "secret"]), channel), false);
  });
});
