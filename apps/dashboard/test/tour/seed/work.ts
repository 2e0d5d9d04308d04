/** Contact details, segments, deals, orders, tickets, a broadcast. */
import { codeAt } from "@parley/server/test/fakes/authenticator.ts";
import type { Message, Pipeline } from "@parley/sdk";
import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";
import type { SeededCalls } from "./calls.ts";
import type { SeededFlows } from "./flows.ts";
import type { Team } from "./organization.ts";
import { richName } from "./rich-conversation.ts";
import type { Seed } from "./seed.ts";
import type { Threads } from "./talk.ts";

export async function work(
  stage: Stage,
  team: Team,
  threads: Threads,
): Promise<Pick<Seed, "tokens"> & { ids: Omit<Seed["ids"], keyof SeededFlows | keyof SeededCalls> }> {
  const { api } = stage.tenant;
  const make = (path: string, body: object) => answered(api.post(`/api/v1${path}`, body));
  const of = (name: string) => threads[name] as Threads[string];
  const about = (name: string) => ({ contactId: of(name).contactId, conversationId: of(name).id });
  const rich = of(richName);

  for (const [name, facts] of [
    [
      richName,
      {
        email: "amina@yusuf.example",
        tags: ["vip", "club"],
        language: "en",
        timezone: "Europe/London",
        country: "GB",
        optIn: "opted_in",
        customFields: { jacket_size: "M", member_since: "2024-03-12", newsletter: true },
      },
    ],
    [
      "Mariam Solheim",
      {
        email: "mariam@solheim.example",
        tags: ["club"],
        language: "no",
        timezone: "Europe/Oslo",
        country: "NO",
        optIn: "opted_in",
        customFields: { shoe_size: 39 },
      },
    ],
    [
      "Verein Alpenblick",
      { email: "vorstand@alpenblick.example", tags: ["wholesale", "club"], language: "de", timezone: "Europe/Berlin", country: "DE" },
    ],
    ["Anselm Whitcombe", { tags: ["vip"], language: "en", country: "GB", optIn: "opted_out" }],
    ["سلمى الإدريسي", { tags: ["new"], language: "ar", timezone: "Africa/Casablanca", country: "MA" }],
    ["Yuki Aranami", { email: "accounts@aranami.example", tags: ["wholesale"], language: "ja", country: "JP" }],
  ] as const)
    await answered(api.patch(`/api/v1/contacts/${of(name).contactId}`, facts));
  const twin = await make("/contacts", { name: "A. Yusuf", phone: "+447700900125", email: "amina@yusuf.example", tags: ["newsletter"] });
  for (const [name, phone, tags] of [
    ["Bergsport Huber", "+498912345620", ["wholesale"]],
    ["Chiara Lombardi", "+393331234521", ["newsletter"]],
    ["Dmitri Volkov", "+37120000022", []],
    ["Hannah Lindqvist", "+46700000023", ["club", "newsletter"]],
    ["Oluwaseun Adebayo", "+2348000000024", ["new"]],
    ["Ravi Deshpande", "+919800000025", ["vip", "wholesale"]],
    ["Zoë van der Merwe", "+27820000026", ["newsletter"]],
  ] as const)
    await make("/contacts", { name, phone, tags, source: "import" });
  const wasTwo = await make("/contacts", { name: "M. Solheim", phone: "+4791234599" });
  await answered(api.post(`/api/v1/contacts/${of("Mariam Solheim").contactId}/merge`, { contactId: wasTwo.id }));

  const segment = await make("/segments", {
    ...{ name: "Club members", description: "With whom we plan the winter evenings" },
    rules: { match: "all", rules: [{ field: "tags", op: "has_any", value: ["club"] }] },
  });
  await make("/segments", {
    ...{ name: "Wholesale, not opted out", description: "For the price list" },
    rules: {
      match: "all",
      rules: [{ field: "tags", op: "has_any", value: ["wholesale"] }],
      exclude: { match: "all", rules: [{ field: "optIn", op: "eq", value: "opted_out" }] },
    },
  });
  await make("/segments", {
    name: "Wrote this week",
    rules: { match: "all", rules: [{ field: "lastInboundAt", op: "within_last", value: { days: 7 } }] },
  });

  const pipeline = (await answered<{ data: Pipeline[] }>(api.get("/api/v1/pipelines"))).data.find(({ isDefault }) => isDefault) as Pipeline;
  const { stages } = pipeline;
  const open = stages.filter(({ kind }) => kind === "open");
  const owners = [team.owner, team.marcus, team.jonas];
  for (const [at, [title, name, amount, column]] of (
    [
      ["24 headlamps, 12 ropes", "Verein Alpenblick", 3_184, 2],
      ["Winter window, 6 tents", "Yuki Aranami", 5_940, 1],
      ["Guides' jackets", richName, 1_720, 0],
      ["School trip, 30 rucksacks", "Tamsin Okoro", 4_350, 0],
      ["Boots for the clinic", "Mariam Solheim", 860, 1],
      ["Rental fleet", "Anselm Whitcombe", 12_400, 3],
      ["Photo days in May", "Davi Nogueira", 1_150, 0],
      ["Climbing wall opening", "Elif Demir", 7_900, 2],
    ] as const
  ).entries())
    await make("/deals", {
      ...{ title, ...about(name), amount, currency: at === 5 ? "GBP" : "EUR", ownerId: owners[at % 3]?.agentId },
      stageId: (open[Math.min(column, open.length - 1)] as { id: string }).id,
    });
  for (const [kind, title, name, amount] of [
    ["won", "Ropes for the rescue service", "Rowan Achterberg", 2_640],
    ["won", "Club shirts", "Lucía Ferrándiz", 930],
    ["lost", "Hotel boot room", "João Ferreira", 3_300],
  ] as const) {
    const deal = await make("/deals", {
      title,
      ...about(name),
      amount,
      currency: "EUR",
      ownerId: team.sofia.agentId,
      stageId: open[0]?.id,
    });
    const stageId = stages.find((each) => each.kind === kind)?.id;
    await answered(api.patch(`/api/v1/deals/${deal.id}`, { stageId, ...(kind === "lost" ? { lostReason: "Too dear" } : {}) }));
  }
  await make("/orders", {
    ...{ ...about(richName), number: "2291", status: "fulfilled", currency: "EUR", shipping: 4.9 },
    items: [
      { name: "Ridge jacket, blue, M", sku: "RJ-BL-M", quantity: 1, unitPrice: 179 },
      { name: "Wool socks", sku: "WS-2", quantity: 2, unitPrice: 12.5 },
    ],
  });
  await make("/orders", {
    ...about("Mariam Solheim"),
    number: "2304",
    status: "paid",
    currency: "EUR",
    items: [{ name: "Fjell boots 39", quantity: 1, unitPrice: 210 }],
  });

  const ticket = await make("/tickets", {
    ...{ subject: "Blue jacket: crushed parcel, zip sticks", ...about(richName), priority: "high", category: "Damaged in transit" },
    description:
      "Corner of the parcel is crushed, the jacket is dry. The zip sticks half-way.\nA new one is on its way; the old one comes back on Friday.",
    ...{ assigneeId: team.owner.agentId, divisionId: team.divisions.shipping, labels: ["Returns"] },
  });
  for (const [by, text] of [
    [team.owner, "Amina chose a new jacket. @Sofia Marchetti could you claim the damage from the carrier?"],
    [team.sofia, "Claimed, with the picture. They answer within five days."],
  ] as const)
    await answered(by.api.post(`/api/v1/tickets/${ticket.id}/comments`, { text }));
  await answered(api.patch(`/api/v1/tickets/${ticket.id}`, { status: "in_progress" }));
  for (const [subject, name, priority, assignee, status, category] of [
    ["Tent pole cracked before a trip", "Petra Vlasák", "urgent", team.jonas, "open", "Warranty"],
    ["Corrected invoice for Aranami Trading", "Yuki Aranami", "medium", team.marcus, "open", null],
    ["Parcel lost between Leeds and York", "Anselm Whitcombe", "high", team.sofia, "open", "Damaged in transit"],
    ["Boots half a size too small", "Mariam Solheim", "medium", team.owner, "open", "Wrong item"],
    ["Customs papers for Lagos", "Tamsin Okoro", "low", null, "open", null],
    ["Price list for clubs", "Verein Alpenblick", "low", team.marcus, "pending", null],
    ["Zip of the Ridge jacket", "João Ferreira", "medium", team.jonas, "resolved", "Warranty"],
  ] as const) {
    const made = await make("/tickets", {
      ...{ subject, ...about(name), priority, description: "Taken over from the conversation." },
      ...(assignee === null ? {} : { assigneeId: assignee.agentId }),
      ...(category === null ? {} : { category }),
    });
    for (const step of status === "pending" ? ["in_progress", "pending"] : [status])
      if (step !== "open") await answered(api.patch(`/api/v1/tickets/${made.id}`, { status: step }));
  }

  const broadcast = await make("/broadcasts", {
    ...{ title: "Winter offer for the club", channelId: stage.channels.chatApp.id, targetAudience: { segmentId: segment.id } },
    messageContent: { name: "seasonal_offer", language: "en", variables: [{ field: "firstName", fallback: "there" }, "20 %"] },
  });

  const { secret } = await answered<{ secret: string }>(
    team.guarded.api.post("/api/v1/auth/two-factor", { password: team.guarded.password }),
  );
  await answered(team.guarded.api.post("/api/v1/auth/two-factor/verify", { code: codeAt(secret, stage.clock.now()) }));
  const { data: messages } = await answered<{ data: Message[] }>(api.get(`/api/v1/conversations/${rich.id}/messages?limit=100`));
  return {
    ids: {
      ...{ rich: rich.id, closed: of("Anselm Whitcombe").id, bot: of("noor.outdoors").id, arabic: of("سلمى الإدريسي").id },
      ...{ contact: rich.contactId, twin: twin.id, ticket: ticket.id, pipeline: pipeline.id, channel: stage.channels.chatApp.id },
      ...{ webhook: team.webhook, segment: segment.id, view: team.view, broadcast: broadcast.id },
      ...{ chatbot: team.chatbot.id, evaluation: team.chatbot.evaluation, run: team.chatbot.run },
      note: messages.find(({ isNote }) => isNote)?.id ?? "",
    },
    tokens: team.tokens,
  };
}
