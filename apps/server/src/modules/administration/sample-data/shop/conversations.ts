import { wireId } from "#platform/ids/ids.ts";
import { chatbotPart } from "./chatbot.ts";
import { afterHours, priceRun, failingRun } from "./flow-runs.ts";
import type { Person } from "./people.ts";
import { type Script, surveyComments, surveyQuestion } from "./scripts.ts";
import { memberOf, Story } from "./story.ts";
import { colours, type Product, products, sizes, weekdays } from "./shop-data.ts";
import { type Agent, dayMs, hourMs, iso, isOpen, minuteMs, nextOpening, type Rows, type Task, type World } from "./world.ts";

export interface PlayedConversation {
  /** When the conversation ended, or the end of the period. */
  endedAt: number;
  /** The times at which the customer wrote. */
  inboundAts: number[];
}

const surveys = { kind: "flow", id: "csat" } as const;

/** Fills in the placeholders of a text. */
export type Fill = (text: string) => string;

/** Plays one conversation from the customer's first message to its resolution, or to the end of the period. */
export function playConversation(
  world: World,
  rows: Rows,
  tasks: Task[],
  person: Person,
  script: Script,
  startsAt: number,
): PlayedConversation {
  const { random, endsAt } = world;
  const byChatbot = person.kind === "chat_app" && random.chance(0.38);
  const story = new Story(world, rows, person, startsAt, byChatbot ? { status: "pending" } : {});
  const agent = pickAgent(world, script);
  const product = random.pick(products);
  const fill = filler(world, person, agent, product, startsAt);
  const inboundAts: number[] = [];
  let at = startsAt;
  const receive = (text: string) => {
    inboundAts.push(at);
    return story.receive(at, fill(text));
  };
  const turns = [...script.turns];
  const first = turns.shift() as Script["turns"][number];
  const asked = fill(random.pick(first.slice(1)));
  receive(asked);
  const end = (): PlayedConversation => {
    // The chatbot is off at the end of the period: what it still had went to people.
    if (story.row["pending_reason"] === "bot" && story.status === "pending") story.handOver(endsAt - 1_000);
    story.end();
    return { endedAt: Math.min(at, endsAt), inboundAts };
  };

  if (byChatbot) {
    const answered = chatbotPart(story, rows, tasks, script, asked);
    at = answered.at;
    if (at >= endsAt) return end();
    if (answered.outcome === "solved") {
      at += Math.floor(random.around(2 * minuteMs));
      if (at >= endsAt) return end();
      receive(random.pick(["Thanks!", "ok great", "Perfect, that's all", "👍"]));
      at += 6 * hourMs;
      if (at < endsAt) story.resolve(at, { kind: "system", id: null }, "auto_resolve", script.label);
      return end();
    }
  } else if (!isOpen(startsAt)) afterHours(story, rows);
  if (script.topic === "Price question") priceRun(story, rows, startsAt, random.chance(0.8));

  let assigned = false;
  for (const [by, ...texts] of turns) {
    if (by === "in") {
      at += Math.floor(random.around(random.chance(0.1) ? 3 * hourMs : 5 * minuteMs));
      if (at >= endsAt) return end();
      receive(random.pick(texts));
      continue;
    }
    const from = isOpen(at) ? at : nextOpening(at);
    at = from + Math.floor(random.around((assigned ? 6 : 14) * minuteMs * agent.speed, random.chance(0.15) ? 1.9 : 0.9)) + 5_000;
    if (!isOpen(at)) at = nextOpening(at) + random.int(1, 40) * minuteMs;
    if (at >= endsAt) {
      // Somebody may have it already but has not replied yet.
      if (!assigned && random.chance(0.5) && endsAt - startsAt > 20 * minuteMs) story.assign(endsAt - 10 * minuteMs, agent);
      return end();
    }
    if (!assigned) {
      const taken = at - random.int(10, Math.max(11, Math.min(90, Math.floor((at - from) / 1_000)))) * 1_000;
      story.assign(Math.max(taken, startsAt + 1_000), agent);
      if (script.mood < 0.4) raisePriority(story, at - 500, agent);
      assigned = true;
    }
    story.say(at, fill(random.pick(texts)), memberOf(agent));
  }

  plan(world, tasks, story, person, script, agent, product, fill, at);
  // In the last days some are left for later: waiting for the customer, or snoozed until the morning.
  if (endsAt - at < 2.5 * dayMs && random.chance(0.3)) {
    setPending(story, at + 2 * minuteMs, agent);
    return end();
  }
  at += Math.floor(random.around(12 * minuteMs));
  if (at >= endsAt) return end();
  story.resolve(at, { kind: "member", id: wireId("agt", agent.userId) }, wireId("agt", agent.userId), script.label);
  const over = { endedAt: at, inboundAts };
  survey(world, rows, story, script, agent, fill, over);
  story.end();
  return over;
}

