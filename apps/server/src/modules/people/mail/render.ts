import { escapeHtml } from "#platform/html/html.ts";

/** A mail's content before it is rendered. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  /** A link with a secret, and the endpoint that accepts the secret without a browser. */
  action?: { label: string; path: string; token: string; endpoint: string };
}

/** The look of mails to an agency's clients. */
export interface MailBrand {
  name: string;
  colors: { primary: string; onPrimary: string };
  supportEmail: string | null;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders plain text, and the same as simple HTML. Names come from people: the text puts them on one line, the HTML
 * escapes them, and a subject has no line break, so that a tenant's name never becomes a header, a link or markup. A
 * link with a secret points to this installation's own address, never to a brand's: whoever controls a host can read
 * its requests. The secret is in the link's query, because the pages work without scripts; they remove it from the URL
 * immediately (docs/subsystems/people/pages.md).
 */
export function renderMail(
  content: MailContent,
  options: { tenantName: string; publicUrl: string; brand?: MailBrand | null },
): RenderedMail {
  const brand = options.brand ?? null;
  const from = oneLine(brand?.name ?? options.tenantName);
  const support = brand?.supportEmail == null ? null : oneLine(brand.supportEmail);
  const subject = oneLine(content.subject);
  const paragraphs = content.paragraphs.map(oneLine);
  const { action } = content;
  const link = action === undefined ? null : `${options.publicUrl}${action.path}?token=${action.token}`;
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
    ...(action === undefined || link === null
      ? []
      : [`${action.label}:`, link, "", `Code: ${action.token}`, `(for ${action.endpoint})`, ""]),
    "-- ",
    from,
    ...(support === null ? [] : [`Questions: ${support}`]),
    "",
  ].join("\n");
  const html = [
    "<!doctype html>",
    `<html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 2em auto; padding: 0 1em">',
    ...(brand === null
      ? []
      : [
          `<p style="border-bottom: 3px solid ${colorOf(brand.colors.primary)}; padding-bottom: 0.5em; font-weight: bold">${escapeHtml(from)}</p>`,
        ]),
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action === undefined || link === null
      ? []
      : [
          `<p><a href="${escapeHtml(link)}"${buttonStyle(brand)}>${escapeHtml(action.label)}</a></p>`,
          `<p style="color: #666">Code: <code>${escapeHtml(action.token)}</code><br>(for ${escapeHtml(action.endpoint)})</p>`,
        ]),
    `<p style="color: #666">${escapeHtml(from)}${support === null ? "" : `<br>Questions: ${escapeHtml(support)}`}</p>`,
    "</body></html>",
    "",
  ].join("\n");
  return { subject, text, html };
}

/** Colours are checked when stored, and again here because they are inserted into an attribute. */
function colorOf(color: string): string {
  if (!/^#[0-9a-f]{6}$/.test(color)) throw new Error("a stored colour is none");
  return color;
}

function buttonStyle(brand: MailBrand | null): string {
  if (brand === null) return "";
  const { primary, onPrimary } = brand.colors;
  return ` style="display: inline-block; background: ${colorOf(primary)}; color: ${colorOf(onPrimary)}; padding: 0.6em 1.2em; border-radius: 6px; text-decoration: none"`;
}

/** Replaces control characters, line breaks and bidirectional controls with spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
