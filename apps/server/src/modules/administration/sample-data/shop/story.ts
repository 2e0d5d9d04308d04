import { wireId } from "#platform/ids/ids.ts";
import type { Person } from "./people.ts";
import { type Agent, hourMs, iso, minuteMs, type Row, type Rows, type World } from "./world.ts";

export interface Author {
  kind: "contact" | "member" | "chatbot" | "flow" | "broadcast";
  id: string;
}

export const windowMs = { chat_app: 24 * hourMs, photo_social: 24 * hourMs, short_video: 48 * hourMs } as const;

/** One conversation as it is being written: its row, its messages, and their events. */
export class Story {
  readonly world: World;
  readonly rows: Rows;
  readonly person: Person;
  readonly startedAt: number;
  readonly id: string;
  readonly row: Row;
  readonly place: { channelId: string; conversationId: string; contactId: string };
  inboundAt: number | null = null;
  lastInbound: string[] = [];
  waitingSince: number | null = null;
  firstRepliedAt: number | null = null;
  status = "open";

  constructor(world: World, rows: Rows, person: Person, startedAt: number, input: { status?: string; silent?: boolean } = {}) {
    this.world = world;
    this.rows = rows;
    this.person = person;
    this.startedAt = startedAt;
    const channel = world.channels[person.kind];
    this.id = world.random.id(startedAt);
    this.place = { channelId: wireId("chn", channel.id), conversationId: wireId("conv", this.id), contactId: wireId("cnt", person.id) };
    this.status = input.status ?? "open";
    this.row = {
      id: this.id,
      channel_id: channel.id,
      channel_kind: person.kind,
      contact_id: person.id,
      identity_id: person.identityId,
      status: this.status,
      pending_reason: this.status === "pending" ? "bot" : null,
      snoozed_until: null,
      assignee_id: null,
      priority: "medium",
      subject: null,
      handled_by: this.status === "pending" ? "bot" : "human",
      last_message: null,
      last_message_at: iso(startedAt),
      unread_count: 0,
      waiting_since: null,
      first_replied_at: null,
      resolved_at: null,
      resolved_by: null,
      window_expires_at: null,
      created_at: iso(startedAt),
      updated_at: iso(startedAt),
      label_ids: [],
      division_id: null,
    };
    rows.add("conversations", this.row);
    if (input.silent !== true)
      this.event(startedAt, "conversation.created", { ...this.place, channelKind: person.kind, status: this.status });
  }

  event(at: number, type: string, data: object): void {
    this.rows.add("event_log", {
      id: this.world.random.id(at),
      type,
      channel_id: this.row["channel_id"],
      conversation_id: this.id,
      data,
      created_at: iso(at),
    });
  }

  /** A message from the team, the chatbot or a flow; usually read. */
  say(at: number, text: string, author: Author, how: { type?: string; content?: object; failed?: object } = {}): string {
    const { random } = this.world;
    const id = random.id(at);
    const type = how.type ?? "text";
    const content = how.content ?? null;
    const sentAt = at + random.int(300, 1_500);
    const status =
      how.failed !== undefined
        ? "failed"
        : random.weighted([
            ["read", 76],
            ["delivered", 18],
            ["sent", 6],
          ] as const);
    const deliveredAt = sentAt + random.int(500, 20_000);
    const readAt = deliveredAt + Math.floor(random.around(4 * minuteMs, 1.2));
    const late = readAt >= this.world.endsAt;
    const final = status === "read" && late ? "delivered" : status;
    this.rows.add("messages", {
      ...this.#message(id, at, text),
      direction: "outbound",
      type,
      content,
      from_address: this.world.channels[this.person.kind].externalId,
      to_address: this.person.address,
      status: final,
      sent_at: final === "failed" ? null : iso(sentAt),
      delivered_at: final === "delivered" || final === "read" ? iso(deliveredAt) : null,
      read_at: final === "read" ? iso(readAt) : null,
      failed_at: final === "failed" ? iso(sentAt) : null,
      error: how.failed ?? null,
      author_kind: author.kind,
      author_id: author.id,
    });
    this.event(at, "message.sent", {
      ...this.place,
      message: {
        id: wireId("msg", id),
        to: this.person.address,
        type,
        text,
        content,
        status: "queued",
        clientReference: null,
        author,
        createdAt: iso(at),
      },
    });
    const statusAt = final === "read" ? readAt : final === "delivered" ? deliveredAt : sentAt;
    this.event(statusAt, "message.status", {
      ...this.place,
      broadcastId: author.kind === "broadcast" ? author.id : null,
      message: { id: wireId("msg", id), externalId: `sample.${id}`, clientReference: null },
      status: final,
      previousStatus: "queued",
      occurredAt: iso(statusAt),
      error: how.failed ?? null,
    });
    this.#shown(at, id, "outbound", type, text);
    if (author.kind === "member") this.firstRepliedAt ??= at;
    // Everything sent counts as an answer, except a broadcast.
    if (author.kind !== "broadcast") this.waitingSince = null;
    this.row["unread_count"] = 0;
    return id;
  }

