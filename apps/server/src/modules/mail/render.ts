/** What a mail says, before it has a form. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  /** A link with a secret, and where the secret is taken without a browser. */
  action?: { label: string; path: string; token: string; endpoint: string };
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Plain text, and the same as simple HTML. Names come from people: in the text they are put on one line, in the HTML they are escaped, and
 * a subject holds no line break, so nothing that a tenant calls itself becomes a header, a link or markup.
 * The secret stands behind the `#` of the link: it reaches neither a server's log nor another site.
 */
export function renderMail(content: MailContent, options: { tenantName: string; publicUrl: string }): RenderedMail {
  const from = oneLine(options.tenantName);
  const subject = oneLine(content.subject);
  const paragraphs = content.paragraphs.map(oneLine);
  const { action } = content;
  const link = action === undefined ? null : `${options.publicUrl}${action.path}#token=${action.token}`;
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
    ...(action === undefined || link === null
      ? []
      : [`${action.label}:`, link, "", `Code: ${action.token}`, `(for ${action.endpoint})`, ""]),
    "-- ",
    from,
    "",
  ].join("\n");
  const html = [
    "<!doctype html>",
    `<html><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 2em auto; padding: 0 1em">',
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action === undefined || link === null
      ? []
      : [
          `<p><a href="${escapeHtml(link)}">${escapeHtml(action.label)}</a></p>`,
          `<p style="color: #666">Code: <code>${escapeHtml(action.token)}</code><br>(for ${escapeHtml(action.endpoint)})</p>`,
        ]),
    `<p style="color: #666">${escapeHtml(from)}</p>`,
    "</body></html>",
    "",
  ].join("\n");
  return { subject, text, html };
}

/** Control characters, line ends and what turns the reading direction are blanks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
