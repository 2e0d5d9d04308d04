import { type Fields, fieldsOf, listOf, type PhoneChoice, type PhoneMessageKind, type Shown, textOf } from "../../shared/phone/index.ts";
import { DEFAULT_MIME, type InboundContent } from "../inbound.ts";
import type { Template, TemplateStore } from "../templates/templates.ts";

const MEDIA = new Set(["image", "video", "audio", "document", "sticker"]);

/** What the phone shows of a business's send. The body has passed the platform's checks. */
export function shownOfBody(body: Fields, templates: TemplateStore): Shown {
  const type = textOf(body.type) ?? "text";
  const content = fieldsOf(body[type]);
  if (MEDIA.has(type)) {
    const name = textOf(content.filename);
    const media = { mimeType: DEFAULT_MIME[type] as string, name };
    return { kind: type as PhoneMessageKind, text: textOf(content.caption), media };
  }
  switch (type) {
    case "text":
      return { kind: "text", text: textOf(content.body) };
    case "location":
      return placed(content);
    case "contacts":
      return { kind: "contacts", text: namesOf(listOf(body.contacts)) };
    case "interactive":
      return shownOfInteractive(content);
    case "template":
      return shownOfTemplate(content, templates);
    default:
      return { kind: "other", text: type };
  }
}

function placed(content: Fields): Shown {
  const place = { latitude: Number(content.latitude), longitude: Number(content.longitude), name: textOf(content.name) };
  return { kind: "location", text: textOf(content.address), place };
}

function namesOf(contacts: Fields[]): string {
  return contacts.map((contact) => textOf(fieldsOf(contact.name).formatted_name) ?? "?").join(", ");
}

const around = (header: unknown, footer: unknown) => ({
  ...(textOf(header) === null ? {} : { header: header as string }),
  ...(textOf(footer) === null ? {} : { footer: footer as string }),
});

/** The id of a choice determines the type of the reply to it: `button_reply:…`, `list_reply:…` or `button:…`. */
function shownOfInteractive(content: Fields): Shown {
  const action = fieldsOf(content.action);
  const buttons: PhoneChoice[] = listOf(action.buttons).map((button) => {
    const reply = fieldsOf(button.reply);
    return { id: `button_reply:${String(reply.id)}`, title: String(reply.title) };
  });
  const rows: PhoneChoice[] = listOf(action.sections).flatMap((section) =>
    listOf(section.rows).map((row) => ({
      id: `list_reply:${String(row.id)}`,
      title: String(row.title),
      ...(textOf(row.description) === null ? {} : { description: row.description as string }),
    })),
  );
  const link = fieldsOf(action.parameters);
  const text = [textOf(fieldsOf(content.body).text), textOf(link.url)].filter((part) => part !== null).join("\n");
  const choices = [...buttons, ...rows];
  return {
    kind: "text",
    text: text === "" ? null : text,
    ...around(fieldsOf(content.header).text, fieldsOf(content.footer).text),
    ...(choices.length > 0 ? { choices } : {}),
  };
}

function shownOfTemplate(content: Fields, templates: TemplateStore): Shown {
  const name = String(content.name);
  const template = templates.find(name, String(fieldsOf(content.language).code));
  const sent = listOf(content.components);
  if (template === undefined) {
    // An account without stored templates accepts every name; only the variables are known then.
    const values = sent.flatMap((part) => listOf(part.parameters).map((parameter) => textOf(parameter.text) ?? "…"));
    return { kind: "text", text: [`Template "${name}"`, ...values].join("\n") };
  }
  const part = (type: string) => template.components.find((component) => component.type.toUpperCase() === type);
  const choices = (part("BUTTONS")?.buttons ?? [])
    .filter((button) => button.type.toUpperCase() === "QUICK_REPLY" && button.text !== undefined)
    .map((button) => ({ id: `button:${button.text}`, title: button.text as string }));
  return {
    kind: "text",
    text: filled(template, "BODY", sent),
    ...around(filled(template, "HEADER", sent), part("FOOTER")?.text),
    ...(choices.length > 0 ? { choices } : {}),
  };
}

function filled(template: Template, type: string, sent: Fields[]): string | null {
  const text = template.components.find((component) => component.type.toUpperCase() === type)?.text;
  if (text === undefined) return null;
  const parameters = listOf(sent.find((part) => String(part.type).toUpperCase() === type)?.parameters);
  let position = 0;
  const seen = new Map<string, string>();
  return text.replaceAll(/\{\{\s*([a-zA-Z0-9_]+)\s*\}\}/g, (whole, name: string) => {
    const known = seen.get(name);
    if (known !== undefined) return known;
    const at = position++;
    const parameter = template.parameterFormat === "NAMED" ? parameters.find((given) => given.parameter_name === name) : parameters[at];
    const value = textOf(parameter?.text) ?? whole;
    seen.set(name, value);
    return value;
  });
}

/** What the phone shows of a customer's message; null: nothing of its own (a reaction, an edit). */
export function shownOfInbound(content: InboundContent): Shown | null {
  switch (content.kind) {
    case "text":
    case "button":
      return { kind: "text", text: content.text };
    case "button_reply":
    case "list_reply":
      return { kind: "text", text: content.title };
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker": {
      const media = { mimeType: content.mimeType ?? (DEFAULT_MIME[content.kind] as string), name: content.filename ?? null };
      return { kind: content.kind, text: content.caption ?? null, media };
    }
    case "location":
      return placed(content as unknown as Fields);
    case "contacts":
      return { kind: "contacts", text: namesOf(content.contacts as Fields[]) };
    case "form_reply":
      return { kind: "other", text: "Form sent" };
    case "order":
      return { kind: "other", text: content.text ?? `Order of ${content.items.length}` };
    case "unsupported":
      return { kind: "other", text: content.type ?? "unsupported" };
    case "raw":
      return { kind: "other", text: textOf(content.message.type) };
    case "reaction":
    case "number_changed":
    case "revoke":
    case "edit":
      return null;
  }
}
