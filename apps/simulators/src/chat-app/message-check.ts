/** Why a call is refused: a code of 2.11 and its details. */
export interface Refusal {
  code: number;
  details?: string;
}

type Fields = Record<string, unknown>;

const TOP_LEVEL = new Set(
  [
    "messaging_product recipient_type to recipient type context biz_opaque_callback_data status message_id typing_indicator",
    "text image video audio document sticker location contacts reaction interactive template",
  ].flatMap((names) => names.split(" ")),
);

const invalid = (details: string): Refusal => ({ code: 131009, details });
const missing = (name: string): Refusal => ({ code: 100, details: `The parameter ${name} is required.` });
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const tooLong = (value: unknown, max: number): boolean => typeof value === "string" && value.length > max;

function checkText(text: Fields): Refusal | undefined {
  const { body } = text;
  if (!isText(body)) return missing("text['body']");
  // Counted in characters: an emoji outside the basic plane is one.
  if (body.length > 4096 && [...body].length > 4096) {
    return { code: 100, details: "Param text['body'] must be at most 4096 characters long." };
  }
  return undefined;
}

export function mediaChecker(kind: string): (media: Fields) => Refusal | undefined {
  return (media) => {
    const { id, link, caption, filename } = media;
    if (isText(id) === isText(link)) return invalid(`${kind} needs exactly one of id and link`);
    if (isText(link) && !/^https?:\/\/[^\s/]+/i.test(link)) return invalid(`Param ${kind}['link'] is not a valid URI.`);
    if (caption !== undefined && (kind === "audio" || kind === "sticker")) {
      return { code: 100, details: `Unexpected key "caption" on param "${kind}".` };
    }
    if (tooLong(caption, 1024)) return { code: 100, details: `Param ${kind}['caption'] must be at most 1024 characters long.` };
    if (filename !== undefined && kind !== "document") {
      return { code: 100, details: `Unexpected key "filename" on param "${kind}".` };
    }
    return undefined;
  };
}

export function checkLocation(location: Fields): Refusal | undefined {
  const latitude = Number(location.latitude);
  const longitude = Number(location.longitude);
  if (location.latitude === undefined) return missing("location['latitude']");
  if (location.longitude === undefined) return missing("location['longitude']");
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return invalid("location is out of range");
  return undefined;
}

function checkReaction(reaction: Fields): Refusal | undefined {
  if (!isText(reaction.message_id)) return missing("reaction['message_id']");
  if (typeof reaction.emoji !== "string") return missing("reaction['emoji']");
  return undefined;
}

function checkReplyButtons(action: Fields): Refusal | undefined {
  const { buttons } = action;
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3) return invalid("Invalid buttons count. Min allowed: 1, max: 3");
  const seen = new Set<string>();
  for (const button of buttons as Fields[]) {
    const { id, title } = (button.reply ?? {}) as Fields;
    if (!isText(id) || tooLong(id, 256)) return invalid("Button id must be 1 to 256 characters long.");
    if (!isText(title) || tooLong(title, 20)) return invalid("Button title must be 1 to 20 characters long.");
    if (seen.has(id) || seen.has(`title ${title}`)) return invalid("Button ids and titles must be unique.");
    seen.add(id).add(`title ${title}`);
  }
  return undefined;
}

function checkList(action: Fields): Refusal | undefined {
  const { button, sections } = action;
  if (!isText(button) || tooLong(button, 20)) return invalid("List button must be 1 to 20 characters long.");
  if (!Array.isArray(sections) || sections.length < 1 || sections.length > 10) return invalid("A list has 1 to 10 sections.");
  let rows = 0;
  for (const section of sections as Fields[]) {
    if (tooLong(section.title, 24)) return invalid("Section title must be at most 24 characters long.");
    if (sections.length > 1 && !isText(section.title)) return missing("section title (more than one section)");
    for (const row of (section.rows ?? []) as Fields[]) {
      rows++;
      if (!isText(row.id) || tooLong(row.id, 200)) return invalid("Row id must be 1 to 200 characters long.");
      if (!isText(row.title) || tooLong(row.title, 24)) return invalid("Row title must be 1 to 24 characters long.");
      if (tooLong(row.description, 72)) return invalid("Row description must be at most 72 characters long.");
    }
  }
  return rows < 1 || rows > 10 ? invalid("Total row count exceed max allowed count: 10") : undefined;
}

const INTERACTIVE = new Set(
  "button list cta_url location_request_message flow product product_list call_permission_request voice_call contact_request".split(" "),
);

function checkInteractive(interactive: Fields): Refusal | undefined {
  const { type } = interactive;
  if (typeof type !== "string" || !INTERACTIVE.has(type)) return invalid(`interactive['type'] ${String(type)} is not valid`);
  const { text } = (interactive.body ?? {}) as Fields;
  if (type !== "product" && !isText(text)) return missing("interactive['body']['text']");
  if (tooLong(text, type === "list" ? 4096 : 1024)) return invalid("Body text length invalid.");
  if (tooLong(((interactive.footer ?? {}) as Fields).text, 60)) return invalid("Footer text length invalid. Max length: 60");
  const action = (interactive.action ?? {}) as Fields;
  if (type === "button") return checkReplyButtons(action);
  return type === "list" ? checkList(action) : undefined;
}

function checkContacts(contacts: unknown): Refusal | undefined {
  if (!Array.isArray(contacts) || contacts.length === 0) return missing("contacts");
  const nameless = (contacts as Fields[]).some((contact) => !isText(((contact.name ?? {}) as Fields).formatted_name));
  return nameless ? missing("contacts[]['name']['formatted_name']") : undefined;
}

/** A map, so that a type named `constructor` is just unknown. Templates are checked against the account elsewhere. */
const CONTENT = new Map<string, (content: Fields) => Refusal | undefined>([
  ["text", checkText],
  ...["image", "video", "audio", "document", "sticker"].map((kind) => [kind, mediaChecker(kind)] as const),
  ["location", checkLocation],
  ["contacts", checkContacts as (content: Fields) => Refusal | undefined],
  ["reaction", checkReaction],
  ["interactive", checkInteractive],
  ["template", () => undefined],
]);

/** Every check of 2.7 that needs only the body. `recipientOf` checks the recipient. */
export function checkMessage(body: Fields): Refusal | undefined {
  for (const key in body) if (!TOP_LEVEL.has(key)) return { code: 100, details: `Unexpected key "${key}" on param "$root".` };
  const type = body.type ?? "text";
  const check = typeof type === "string" ? CONTENT.get(type) : undefined;
  if (!check)
    return {
      code: 100,
      details: `Param type must be one of {${[...CONTENT.keys()].join(", ")}} - got "${String(type)}".`,
    };
  const content = body[type as string];
  if (typeof content !== "object" || content === null) return missing(type as string);
  if (tooLong(body.biz_opaque_callback_data, 512)) return invalid("biz_opaque_callback_data must be at most 512 characters long.");
  const context = body.context;
  if (context !== undefined && !isText((context as Fields | null)?.message_id)) return missing("context['message_id']");
  return check(content as Fields);
}
