import { wireId } from "#platform/ids/ids.ts";
import type { Person } from "./people.ts";
import { Story } from "./story.ts";
import { dayMs, hourMs, iso, type Row, type Rows, type World } from "./world.ts";

export interface SentMessage {
  person: Person;
  at: number;
  /** The recipient's row, updated when they write. */
  row: Row;
}

const replyMs = 7 * dayMs;

/** Sent in the morning, `daysAgo` days before the end. */
const planned = [
  { title: "Autumn jackets, 20 % off", daysAgo: 46, share: 0.62, segment: "Newsletter readers", variables: "20 %", createdBefore: 2 },
  { title: "New boots are here", daysAgo: 24, share: 0.7, segment: "Opted in", variables: "10 %", createdBefore: 1 },
  { title: "Weekend offer for members", daysAgo: 5, share: 0.45, segment: "Club members", variables: "15 %", createdBefore: 1 },
] as const;

/** Past broadcasts with their recipients, and a draft. Replies are derived from the conversations that follow. */
export function makeBroadcasts(world: World, rows: Rows, people: readonly Person[], by: string): SentMessage[] {
  const { random, endsAt } = world;
  const sent: SentMessage[] = [];
  // One broadcast conversation per person, reused until they write.
  const stories = new Map<string, Story>();
  for (const { title, daysAgo, share, variables, createdBefore } of planned) {
    const startedAt = Math.floor(endsAt / dayMs) * dayMs - daysAgo * dayMs + 10 * hourMs;
    const createdAt = startedAt - createdBefore * dayMs;
    const id = random.id(createdAt);
    const audience = people.filter((one) => one.kind === "chat_app" && one.createdAt < createdAt && random.chance(share));
    let n = 0;
    for (const person of audience) {
      const at = startedAt + n * 750;
      const row: Row = {
        broadcast_id: id,
        n,
        contact_id: person.id,
        zone: "",
        status: "sent",
        reason: null,
        message_id: null,
        round: 1,
        sent_at: null,
        replied_at: null,
        opted_out_at: null,
      };
      n += 1;
      rows.add("broadcast_recipients", row);
      if (person.row["opt_in"] === "opted_out") {
        row["status"] = "skipped";
        row["reason"] = "opted_out";
        continue;
      }
      const story = stories.get(person.id) ?? new Story(world, rows, person, at, { status: "resolved", silent: true });
      stories.set(person.id, story);
      const failed = random.chance(0.03)
        ? { code: "recipient_invalid", providerCode: "131026", message: "The number is not on the platform.", retryable: false }
        : undefined;
      const text = `Hi ${person.first}, until Sunday you get ${variables} off all jackets.`;
      row["message_id"] = story.say(
        at,
        text,
        { kind: "broadcast", id: wireId("brd", id) },
        {
          type: "template",
          content: { name: "seasonal_offer", language: "en", variables: [person.first, variables] },
          ...(failed === undefined ? {} : { failed }),
        },
      );
      story.row["resolved_at"] = iso(at);
      story.row["resolved_by"] = "broadcast";
      story.row["updated_at"] = iso(at);
      const message = rows.byTable.get("messages")?.at(-1) as Row;
      row["status"] = message["status"];
      row["reason"] = failed === undefined ? null : failed.code;
      row["sent_at"] = failed === undefined ? iso(at) : null;
      if (failed === undefined) sent.push({ person, at, row });
    }
    rows.add(
      "broadcasts",
      broadcast(world, { id, title, by, createdAt, startedAt, recipients: n, variables, endedAt: startedAt + n * 750 + 60_000 }),
    );
  }
  const draftAt = endsAt - 5 * hourMs;
  rows.add(
    "broadcasts",
    broadcast(world, {
      id: random.id(draftAt),
      title: "Winter opening hours",
      by,
      createdAt: draftAt,
      startedAt: null,
      recipients: 0,
      variables: "5 %",
      endedAt: null,
    }),
  );
  return sent;
}

interface BroadcastInput {
  id: string;
  title: string;
  by: string;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  recipients: number;
  variables: string;
}

function broadcast({ channels }: World, given: BroadcastInput): Row {
  const updated = iso(given.endedAt ?? given.createdAt);
  return {
    id: given.id,
    title: given.title,
    channel_id: channels.chat_app.id,
    content: {
      type: "template",
      name: "seasonal_offer",
      language: "en",
      variables: [{ field: "firstName", fallback: "there" }, { value: given.variables }],
    },
    audience: { all: true },
    status: given.startedAt === null ? "draft" : "completed",
    rate_per_minute: null,
    quiet_hours: null,
    auto_pause: null,
    state: "idle",
    run_at: updated,
    recipients: given.recipients,
    frozen_at: given.startedAt === null ? null : iso(given.startedAt - 5_000),
    created_by: given.by,
    created_at: iso(given.createdAt),
    updated_at: updated,
    started_at: given.startedAt === null ? null : iso(given.startedAt),
    completed_at: given.endedAt === null ? null : iso(given.endedAt),
  };
}

/** Anybody who wrote within seven days of a message has replied to the latest one; then updates the counts from the rows. */
export function settleBroadcasts(rows: Rows, sent: readonly SentMessage[], inboundAts: ReadonlyMap<string, number[]>): void {
  const latestFirst = [...sent].sort((a, b) => b.at - a.at);
  const used = new Set<string>();
  for (const { person, at, row } of latestFirst) {
    const next = latestFirst.find((other) => other.person === person && other.at > at)?.at ?? Number.POSITIVE_INFINITY;
    const reply = (inboundAts.get(person.id) ?? [])
      .filter((repliedAt) => repliedAt > at && repliedAt <= at + replyMs && repliedAt < next)
      .sort((a, b) => a - b)[0];
    const key = `${person.id} ${reply}`;
    if (reply === undefined || used.has(key)) continue;
    used.add(key);
    row["status"] = "replied";
    row["replied_at"] = iso(reply);
  }
  const counts = new Map<string, Row>();
  for (const recipient of rows.byTable.get("broadcast_recipients") ?? []) {
    const reason = recipient["reason"] ?? "";
    const key = `${recipient["broadcast_id"]} ${recipient["status"]} ${reason}`;
    const known = counts.get(key) ?? { broadcast_id: recipient["broadcast_id"], status: recipient["status"], reason, count: 0 };
    known["count"] = (known["count"] as number) + 1;
    counts.set(key, known);
  }
  for (const row of counts.values()) rows.add("broadcast_counts", row);
}