  receive(at: number, text: string): string {
    const id = this.world.random.id(at);
    this.rows.add("messages", {
      ...this.#message(id, at, text),
      direction: "inbound",
      type: "text",
      content: null,
      from_address: this.person.address,
      to_address: this.world.channels[this.person.kind].externalId,
      status: "received",
      sent_at: null,
      delivered_at: null,
      read_at: null,
      failed_at: null,
      error: null,
      author_kind: "contact",
      author_id: this.place.contactId,
    });
    this.event(at, "message.received", {
      ...this.place,
      message: {
        id: wireId("msg", id),
        externalId: `sample.${id}`,
        from: this.person.address,
        to: this.world.channels[this.person.kind].externalId,
        type: "text",
        text,
        content: null,
        media: [],
        occurredAt: iso(at),
      },
    });
    this.#shown(at, id, "inbound", "text", text);
    this.inboundAt = at;
    this.lastInbound = [id];
    if (this.status !== "resolved") this.waitingSince ??= at;
    this.row["unread_count"] = (this.row["unread_count"] as number) + 1;
    this.row["window_expires_at"] = iso(at + windowMs[this.person.kind]);
    const known = this.person.row["last_inbound_at"] as string | null;
    if (known === null || known < iso(at)) this.person.row["last_inbound_at"] = iso(at);
    return id;
  }

  /** Changes something about the conversation: its row, an event, and its activity. */
  change(at: number, by: { kind: string; id: string | null }, changes: Record<string, { from: unknown; to: unknown }>): void {
    this.event(at, "conversation.updated", { ...this.place, changes });
    this.rows.add("conversation_activities", {
      id: this.world.random.id(at),
      conversation_id: this.id,
      changes,
      actor_kind: by.kind,
      actor_id: by.id,
      created_at: iso(at),
    });
    this.row["updated_at"] = iso(at);
  }

  assign(at: number, agent: Agent): void {
    const by = { kind: "system", id: null };
    const division = this.world.divisions.get(agent.division) as string;
    this.row["assignee_id"] = agent.userId;
    this.row["division_id"] = division;
    const to = wireId("agt", agent.userId);
    this.event(at, "conversation.assigned", { ...this.place, assigneeId: to, previousAssigneeId: null });
    this.rows.add("conversation_activities", {
      id: this.world.random.id(at),
      conversation_id: this.id,
      changes: { assigneeId: { from: null, to } },
      actor_kind: "system",
      actor_id: null,
      created_at: iso(at),
    });
    this.change(at, by, { divisionId: { from: null, to: wireId("div", division) } });
  }

  handOver(at: number): void {
    this.status = "open";
    this.row["handled_by"] = "human";
    this.change(
      at,
      { kind: "chatbot", id: wireId("bot", this.world.chatbot.id) },
      { status: { from: "pending", to: "open" }, pendingReason: { from: "bot", to: null } },
    );
    if (this.inboundAt !== null) this.waitingSince = at;
  }

  resolve(at: number, by: { kind: string; id: string | null }, resolvedBy: string, label: string): void {
    const { labels } = this.world;
    const id = labels.get(label);
    if (id !== undefined) this.row["label_ids"] = [id];
    const from = this.status;
    this.status = "resolved";
    this.row["resolved_at"] = iso(at);
    this.row["resolved_by"] = resolvedBy;
    this.waitingSince = null;
    this.row["unread_count"] = 0;
    this.change(at, by, {
      ...(id === undefined ? {} : { labels: { from: [], to: [label] } }),
      status: { from, to: "resolved" },
      ...(from === "pending" ? { pendingReason: { from: "bot", to: null } } : {}),
    });
  }

  /** Sets the row's final values once the story is complete. */
  end(): void {
    this.row["status"] = this.status;
    if (this.status !== "pending") this.row["pending_reason"] = null;
    this.row["waiting_since"] = this.status === "resolved" || this.waitingSince === null ? null : iso(this.waitingSince);
    this.row["first_replied_at"] = this.firstRepliedAt === null ? null : iso(this.firstRepliedAt);
  }

  #message(id: string, at: number, text: string): Row {
    return {
      id,
      conversation_id: this.id,
      channel_id: this.row["channel_id"],
      contact_id: this.person.id,
      text,
      external_id: `sample.${id}`,
      is_note: false,
      occurred_at: iso(at),
      created_at: iso(at),
    };
  }

  #shown(at: number, id: string, direction: string, type: string, text: string): void {
    this.row["last_message"] = { id: wireId("msg", id), direction, type, preview: text.slice(0, 160) };
    this.row["last_message_at"] = iso(at);
  }
}

export const memberOf = (agent: Agent): Author => ({ kind: "member", id: wireId("agt", agent.userId) });
