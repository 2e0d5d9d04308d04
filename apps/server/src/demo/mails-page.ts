import { createHash } from "node:crypto";
import type { DemoPageData } from "../app-deps.ts";
import { type Content, html, Markup } from "../platform/html/html.ts";

type Mail = Awaited<ReturnType<DemoPageData["mails"]>>[number];

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1f2023;background:#f5f3ef}
article{background:#fff;border:1px solid #dcd9d2;border-radius:10px;padding:1rem;margin:1rem 0}
h2{font-size:1rem;margin:0}p{margin:.25rem 0;color:#5c5d63}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}
@media(prefers-color-scheme:dark){body{color:#ececee;background:#16171a}article{background:#1f2024;border-color:#34353b}p{color:#a2a3aa}a{color:#8fb0ff}}`;

/** No scripts, nothing from other hosts, and no referrer when a link is followed. */
export const mailsPageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};

/** The mails as a page: newest first, with links. */
export function renderMailsPage(mails: readonly Mail[]): string {
  const articles = mails.map(
    ({ to, subject, text, createdAt }) =>
      html`<article><h2>${subject}</h2><p>to ${to}, ${createdAt}</p><pre>${withLinks(text ?? "")}</pre></article>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails of the demo</title><style>${new Markup(style)}</style></head>
<body><h1>Mails of the demo</h1><p>They were not sent to anybody. Reload to see newer ones.</p>${articles.length === 0 ? html`<p>None yet: invite somebody, or reset a password.</p>` : articles}</body></html>
`.text;
}

const withLinks = (text: string): Content[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
