/**
 * The promise of the dashboard: after any sequence of writes by others, interruptions of the line, restarts of the
 * stream, resets and slow reading, what the page shows equals a fresh fetch. For live*.test.ts.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Api, startTestApp } from "@parley/server/test/harness.ts";
import { eventually } from "@parley/server/test/eventually.ts";
import { createNetwork, openPage, type Page } from "./page-without-browser.ts";
import {
  type ConversationFilters,
  type ConversationListData,
  conversationListQuery,
  conversationQuery,
  loadMoreConversations,
} from "../src/api/inbox/conversations.ts";
import { countsQuery } from "../src/api/counts.ts";
import { loadOlderMessages, type ThreadData, threadQuery } from "../src/api/inbox/messages.ts";
import { changeConversations, type ConversationPatch } from "../src/api/mutations.ts";

const t = await startTestApp();
after(() => t.stop());

let tenants = 0;

/** A tenant with a channel, customers who write to it, a person who watches and a person who works. */
async function setTheStage() {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  const person = await t.person(tenant.id, { role: "admin" });
  const prefix = `49${String(++tenants).padStart(6, "0")}`;
  const customers = [0, 1, 2, 3].map((each) => t.simulator.customer(`${prefix}${each}00`, `Person ${each}`));
  return { tenant, channel, person, customers };
}

type Stage = Awaited<ReturnType<typeof setTheStage>>;

interface World extends Stage {
  api: Api;
  page: Page;
  network: ReturnType<typeof createNetwork>;
  hide: Map<string, () => void>;
}

const conversationsOf = async (api: Api) => (await api.get("/api/v1/conversations?limit=100")).body.data as any[];
const pick = <Item>(items: readonly Item[], n: number): Item | undefined => (items.length === 0 ? undefined : items[n % items.length]);
/** Refusals by rules are expected; anything else is an error of the test. */
function allowed(answer: { status: number; text: string }): void {
  if (answer.status >= 500 || answer.status === 400 || answer.status === 401) assert.fail(answer.text);
}

const filters: ConversationFilters[] = [
  {},
  { status: "open" },
  { status: "resolved" },
  { unassigned: true },
  { assigneeId: "me" },
  { unread: true },
  { priority: "high" },
  { label: "vip" },
  { sort: "createdAt" },
  { sort: "waitingSince" },
  { mentioned: "me" },
  { pendingReason: "snoozed" },
];

const patches: ((world: World) => ConversationPatch)[] = [
  () => ({ status: "resolved" }),
  () => ({ status: "open" }),
  () => ({ snoozedUntil: new Date(t.clock.now().getTime() + 3_600_000).toISOString() }),
  ({ person }) => ({ assigneeId: person.agentId }),
  () => ({ assigneeId: null }),
  () => ({ addLabels: ["vip"] }),
  () => ({ removeLabels: ["vip"] }),
  () => ({ priority: "high" }),
  () => ({ read: true }),
  () => ({ read: false }),
];

