/** Subscriptions are renewed for channels whose platform may stop sending callbacks by itself. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ChannelAccess, type ProviderError, providerFailure } from "@parley/connector-kit";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { type ConnectedChannel, firstChannel, listConnected } from "./subscriptions.queries.ts";

type Keeping = (access: ChannelAccess) => Promise<"kept" | "renewed">;

/** A platform with a given answer per account, which records the accounts it was asked about. */
function forgetful(kind: string) {
  const platform = fakePlatform(kind, {});
  const asked: string[] = [];
  const answers = new Map<string, Keeping>();
  Object.assign(platform.connector, {
    keepSubscribed: async (access: ChannelAccess) => {
      asked.push(access.externalId);
      return (await answers.get(access.externalId)?.(access)) ?? "kept";
    },
  });
  return { platform, asked, answers };
}

const [usual, slow] = [forgetful("forgetful"), forgetful("forgetful_slow")];
const never = fakePlatform("never_forgets", {});
let t: TestApp;
before(async () => {
  t = await startTestApp({ connectors: [usual.platform, slow.platform, never] });
});
after(async () => {
  await t.stop();
});

async function connect(of: typeof usual, tenant: TestTenant, answer?: Keeping) {
  const { id } = await of.platform.channel(t, tenant);
  const getChannel = async () => (await tenant.api.get(`/api/v1/channels/${id}`)).body;
  const { externalId } = await getChannel();
  if (answer !== undefined) of.answers.set(externalId, answer);
  const notices = async () => {
    const { data } = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100")).body;
    return data.filter((event: any) => event.data.channelId === id && event.data.notice !== null).map((event: any) => event.data.notice);
  };
  return { id, externalId: externalId as string, look: getChannel, notices };
}

const fails = (change: Partial<ProviderError>) => async () => {
  const error = { class: "retryable" as const, providerCode: "2", code: "provider_error", message: "Not now.", scope: "channel" as const };
  throw providerFailure({ ...error, ...change });
};

test("a restored subscription is reported once, and one failing channel does not affect the others", async () => {
  const [tenant, other] = await Promise.all([t.tenant(), t.tenant()]);
  const failing = await connect(usual, tenant, fails({}));
  const broken = await connect(usual, tenant, async () => {
    throw new Error("a bug of ours");
  });
  let lost = true;
  const secrets: unknown[] = [];
  const renewed = await connect(usual, other, async ({ config }) => {
    secrets.push(config["secret"]);
    const found = lost ? "renewed" : "kept";
    lost = false;
    return found;
  });
  const kept = await connect(usual, other);
  await t.app.keepSubscribed();
  await t.app.keepSubscribed();
  assert.deepEqual(secrets, ["s3cret", "s3cret"]);
  const [notice, ...more] = await renewed.notices();
  assert.match(notice, /may be missing/);
  assert.deepEqual([more, await kept.notices(), await failing.notices(), await broken.notices()], [[], [], [], []]);
  for (const channel of [failing, broken, renewed, kept]) {
    assert.equal((await channel.look()).status, "Connected");
    assert.equal(usual.asked.filter((id) => id === channel.externalId).length, 2, "and again in the next hour");
  }
});

test("refused credentials stop the channel as for any call; a refusal of old credentials changes nothing", async () => {
  const tenant = await t.tenant();
  const refused = fails({ class: "credentials", providerCode: "190", message: "The token is dead." });
  const dead = await connect(usual, tenant, refused);
  const replaced: Awaited<ReturnType<typeof connect>> = await connect(usual, tenant, async () => {
    const given = await tenant.api.patch(`/api/v1/channels/${replaced.id}`, { config: { secret: "n3w" } });
    assert.equal(given.status, 200, given.text);
    return refused();
  });
  await t.app.keepSubscribed();
  assert.equal((await dead.look()).status, "NeedsReauth");
  assert.match((await dead.notices())[0], /The token is dead\. Reconnect the channel/);
  assert.equal((await replaced.look()).status, "Connected");
});

test("channels that are switched off, refused or removed are not checked", async () => {
  const tenant = await t.tenant();
  const [off, gone] = [await connect(usual, tenant), await connect(usual, tenant)];
  await tenant.api.patch(`/api/v1/channels/${off.id}`, { status: "Disconnected" });
  await tenant.api.delete(`/api/v1/channels/${gone.id}`);
  const stopped = await connect(usual, tenant, fails({ class: "credentials" }));
  await t.app.keepSubscribed();
  await t.app.keepSubscribed();
  const asked = (id: string) => usual.asked.filter((one) => one === id).length;
  assert.deepEqual([asked(off.externalId), asked(gone.externalId), asked(stopped.externalId)], [0, 0, 1]);
});

test("channels are read in pages: those of all tenants, but only of these kinds", async () => {
  const [tenant, other] = await Promise.all([t.tenant(), t.tenant()]);
  const made = [await connect(usual, tenant), await connect(usual, other), await connect(usual, tenant)];
  await never.channel(t, tenant);
  const found: ConnectedChannel[] = [];
  for (let after = firstChannel; ; ) {
    const [next, ...more] = await listConnected(t.app.database, ["forgetful"], after, 1);
    assert.equal(more.length, 0);
    if (next === undefined) break;
    found.push((after = next));
  }
  const ours = found.filter(({ tenant_id: id }) => id === tenant.id || id === other.id).map(({ id }) => `chn_${id.replaceAll("-", "")}`);
  assert.deepEqual(ours.sort(), made.map(({ id }) => id).sort());
});

test("a run that takes too long ends, and the next one continues where it stopped", async () => {
  const tenant = await t.tenant();
  for (let n = 0; n < 12; n++)
    await connect(slow, tenant, async () => {
      t.clock.advance(500_000);
      return "kept";
    });
  for (let hour = 0; hour < 6 && new Set(slow.asked).size < 12; hour++) await t.app.keepSubscribed();
  assert.equal(new Set(slow.asked).size, 12);
  assert.equal(slow.asked.length, 12, "nobody is asked again before the others were");
});
