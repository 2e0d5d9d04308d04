import { randomBytes } from "node:crypto";
import { recordSearch } from "#modules/knowledge/knowledge/index.ts";
import type { ChannelsService } from "#modules/channels/channels/index.ts";
import type { TenantsService } from "#modules/organizations/tenants/index.ts";
import type { Ledger } from "#modules/money/billing/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId, type Actor } from "#platform/auth/actor.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { AnyRoute } from "#platform/http/route.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createOperations, type Perform } from "./operations.ts";
import { addedAction, findRefusal, overridable, type Refusal } from "./refusal.ts";
import * as queries from "./sample-data.queries.ts";
import { model } from "./shop/chatbot.ts";
import { flowNames } from "./shop/flow-runs.ts";
import { seededRandom } from "./shop/random.ts";
import * as setup from "./shop/setup.ts";
import { makeShop } from "./shop/shop.ts";
import { team } from "./shop/shop-data.ts";
import { type Agent, channelKinds, customers, dayMs, days, type ShopChannel, type Task, type World } from "./shop/world.ts";

export interface SampleDataDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  tenants: Pick<TenantsService, "createUser">;
  channels: Pick<ChannelsService, "create">;
  ledger: Pick<Ledger, "topUp" | "charge">;
  /** The routes of all modules. */
  routes(): readonly AnyRoute[];
}

export interface SampleResult {
  customers: number;
  conversations: number;
  messages: number;
  tickets: number;
  deals: number;
  orders: number;
}

interface Options {
  force: boolean;
  /** The demo's channels are simulated, its money is not real, and trying out its phone has created a few contacts. */
  demo?: boolean;
  endsAt?: Date | undefined;
}

const operator: Actor = { kind: "system", id: "operator" };
const emailOf = (tenantId: string, name: string) => `${name.toLowerCase().replace(" ", ".")}@${tenantId.slice(-8)}.example.com`;
/** The order in which tables are filled: referenced rows come first. */
const order = [
  ...["contacts", "contact_identities", "conversations", "messages", "broadcasts", "broadcast_recipients", "broadcast_counts"],
  ...["csat_surveys", "chatbot_turns", "flow_runs", "flow_run_steps", "conversation_activities", "event_log"],
];

