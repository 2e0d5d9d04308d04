/** docs/channel-abilities.md: what each channel can send, from the connectors' own descriptions. */
import type { ConnectorDescription, InteractiveBounds, MediaRule } from "../packages/connector-kit/src/index.ts";
import { page, row } from "./generated-docs.ts";

type Cell = (description: ConnectorDescription) => string;

const no = "no";
const count = (n: number) => n.toLocaleString("en-GB");
const hours = (ms: number) => (ms >= 3 * 86_400_000 && ms % 86_400_000 === 0 ? `${ms / 86_400_000} days` : `${ms / 3_600_000} h`);
const has = (type: ConnectorDescription["outboundTypes"][number]) => (d: ConnectorDescription) =>
  d.outboundTypes.includes(type) ? "yes" : no;
const yes = (able: boolean) => (able ? "yes" : no);

const rows: [string, Cell][] = [
  ["Recipient (`to`)", (d) => (d.addressKind === "phone" ? "phone number" : "the platform's id")],
  ["Business may write first", (d) => (d.startsConversations ? `yes, with ${d.window.typesOutside.join(", ")}` : no)],
  ["Window after the customer's word", (d) => hours(d.window.durationMs)],
  ["After the window", afterWindow],
  ["Messages a second, unless granted otherwise", (d) => count(d.limits.messagesPerSecond)],
  ["`text`", ({ limits }) => [`${count(limits.textCharactersMax)} characters`, ...bytesOf(limits.textBytesMax)].join(", ")],
  ["`template`", has("template")],
  ...(["image", "video", "audio", "document", "sticker"] as const).map((kind): [string, Cell] => [`\`${kind}\``, (d) => media(d, kind)]),
  ["`location`", has("location")],
  ["`contact`", has("contact")],
  ["`interactive`, kind `buttons`", interactive((b) => (b.buttonsMax > 0 ? buttons(b) : no))],
  ["`interactive`, kind `list`", interactive((b) => (b.listRowsMax > 0 ? list(b) : no))],
  ["`interactive`, kind `url`", interactive((b) => (b.url === true ? joined([`title ${b.buttonTitleMax}`, above(b, "url")]) : no))],
  ["Header and footer beside them", interactive((b) => joined([bound("header", b.headerMax), bound("footer", b.footerMax)]) || no)],
  ["`reaction`", (d) => (d.outboundTypes.includes("reaction") ? (d.abilities.reactions?.join(" ") ?? "any emoji") : no)],
  ["Quotes (`replyToId`)", (d) => quotes(d)],
  ["Typing shown to the customer", (d) => yes(d.abilities.typing)],
  ["Read marks shown to the customer", (d) => yes(d.abilities.markRead)],
];

export function renderChannels(channels: readonly ConnectorDescription[]): string {
  return page("What each channel can send", [
    "From the connectors' descriptions, with the default [settings](configuration.md). `GET /conversations/{id}/send-options` returns the same for one conversation, and",
    "what can be sent there now. Anything else is rejected with 422 `unsupported_by_channel`, which names the field and what the channel accepts instead.",
    "Lengths are in characters.",
    "",
    row(["", ...channels.map(({ kind }) => `\`${kind}\``)]),
    row(["---", ...channels.map(() => "---")]),
    ...rows.map(([name, cell]) => row([name, ...channels.map(cell)])),
  ]);
}

function afterWindow({ window }: ConnectorDescription): string {
  const { counts, humanAgentMs, typesOutside } = window;
  return joined(
    [
      typesOutside.length > 0 ? typesOutside.join(", ") : undefined,
      humanAgentMs === undefined ? undefined : `a person's words (\`humanAgent\`), ${hours(humanAgentMs)} after the customer's`,
      counts === undefined ? undefined : `${counts.afterSilence} messages; before the first answer ${counts.beforeFirstAnswer} in all`,
    ],
    "; ",
  );
}

function media({ media: rules, outboundTypes, limits }: ConnectorDescription, kind: keyof ConnectorDescription["media"]): string {
  const rule: MediaRule | undefined = rules[kind];
  if (rule === undefined || !outboundTypes.includes(kind)) return no;
  const caption = rule.caption ? `caption ${count(rule.captionCharactersMax ?? limits.textCharactersMax)}` : "no caption";
  const still = rule.stillBytesMax === undefined ? "" : `, ${size(rule.stillBytesMax)} when it does not move`;
  return `${rule.mimeTypes.map((type) => `\`${type}\``).join(" ")}; ${size(rule.bytesMax)}${still}; ${caption}`;
}

function size(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_000} kB`;
}

function bytesOf(max: number | undefined): string[] {
  return max === undefined ? [] : [`${count(max)} bytes of UTF-8`];
}

function interactive(cell: (bounds: InteractiveBounds) => string): Cell {
  return ({ abilities, outboundTypes }) =>
    abilities.interactive === undefined || !outboundTypes.includes("interactive") ? no : cell(abilities.interactive);
}

function buttons(b: InteractiveBounds): string {
  return joined([`up to ${b.buttonsMax}`, `title ${b.buttonTitleMax}`, bound("id", b.idMax), above(b, "buttons")]);
}

function list(b: InteractiveBounds): string {
  return joined([
    `up to ${b.listRowsMax} rows`,
    `button ${b.buttonTitleMax}`,
    `titles ${b.rowTitleMax ?? b.buttonTitleMax}`,
    bound("description", b.rowDescriptionMax),
    bound("id", b.rowIdMax ?? b.idMax),
    above(b, "list"),
  ]);
}

function above(b: InteractiveBounds, kind: "buttons" | "list" | "url"): string | undefined {
  return bound("text", b.textCharactersMax?.[kind]);
}

function bound(name: string, max: number | undefined): string | undefined {
  return max === undefined ? undefined : `${name} ${count(max)}`;
}

function quotes({ abilities, outboundTypes }: ConnectorDescription): string {
  const could = outboundTypes.filter((type) => type !== "reaction");
  if (abilities.quote.length === 0) return no;
  return could.every((type) => abilities.quote.includes(type))
    ? "all but reactions"
    : abilities.quote.map((type) => `\`${type}\``).join(" ");
}

function joined(parts: (string | undefined)[], by = ", "): string {
  return parts.filter((part) => part !== undefined).join(by);
}