/** The possible steps; each takes the numbers that choose its subjects. */
export const steps: Record<string, (world: World, a: number, b: number) => Promise<void>> = {
  async "somebody writes"({ customers, channel }, a) {
    t.clock.advance(1_000);
    await pick(customers, a)?.sendText(channel.externalId, `Hello ${a}`);
  },
  async "somebody writes a lot"({ customers, channel }, a) {
    for (let i = 0; i < 12; i++) {
      t.clock.advance(1_000);
      await pick(customers, a + (i % 2))?.sendText(channel.externalId, `Line ${i}`);
    }
    await t.drain();
  },
  async "the team answers"({ api, channel, customers }, a) {
    const to = pick(customers, a)?.waId;
    t.clock.advance(1_000);
    allowed(await api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: `Answer ${a}` }));
  },
  async "a message is delivered and read"() {
    await t.settle();
  },
  async "the customer edits, deletes or reacts"({ api, customers, channel }, a, b) {
    const customer = pick(customers, a);
    const { body } = await api.get("/api/v1/messages?limit=100");
    const theirs = body.data.filter((each: any) => each.from === customer?.waId && each.externalId !== null);
    const message = pick<any>(theirs, b);
    if (customer === undefined || message === undefined) return;
    const { externalId: messageId } = message;
    const content = pick(
      [
        { kind: "edit" as const, messageId, text: `Changed ${b}` },
        { kind: "revoke" as const, messageId },
        { kind: "reaction" as const, messageId, emoji: "👍" },
      ],
      a + b,
    );
    if (content !== undefined) await customer.send(channel.externalId, content);
  },
  async "somebody reacts to the customer"({ api, channel, customers }, a, b) {
    const customer = pick(customers, a);
    const { body } = await api.get("/api/v1/messages?limit=100&direction=inbound");
    const message = pick<any>(
      body.data.filter((each: any) => each.from === customer?.waId),
      b,
    );
    if (message === undefined) return;
    allowed(
      await api.post("/api/v1/messages", {
        channelId: channel.id,
        to: customer?.waId,
        type: "reaction",
        content: { messageId: message.id, emoji: b % 2 === 0 ? "❤" : "👍" },
      }),
    );
  },
  async "a note"({ api, person }, a, b) {
    const conversation = pick(await conversationsOf(api), a);
    const mentions = b % 2 === 0 ? [person.agentId] : [];
    if (conversation !== undefined)
      allowed(await api.post(`/api/v1/conversations/${conversation.id}/notes`, { text: `Note ${a}`, mentions }));
  },
  async "a conversation is changed"(world, a, b) {
    const conversation = pick(await conversationsOf(world.api), a);
    const patch = pick(patches, b)?.(world);
    if (conversation === undefined || patch === undefined) return;
    allowed(await world.api.post("/api/v1/conversations/bulk", { ids: [conversation.id], ...patch }));
  },
  async "many are changed"(world, _, b) {
    const ids = (await conversationsOf(world.api)).map(({ id }) => id);
    const patch = pick(patches, b)?.(world);
    if (ids.length > 0 && patch !== undefined) allowed(await world.api.post("/api/v1/conversations/bulk", { ids, ...patch }));
  },
  async "the page changes one"(world, a, b) {
    const list = world.page.client.getQueryData(conversationListQuery({}).queryKey);
    const conversation = pick(list?.items ?? [], a);
    const patch = pick(patches, b)?.(world);
    // Not awaited: changes meanwhile must not be lost.
    if (conversation !== undefined && patch !== undefined) void changeConversations(world.page.client, [conversation.id], patch);
  },
  async "a contact is renamed"({ api }, a) {
    const conversation = pick(await conversationsOf(api), a);
    if (conversation !== undefined) allowed(await api.patch(`/api/v1/contacts/${conversation.contactId}`, { name: `Name ${a}` }));
  },
  async "contacts are merged"({ api }, a, b) {
    const all = await conversationsOf(api);
    const [one, other] = [pick(all, a), pick(all, b)];
    if (one === undefined || other === undefined || one.contactId === other.contactId) return;
    allowed(await api.post(`/api/v1/contacts/${one.contactId}/merge`, { contactId: other.contactId }));
  },
  async "a contact is deleted"({ api }, a) {
    const conversation = pick(await conversationsOf(api), a);
    if (conversation !== undefined) allowed(await api.delete(`/api/v1/contacts/${conversation.contactId}`));
  },
  async "time passes"() {
    t.clock.advance(3_700_000);
    await t.drain();
  },
  async "background work is done"() {
    await t.drain();
  },
  async "the line is cut"({ network, page }) {
    network.cut();
    page.line().poke();
  },
  async "the network is away for a moment"({ network }) {
    network.down = true;
    network.cut();
    await new Promise((resolve) => setTimeout(resolve, 20));
    network.down = false;
  },
  async "another page takes the line over"({ page }) {
    page.reopen();
  },
  async "events are lost"({ page }) {
    page.reopen("evt_01999999999979998999999999999999");
  },
  async "the page reads slowly"({ network }) {
    network.slow = true;
    setTimeout(() => {
      network.slow = false;
    }, 30);
  },
  async "another list is shown"(world, a) {
    show(world, `list ${a % filters.length}`, conversationListQuery(pick(filters, a)));
  },
  async "a list is left"({ hide }, a) {
    const name = `list ${a % filters.length}`;
    hide.get(name)?.();
    hide.delete(name);
  },
  async "a conversation is opened"(world, a) {
    const conversation = pick(await conversationsOf(world.api), a);
    if (conversation !== undefined) open(world, conversation.id);
  },
  async "more is loaded"({ page }, a) {
    const key = pick(page.shown(), a)?.queryKey;
    if (key?.[1] === "thread") await loadOlderMessages(page.client, String(key[2]));
    if (key?.[0] === "conversations" && key[1] === "list") await loadMoreConversations(page.client, key[2] as ConversationFilters);
  },
};

