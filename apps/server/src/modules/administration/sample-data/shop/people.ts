import { addressKey } from "#platform/phone/address-key.ts";
import { normalForm } from "#platform/text/normal.ts";
import { type Country, countries } from "./shop-data.ts";
import { type ChannelKind, dayMs, days, hourMs, iso, minuteMs, type Row, type Rows, type World } from "./world.ts";

export interface Person {
  id: string;
  identityId: string;
  name: string;
  first: string;
  kind: ChannelKind;
  address: string;
  createdAt: number;
  isNew: boolean;
  tags: string[];
  /** Its row, which later events of the story change. */
  row: Row;
}

const kinds = [
  ["chat_app", 115],
  ["photo_social", 52],
  ["short_video", 33],
] as const;
const chatCountries = [
  [countries.GB, 44],
  [countries.US, 40],
  [countries.FR, 30],
] as const;
const otherCountries = [
  [countries.DE, 40],
  [countries.BR, 25],
  [countries.ID, 20],
  [countries.GB, 15],
] as const;

/** More arrive in later weeks: twice as many at the end as at the beginning. */
export function arrival({ random, endsAt }: World): number {
  const today = Math.floor(endsAt / dayMs) * dayMs;
  const share = Math.sqrt(1 + 3 * random.next()) - 1;
  const at = today - (days - 1) * dayMs + Math.floor(share * days) * dayMs + timeOfDay(random);
  return at < endsAt ? at : today + Math.floor(random.next() * (endsAt - today - minuteMs));
}

/** Within a day: mostly between nine and nine, with a peak around eleven and one in the evening. */
export function timeOfDay(random: World["random"]): number {
  const hour = random.weighted([
    [7, 2],
    [8, 5],
    [9, 10],
    [10, 13],
    [11, 14],
    [12, 11],
    [13, 9],
    [14, 10],
    [15, 11],
    [16, 10],
    [17, 9],
    [18, 8],
    [19, 9],
    [20, 10],
    [21, 7],
    [22, 4],
    [23, 2],
    [2, 1],
  ]);
  return hour * hourMs + random.int(0, hourMs - 1);
}

/** The customers, with one address each. Two fifths existed before, the others arrive during the period. */
export function makePeople(world: World, rows: Rows, count: number): Person[] {
  const { random, endsAt } = world;
  const numbers = new Map<Country, number>();
  const people: Person[] = [];
  for (let n = 0; n < count; n++) {
    const kind = random.weighted(kinds);
    const country: Country = random.weighted<Country>(kind === "chat_app" ? chatCountries : otherCountries);
    const first = random.pick(country.first);
    const last = random.pick(country.last);
    const isNew = random.chance(0.62);
    const createdAt = isNew ? arrival(world) : endsAt - days * dayMs - random.int(1, 340) * dayMs - random.int(0, dayMs);
    const id = random.id(createdAt);
    const nth = numbers.get(country) ?? 0;
    if (kind === "chat_app") numbers.set(country, nth + 1);
    const phone = kind === "chat_app" ? country.phone?.(nth) : undefined;
    const address = phone ?? `sample-${kind === "photo_social" ? "ps" : "sv"}-${String(n).padStart(5, "0")}`;
    const username = normalForm("NFD", `${first}.${last}${n % 90}`)
      .replace(/[^a-zA-Z0-9.]/g, "")
      .toLowerCase();
    const tags = [
      ...(random.chance(0.07) ? ["vip"] : []),
      ...(random.chance(0.34) ? ["newsletter"] : []),
      ...(random.chance(0.05) ? ["wholesale"] : []),
      ...(isNew ? ["new this season"] : []),
    ];
    const optIn =
      kind !== "chat_app"
        ? "unknown"
        : random.weighted([
            ["opted_in", 70],
            ["unknown", 27],
            ["opted_out", 3],
          ] as const);
    const row: Row = {
      id,
      name: `${first} ${last}`,
      phone: phone === undefined ? null : `+${phone}`,
      phone_key: phone === undefined ? null : addressKey({ addressKind: "phone" }, phone),
      email: random.chance(0.6) ? `${username}@example.com` : null,
      source: isNew ? "inbound" : "import",
      tags,
      custom_fields: {
        loyalty: random.weighted([
          ["none", 60],
          ["silver", 28],
          ["gold", 12],
        ] as const),
        favourite: random.pick(["jackets", "boots", "base layers", "backpacks", "accessories"]),
        shoe_size: random.int(36, 46),
        club_member: random.chance(0.4),
        customer_since: iso(createdAt).slice(0, 10),
      },
      owner_id: tags.includes("wholesale") ? world.team.at(-1)?.userId : null,
      language: country.language,
      timezone: country.timezone,
      country: country.code,
      opt_in: optIn,
      opt_in_at: optIn === "unknown" ? null : iso(createdAt),
      blocked_at: null,
      last_inbound_at: null,
      stage_id: null,
      created_at: iso(createdAt),
      updated_at: iso(createdAt),
    };
    const identityId = random.id(createdAt);
    rows.add("contacts", row);
    rows.add("contact_identities", {
      id: identityId,
      contact_id: id,
      kind,
      account: kind === "short_video" ? world.channels.short_video.externalId : "",
      address,
      address_key: addressKey({ addressKind: kind === "chat_app" ? "phone" : "platform" }, address),
      provider_user_id: kind === "chat_app" ? null : address,
      username: kind === "chat_app" ? null : username,
      display_name: `${first} ${last}`,
      created_at: iso(createdAt),
    });
    people.push({ id, identityId, name: `${first} ${last}`, first, kind, address, createdAt, isNew, tags, row });
  }
  return people;
}
