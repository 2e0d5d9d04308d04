import { wireId } from "#platform/ids/ids.ts";
import { makeBroadcasts, settleBroadcasts } from "./broadcasts.ts";
import { playConversation, orderOf } from "./conversations.ts";
import { arrival, makePeople, type Person } from "./people.ts";
import { offerScript, scripts } from "./scripts.ts";
import { products } from "./shop-data.ts";
import { customers, dayMs, days, hourMs, Rows, type Task, type World } from "./world.ts";

export interface Shop {
  rows: Rows;
  /** In chronological order. */
  tasks: Task[];
}

const weighted = scripts.map((script) => [script, script.weight] as const);
const perPerson = [
  [0, 12],
  [1, 50],
  [2, 24],
  [3, 10],
  [5, 4],
] as const;
/** Longer than the time in which the platform's window and ours could still join two conversations into one. */
const apartMs = 27 * hourMs;

/** Sixty days of a shop, the same each time for the same world. Pure. `by`: the author of the broadcasts (wire id). */
export function makeShop(world: World, by: string, count = customers): Shop {
  const { random, endsAt } = world;
  const rows = new Rows();
  const tasks: Task[] = [];
  const people = makePeople(world, rows, count);
  const sent = makeBroadcasts(world, rows, people, by);
  const inboundAts = new Map<string, number[]>();

  const starts = new Map<Person, { at: number; offered: boolean }[]>();
  const begin = (person: Person, at: number, offered = false) => {
    const list = starts.get(person) ?? [];
    list.push({ at, offered });
    starts.set(person, list);
  };
  for (const person of people) {
    const count = person.isNew ? Math.max(1, random.weighted(perPerson)) : random.weighted(perPerson);
    for (let i = 0; i < count; i++) {
      if (i === 0 && person.isNew) begin(person, person.createdAt + 500);
      else {
        const at = arrival(world);
        if (at > person.createdAt + dayMs) begin(person, at);
      }
    }
    if (random.chance(0.06))
      tasks.push(
        orderOf(world, wireId("cnt", person.id), null, random.pick(products), Math.max(arrival(world), person.createdAt + hourMs)),
      );
  }
  for (const { person, at } of sent) if (random.chance(0.075)) begin(person, at + Math.floor(random.around(70 * 60_000, 1.2)), true);

  for (const person of people) {
    if (person.isNew) {
      rows.add("event_log", {
        ...{ id: random.id(person.createdAt), type: "contact.created", channel_id: null, conversation_id: null },
        data: { contactId: wireId("cnt", person.id), name: person.name, phone: person.row["phone"], source: person.row["source"] },
        created_at: person.row["created_at"],
      });
    }
    let freeFrom = 0;
    for (const { at, offered } of (starts.get(person) ?? []).sort((a, b) => a.at - b.at)) {
      if (at < freeFrom || at >= endsAt) continue;
      const played = playConversation(world, rows, tasks, person, offered ? offerScript : random.weighted(weighted), at);
      inboundAts.set(person.id, [...(inboundAts.get(person.id) ?? []), ...played.inboundAts]);
      freeFrom = played.endedAt + apartMs;
      // What is still open continues in the same conversation.
      const last = rows.byTable.get("conversations")?.at(-1);
      if (last?.["status"] !== "resolved") break;
    }
  }
  settleBroadcasts(rows, sent, inboundAts);
  tasks.sort((a, b) => a.at - b.at);
  return { rows, tasks: tasks.filter(({ at }) => at < endsAt && at > endsAt - (days + 1) * dayMs) };
}