/** A shop with 2,000 customers over 60 days, for trying out the product. See docs/guides/sample-data.md. */
export function createSampleData(deps: SampleDataDeps) {
  const { database } = deps;

  /** Created before the transaction, because accounts are not part of one. Existing people are kept. */
  async function people(tenantId: string): Promise<Map<string, string>> {
    const emails = team.map(({ name }) => emailOf(tenantId, name));
    const known = await database.withTenant(tenantId, (tx) => queries.membersByEmail(tx, emails));
    const ids = new Map(known.map(({ email, user_id: id }) => [email, id]));
    for (const { name, role } of team) {
      const email = emailOf(tenantId, name);
      if (ids.has(email)) continue;
      // Nobody knows the password, so nobody can sign in as them.
      const { userId } = await deps.tenants.createUser({ email, name, role, tenantId, password: randomBytes(24).toString("base64url") });
      ids.set(email, userId);
    }
    return ids;
  }

  async function makeChannel(tx: Tx, at: number, kind: ShopChannel["kind"]): Promise<ShopChannel> {
    const externalId = `sample${tx.tenantId.slice(-6)}`;
    const made = await deps.channels.create(
      contextOf(tx, at),
      { kind, name: channelNames[kind], externalId, config: credentials[kind] },
      "operator",
    );
    const id = uuidOf(made.id);
    await queries.disconnectChannel(tx, id);
    return { id, kind, externalId };
  }

  async function channels(tx: Tx, at: number): Promise<World["channels"]> {
    const known = await queries.listChannels(tx);
    const found = {} as World["channels"];
    for (const kind of channelKinds) {
      const own = known.find((channel) => channel.kind === kind);
      found[kind] = own === undefined ? await makeChannel(tx, at, kind) : { id: own.id, kind, externalId: own.external_id };
    }
    return found;
  }

  async function configure(
    tx: Tx,
    perform: Perform,
    at: number,
    members: ReadonlyMap<string, string>,
  ): Promise<Omit<World, "random" | "endsAt">> {
    const does = (address: string, body: unknown, params: Record<string, string> = {}) => perform(at, operator, address, { params, body });
    const connected = await channels(tx, at);
    await does("PUT /agent-settings", setup.agentSettings);
    await does("POST /organization/snapshot/apply", { snapshot: setup.snapshot, existing: "keep" });
    for (const policy of setup.slaPolicies) await does("POST /sla-policies", policy);
    for (const segment of setup.segments) await does("POST /segments", segment);
    for (const source of setup.sources) await does("POST /knowledge/sources", source);
    const bot = await does("POST /chatbots", { ...setup.chatbot, channelIds: [wireId("chn", connected.chat_app.id)] });
    await does("POST /chatbots/:id/evaluations", setup.evaluation, { id: bot.id });
    const names = await queries.namedIds(tx);
    for (const name of Object.values(flowNames))
      await does("POST /flows/:id/activate", undefined, { id: wireId("flow", names.flows.get(name) as string) });
    const agents: Agent[] = [];
    for (const { name, division, speed, skills, languages } of team) {
      const userId = members.get(emailOf(tx.tenantId, name)) as string;
      await queries.describeMember(tx, { userId, divisionId: names.divisions.get(division) as string, skills, languages });
      agents.push({ userId, name, division, speed });
    }
    return { channels: connected, team: agents, ...names, chatbot: { id: uuidOf(bot.id), version: bot.version } };
  }

  /** Performs what the API's own operations do, in chronological order. */
  async function replayActions(
    tx: Tx,
    perform: Perform,
    tasks: readonly Task[],
    stages: ReadonlyMap<string, string>,
  ): Promise<Record<Task["do"], number>> {
    const done = { ticket: 0, deal: 0, order: 0, search: 0 };
    const steps: { at: number; run(): Promise<void> }[] = [];
    const later = (at: number, run: () => Promise<void>) => steps.push({ at, run });
    for (const task of tasks) {
      later(task.at, async () => {
        done[task.do] += 1;
        if (task.do === "search") {
          await recordSearch(tx, new Date(task.at), deps.ids, { question: task.question, language: "en", bestScore: task.bestScore });
          return;
        }
        const actor: Actor = task.do === "order" ? operator : { kind: "member", id: task.agent.userId };
        await begin(perform, task, actor, stages, later);
      });
    }
    // Steps are added while others run, and sorted in by time.
    while (steps.length > 0) {
      steps.sort((a, b) => b.at - a.at);
      const batch: typeof steps = [];
      const until = (steps.at(-1) as (typeof steps)[number]).at + dayMs / 4;
      while (steps.length > 0 && (steps.at(-1) as (typeof steps)[number]).at <= until) batch.push(steps.pop() as (typeof steps)[number]);
      for (const { run } of batch) await run();
    }
    return done;
  }

  /** Top-ups, and the cost of the chatbot's answers, day by day. */
  async function addLedgerEntries(tx: Tx, endsAt: number, turns: readonly { created_at?: unknown; cost?: unknown }[]): Promise<void> {
    const since = endsAt - days * dayMs;
    const byDay = Map.groupBy(
      turns.filter(({ cost }) => cost !== null),
      ({ created_at: at }) => String(at).slice(0, 10),
    );
    const at = (ms: number) => ({ tx, now: new Date(ms), actor: operator });
    await deps.ledger.topUp(at(since), { amount: "50", reference: "sample-top-up-1", reason: "Bank transfer" });
    await deps.ledger.topUp(at(since + 31 * dayMs), { amount: "50", reference: "sample-top-up-2", reason: "Bank transfer" });
    for (const [day, of] of [...byDay].sort()) {
      const requests = of.length;
      const costPerRequest = 0.02;
      await deps.ledger.charge(at(Math.min(Date.parse(`${day}T23:00:00Z`), endsAt)), {
        amount: (requests * costPerRequest).toFixed(6),
        reference: `sample-usage-${day}`,
        reason: "Answers of the chatbot",
        price: { modelName: model.model, costPerRequest, requests, unit: "answer" },
      });
    }
  }

  return {
    /**
     * Adds the shop in one transaction. Throws already_exists if it is there, and conflict if there are contacts or active webhooks and `force`
     * is not given, because sample data does not belong among real customers, and webhooks would report people who do not exist. Even `force`
     * does not allow an organization with a connected channel, on which the shop's flows would answer, or with money, which cannot be deleted.
     */
    async add(tenantId: string, options: Options): Promise<SampleResult> {
      const endsAt = Math.floor((options.endsAt ?? deps.clock.now()).getTime() / 60_000) * 60_000;
      await database.withTenant(tenantId, (tx) => assertAllowed(tx, options));
      const members = await people(tenantId);
      return database.withTenant(tenantId, async (tx) => {
        await assertAllowed(tx, options);
        const perform = createOperations(tx, deps.routes());
        const world: World = { random: seededRandom(`shop ${tenantId}`), endsAt, ...(await configure(tx, perform, endsAt, members)) };
        const { rows, tasks } = makeShop(world, actorWireId({ kind: "member", id: (world.team[0] as Agent).userId }));
        for (const table of order) await queries.insertRows(tx, table, rows.byTable.get(table) ?? []);
        const done = await replayActions(tx, perform, tasks, world.stages);
        await addLedgerEntries(tx, endsAt, rows.byTable.get("chatbot_turns") ?? []);
        await recordAudit(contextOf(tx, endsAt), deps.ids, addedAction, wireId("org", tenantId), { customers });
        return {
          customers,
          conversations: rows.byTable.get("conversations")?.length ?? 0,
          messages: rows.byTable.get("messages")?.length ?? 0,
          tickets: done.ticket,
          deals: done.deal,
          orders: done.order,
        };
      });
    },
  };
}