function pickAgent({ random, team }: World, script: Script): Agent {
  const own = team.filter(({ division }) => division === script.division);
  return random.chance(0.88) ? random.weighted(own.map((agent) => [agent, 1 / agent.speed] as const)) : random.pick(team);
}

export function filler({ random }: World, person: Person, agent: Agent, product: Product, at: number): Fill {
  const slots: Record<string, string> = {
    first: person.first,
    agent: agent.name.split(" ")[0] as string,
    order: `NW-${20_000 + random.int(0, 9_999)}`,
    product: product.name,
    size: random.pick(sizes),
    colour: random.pick(colours),
    price: String(product.price),
    day: weekdays[(new Date(at).getUTCDay() + random.int(1, 3)) % 7] as string,
  };
  return (text) => text.replace(/\{(\w+)\}/g, (all, slot: string) => slots[slot] ?? all);
}

function raisePriority(story: Story, at: number, agent: Agent): void {
  story.row["priority"] = "high";
  story.change(at, { kind: "member", id: wireId("agt", agent.userId) }, { priority: { from: "medium", to: "high" } });
}

function setPending(story: Story, at: number, agent: Agent): void {
  const { random, endsAt } = story.world;
  if (at >= endsAt || story.status !== "open") return;
  const reason = random.pick(["snoozed", "customer"] as const);
  const until = reason === "snoozed" ? iso(nextOpening(endsAt + 4 * hourMs) + 30 * minuteMs) : null;
  story.status = "pending";
  story.row["pending_reason"] = reason;
  story.row["snoozed_until"] = until;
  story.change(
    at,
    { kind: "member", id: wireId("agt", agent.userId) },
    {
      status: { from: "open", to: "pending" },
      pendingReason: { from: null, to: reason },
      ...(until === null ? {} : { snoozedUntil: { from: null, to: until } }),
    },
  );
}

/** The satisfaction survey, and the answer to it. */
function survey(world: World, rows: Rows, story: Story, script: Script, agent: Agent, fill: Fill, over: PlayedConversation): void {
  const { random, endsAt } = world;
  const askedAt = over.endedAt + 5 * minuteMs;
  if (askedAt >= endsAt || !random.chance(0.7)) return;
  const messageId = story.say(askedAt, surveyQuestion, surveys);
  const answeredAt = askedAt + Math.floor(random.around(40 * minuteMs, 1.1));
  const answers = random.chance(0.46) && answeredAt < endsAt;
  const content = random.chance(script.mood);
  const rating = content
    ? random.weighted([
        [5, 66],
        [4, 34],
      ] as const)
    : random.weighted([
        [3, 40],
        [2, 34],
        [1, 26],
      ] as const);
  const comment = answers && random.chance(0.22) ? fill(random.pick(rating >= 4 ? surveyComments.good : surveyComments.bad)) : null;
  const commentedAt = answeredAt + minuteMs;
  const commented = comment !== null && commentedAt < endsAt;
  if (answers) {
    over.inboundAts.push(answeredAt);
    story.receive(answeredAt, String(rating));
    story.change(answeredAt, { kind: "contact", id: story.place.contactId }, { csat: { from: null, to: { rating, comment: null } } });
    if (commented) {
      story.receive(commentedAt, comment);
      story.change(
        commentedAt,
        { kind: "contact", id: story.place.contactId },
        { csat: { from: { rating, comment: null }, to: { rating, comment } } },
      );
    }
    // An answer to the survey leaves the conversation resolved and not unread.
    story.row["unread_count"] = 0;
    if (rating <= 2) failingRun(story, rows, answeredAt + 2_000);
  }
  over.endedAt = answers ? answeredAt : askedAt;
  rows.add("csat_surveys", {
    id: random.id(askedAt),
    conversation_id: story.id,
    assignee_id: agent.userId,
    resolved_at: story.row["resolved_at"],
    skipped_reason: null,
    message_id: messageId,
    rating: answers ? rating : null,
    comment: commented ? comment : null,
    answered_at: answers ? iso(answeredAt) : null,
    commented_at: commented ? iso(commentedAt) : null,
    created_at: iso(askedAt),
  });
}