function show(world: World, name: string, query: { queryKey: readonly unknown[] }): void {
  if (!world.hide.has(name)) world.hide.set(name, world.page.show(query));
}

function open(world: World, id: string): void {
  show(world, `conversation ${id}`, conversationQuery(id));
  show(world, `thread ${id}`, threadQuery(id));
}

/** Every write has been reported to the page, and the page has fetched what it concerns. */
async function upToDate({ api, page, network }: World): Promise<void> {
  network.slow = false;
  network.down = false;
  await t.settle();
  page.line().poke();
  await page.ready();
  const { body } = await api.post("/api/v1/contacts", { name: "The last" });
  await eventually("the last event has come", () =>
    page.seen.some((event) => event.type === "contact.created" && event.data.contactId === body.id),
  );
  await page.settled();
}

async function assertMatchesFreshFetch(world: World): Promise<void> {
  await upToDate(world);
  for (const { queryKey } of world.page.shown()) {
    const shown = world.page.client.getQueryData(queryKey);
    const fresh = await fetchFresh(world, queryKey, shown);
    assert.deepEqual(comparable(shown), comparable(fresh), `what is shown as ${JSON.stringify(queryKey)}`);
  }
}

/** After a merge, messages are moved to their conversation's contact in the background, without an event. */
function comparable(shown: any): unknown {
  if (!Array.isArray(shown?.items) || shown.items[0]?.conversationId === undefined) return shown;
  const plain = ({ contactId: _, author, ...message }: any) => ({ ...message, author: author.kind === "contact" ? "contact" : author });
  return { ...shown, items: shown.items.map(plain), end: shown.end === null ? null : plain(shown.end) };
}

/** What the query would return if it were fetched now, for the loaded part. */
async function fetchFresh({ person }: World, [name, form, of]: readonly unknown[], shown: unknown): Promise<unknown> {
  const get = async (path: string) => (await person.api.get(`/api/v1${path}`)).body;
  if (name === "counts") return get("/conversations/counts?status=open");
  if (form === "detail") {
    const conversation = await get(`/conversations/${of}`);
    // A deleted one keeps the last shown data, next to an error.
    return conversation.error === undefined ? conversation : shown;
  }
  const path = form === "thread" ? `/conversations/${of}/messages` : "/conversations";
  const search = new URLSearchParams(form === "thread" ? {} : (of as Record<string, string>));
  search.set("limit", "100");
  const items: any[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    if (cursor !== undefined) search.set("cursor", cursor);
    const page = await get(`${path}?${search}`);
    items.push(...page.data);
    cursor = page.pageInfo.nextCursor;
  }
  const list = shown as ThreadData | ConversationListData | undefined;
  const { end } = list ?? { end: null };
  const at = end === null ? items.length : 1 + items.findIndex((item) => item.id === end.id);
  return { ...list, items: items.slice(0, at) };
}

/** A step, the numbers that choose its subjects, how slow the network is meanwhile, and whether the next step waits as long. */
export interface Planned {
  what: string;
  a: number;
  b: number;
  delayMs: number;
  wait: boolean;
}

/** Runs the steps with a separate tenant, and compares what its page shows with a fresh fetch. */
export async function follow(plan: Planned[]): Promise<void> {
  const stage = await setTheStage();
  const network = createNetwork();
  const page = openPage(t.url, stage.person, network);
  const world: World = { ...stage, api: stage.tenant.api, page, network, hide: new Map() };
  try {
    await page.ready();
    show(world, "list 0", conversationListQuery({}));
    show(world, "list 1", conversationListQuery({ status: "open" }));
    show(world, "counts", countsQuery());
    for (const { what, a, b, delayMs, wait } of plan) {
      network.delayMs = () => Math.random() * delayMs;
      await steps[what]?.(world, a, b);
      if (wait) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    await assertMatchesFreshFetch(world);
  } finally {
    page.close();
  }
}