async function assertAllowed(tx: Tx, { force, demo = false }: Options): Promise<void> {
  const refusal = await findRefusal(tx, demo);
  if (refusal === null || (force && overridable.has(refusal))) return;
  throw new AppError(refusal === "already_added" ? "already_exists" : "conflict", { message: refused[refusal] });
}

const refused: Readonly<Record<Refusal, string>> = {
  already_added: "The sample data is already there. It can only be removed together with the organization.",
  channel_connected:
    "The organization has a channel that is not disconnected, and the sample's flows would reply on it. Use an empty organization, or disconnect the channel.",
  has_transactions:
    "The organization's balance has transactions of its own, and the sample's would stand among them. Use an empty organization.",
  has_webhooks:
    "The organization has an active webhook, which would get more than 20,000 events of people who do not exist. Pause it while the sample is added, or say --force.",
  has_contacts:
    "The organization has contacts of its own, and sample data could not be told apart from them later. Use an empty organization, or pass --force.",
};

const uuidOf = (wire: string) => wire.slice(wire.indexOf("_") + 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const credentials = {
  chat_app: { businessAccountId: "sample", accessToken: "sample", appSecret: "sample", verifyToken: "sample" },
  photo_social: { accessToken: "sample", appSecret: "sample", verifyToken: "sample" },
  short_video: { clientKey: "sample", clientSecret: "sample", accessToken: "sample", refreshToken: "sample" },
};
const channelNames = { chat_app: "Shop number", photo_social: "Shop on photo-social", short_video: "Shop on short-video" };

const contextOf = (tx: Tx, at: number): TxContext => ({
  tenantId: tx.tenantId,
  actor: operator,
  scopes: new Set(),
  session: null,
  requestId: "",
  now: new Date(at),
  tx,
});

type Schedule = (at: number, run: () => Promise<void>) => void;

async function begin(
  perform: Perform,
  task: Exclude<Task, { do: "search" }>,
  actor: Actor,
  stages: ReadonlyMap<string, string>,
  later: Schedule,
): Promise<void> {
  if (task.do === "ticket") {
    const { subject, category, priority, conversationId, agent } = task;
    const { id } = await perform(task.at, actor, "POST /tickets", {
      body: { subject, category, priority, conversationId, assigneeId: wireId("agt", agent.userId), source: "inbox" },
    });
    const { comment } = task;
    if (comment !== null)
      later(task.at + 600_000, () =>
        perform(task.at + 600_000, actor, "POST /tickets/:id/comments", { params: { id }, body: { text: comment } }),
      );
    for (const [status, at] of task.steps) later(at, () => perform(at, actor, "PATCH /tickets/:id", { params: { id }, body: { status } }));
  } else if (task.do === "deal") {
    const { title, amount, contactId, conversationId, agent } = task;
    const body = {
      title,
      amount,
      currency: "EUR",
      contactId,
      conversationId,
      ownerId: wireId("agt", agent.userId),
      stageId: stageOf(stages, "Asked"),
      expectedCloseAt: new Date(task.closesAt).toISOString(),
    };
    const { id } = await perform(task.at, actor, "POST /deals", { body });
    for (const [name, at] of task.stages)
      later(at, () =>
        perform(at, actor, "PATCH /deals/:id", {
          params: { id },
          body: {
            stageId: stageOf(stages, name),
            ...(name === "Lost" ? { lostReason: lostReasons[Math.floor(at / 60_000) % lostReasons.length] } : {}),
          },
        }),
      );
  } else {
    const { items, shipping, contactId, conversationId } = task;
    const { id } = await perform(task.at, actor, "POST /orders", {
      body: { items, shipping, contactId, conversationId, currency: "EUR", status: "pending" },
    });
    for (const [status, at] of task.steps) later(at, () => perform(at, actor, "PATCH /orders/:id", { params: { id }, body: { status } }));
  }
}

const lostReasons = ["Too expensive", "Bought elsewhere", "No answer", "Size not in stock"];

function stageOf(stages: ReadonlyMap<string, string>, name: string): string {
  return wireId("stg", stages.get(name) as string);
}