/** What results from it besides messages: a ticket, a deal, an order. */
function plan(
  world: World,
  tasks: Task[],
  story: Story,
  person: Person,
  script: Script,
  agent: Agent,
  product: Product,
  fill: Fill,
  at: number,
): void {
  const { random, endsAt } = world;
  const conversationId = wireId("conv", story.id);
  const contactId = wireId("cnt", person.id);
  const within = <T>(steps: [T, number][]) => steps.filter(([, when]) => when < endsAt);
  if (script.ticket !== undefined && random.chance(script.ticket.chance)) {
    const startedAt = at + Math.floor(random.around(40 * minuteMs));
    const done = startedAt + Math.floor(random.around(20 * hourMs, 1));
    const steps: [string, number][] = [
      ["in_progress", startedAt],
      ...(random.chance(0.25) ? [["pending", startedAt + 30 * minuteMs] as [string, number]] : []),
      ["resolved", done],
      ["closed", done + 7 * dayMs - hourMs],
    ];
    tasks.push({
      ...{
        do: "ticket",
        at,
        subject: fill(script.ticket.subject),
        category: script.ticket.category,
        priority: script.ticket.priority,
        conversationId,
        agent,
      },
      steps: random.chance(0.06) ? [] : within(steps.toSorted((a, b) => a[1] - b[1])),
      comment: random.chance(0.4)
        ? fill(
            random.pick([
              "Carrier has opened an inquiry.",
              "Photo is in the conversation, clearly our fault.",
              "New one of {product} in {size} sent by express.",
              "Waiting for the warehouse to confirm.",
            ]),
          )
        : null,
    });
  }
  if (script.buys === undefined) return;
  const wholesale = script.topic === "Wholesale";
  const buys = random.chance(script.buys);
  if (wholesale || random.chance(0.22)) {
    const pieces = wholesale ? random.int(10, 60) : random.int(1, 3);
    const price = Math.round(pieces * product.price * (wholesale ? 0.75 : 1));
    const steps: [string, number][] = [["Offer sent", at + Math.floor(random.around(6 * hourMs))]];
    if (wholesale) steps.push(["Negotiation", (steps.at(-1) as [string, number])[1] + Math.floor(random.around(2 * dayMs))]);
    if (random.chance(0.85))
      steps.push([buys ? "Won" : "Lost", (steps.at(-1) as [string, number])[1] + Math.floor(random.around((wholesale ? 6 : 1) * dayMs))]);
    tasks.push({
      do: "deal",
      at,
      title: `${pieces} × ${product.name}`,
      amount: price,
      contactId,
      conversationId,
      agent,
      stages: within(steps),
      closesAt: at + (wholesale ? 21 : 4) * dayMs,
    });
  }
  if (buys) tasks.push(orderOf(world, contactId, conversationId, product, at + random.int(5, 90) * minuteMs));
}

export function orderOf({ random, endsAt }: World, contactId: string, conversationId: string | null, product: Product, at: number): Task {
  const also = random.chance(0.4) ? [random.pick(products)] : [];
  const items = [product, ...also.filter((other) => other !== product)].map((one) => ({
    name: one.name,
    sku: one.sku,
    quantity: random.chance(0.85) ? 1 : 2,
    unitPrice: one.price,
  }));
  const sum = items.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0);
  const paid = at + Math.floor(random.around(25 * minuteMs));
  const sent = paid + Math.floor(random.around(26 * hourMs, 0.5));
  const steps: [string, number][] = random.chance(0.06)
    ? [["cancelled", at + 5 * hourMs]]
    : [["paid", paid], ["fulfilled", sent], ...(random.chance(0.07) ? [["refunded", sent + 9 * dayMs] as [string, number]] : [])];
  const before = Math.min(at, endsAt - 60_000);
  return {
    do: "order",
    at: before,
    items,
    shipping: sum >= 60 ? 0 : 3.9,
    contactId,
    conversationId,
    steps: steps.filter(([, when]) => when < endsAt && when > before),
  };
}
