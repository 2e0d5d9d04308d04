import { type Branding, renderLayout } from "#modules/organizations/branding/index.ts";
import type { FormField, PublicForm } from "#modules/agency/signup-forms/index.ts";
import type { ErrorDetail } from "#platform/errors/app-error.ts";
import { type Content, html, paragraphs } from "#platform/html/html.ts";
import { type Page, issueText } from "#platform/html/pages.ts";
import type { LandingPage } from "./landing-pages.schema.ts";

/** A form on a page: empty, or returned with the errors next to its fields. */
export interface ShownForm {
  form: PublicForm;
  /** An address to continue to, instead of this page. */
  redirectUrl: string | null;
  /** As typed, by input name; empty for a new form. */
  values: Map<string, string>;
  details: ErrorDetail[];
  /** Shown above the fields. */
  message: string | null;
  /** Shown instead of the form. */
  thanks: string | null;
}

type Block = LandingPage["blocks"][number];

/** Input names: answers have a prefix, so that an agency's field never collides with one of ours. */
export const answerName = (key: string) => `answer.${key}`;

/** The part of a page that is shown. */
export type ShownPage = Pick<LandingPage, "title" | "description" | "blocks">;

export function landingPageHtml(branding: Branding, page: ShownPage, form: ShownForm | null): Page {
  // One h1: the first hero's heading, otherwise the title.
  const firstHero = page.blocks.findIndex((block) => block.type === "hero");
  const origin = form?.redirectUrl == null ? null : new URL(form.redirectUrl).origin;
  return renderLayout(branding, {
    title: page.title,
    description: page.description,
    wide: true,
    indexed: true,
    ...(origin === null ? {} : { formOrigins: [origin] }),
    body: html`${firstHero === -1 ? html`<section class="hero"><h1>${page.title}</h1></section>` : null}${page.blocks.map((block, i) => blockHtml(block, i === firstHero, form))}`,
  });
}

function button({ label, url }: Block): Content {
  if (label === undefined || url === undefined) return null;
  return html`<a class="button" href="${url}"${url.startsWith("https:") ? html` rel="noopener"` : null}>${label}</a>`;
}

function blockHtml(block: Block, isFirstHero: boolean, form: ShownForm | null): Content {
  const { heading, text, items = [] } = block;
  const h2 = heading === undefined ? null : html`<h2>${heading}</h2>`;
  switch (block.type) {
    case "hero":
      return html`<section class="hero">${isFirstHero ? html`<h1>${heading}</h1>` : h2}<div class="lead">${paragraphs(text ?? "")}</div>${button(block)}</section>`;
    case "text":
      return html`<section class="prose">${h2}${paragraphs(text ?? "")}</section>`;
    case "features":
      return html`<section>${h2}<ul class="grid">${items.map((item) => html`<li class="card"><h3>${item.heading}</h3>${paragraphs(item.text)}</li>`)}</ul></section>`;
    case "image":
      if (block.imageUrl === undefined) return null;
      return html`<section><figure><img src="${block.imageUrl}" alt="${block.alt}" loading="lazy">${block.caption === undefined ? null : html`<figcaption>${block.caption}</figcaption>`}</figure></section>`;
    case "faq":
      return html`<section class="prose">${h2}${items.map((item) => html`<details><summary>${item.heading}</summary>${paragraphs(item.text)}</details>`)}</section>`;
    case "cta":
      return html`<section class="cta"><div class="card">${h2}${paragraphs(text ?? "")}${button(block)}</div></section>`;
    case "form":
      return form === null ? null : html`<section class="form" id="form">${formHtml(block, form)}</section>`;
  }
}

function formHtml(block: Block, { form, values, details, message, thanks }: ShownForm): Content {
  const heading = html`<h2>${block.heading ?? form.title}</h2>`;
  if (thanks !== null) return html`<div class="card">${heading}<div class="note" role="status">${paragraphs(thanks)}</div></div>`;
  const issueOf = (field: string) => details.find((detail) => detail.field === field)?.issue ?? null;
  const consentIssue = issueOf("consent");
  return html`<div class="card">${heading}
${paragraphs(block.text ?? form.intro ?? "")}
${message === null ? null : html`<p class="note bad" role="alert">${message}</p>`}
<form method="post" action="#form" novalidate>
<input type="hidden" name="token" value="${form.token}">
${form.fields.map((field) => fieldHtml(field, values.get(answerName(field.key)) ?? "", issueOf(`answers.${field.key}`)))}
<div class="away" aria-hidden="true"><label for="leave-empty">Leave this empty</label><input id="leave-empty" name="leave_empty" tabindex="-1" autocomplete="off"></div>
${form.consentText === null ? null : tick("consent", "consent", form.consentText, values.has("consent"), consentIssue === null ? null : "Please agree to continue.", null, true)}
<button class="button" type="submit">Send</button>
</form></div>`;
}

/** What browsers fill in automatically. */
const autocomplete: Record<string, string> = { name: "name", email: "email", phone: "tel", company: "organization" };
const inputTypes = { text: "text", email: "email", phone: "tel", url: "url" } as const;

function describedBy(id: string, help: string | null | undefined, error: string | null): Content {
  const ids = [help == null ? "" : `${id}-help`, error === null ? "" : `${id}-error`].filter(Boolean).join(" ");
  return html`${ids === "" ? null : html` aria-describedby="${ids}"`}${error === null ? null : html` aria-invalid="true"`}`;
}

const errorHtml = (id: string, error: string | null) => (error === null ? null : html`<p class="error" id="${id}-error">${error}</p>`);

function tick(
  id: string,
  name: string,
  label: string,
  ticked: boolean,
  error: string | null,
  help: string | null,
  required: boolean,
): Content {
  return html`<div class="field"><div class="tick"><input type="checkbox" id="${id}" name="${name}" value="yes"${ticked ? html` checked` : null}${required ? html` required` : null}${describedBy(id, help, error)}><label for="${id}">${label}</label></div>${help === null ? null : html`<p class="hint after" id="${id}-help">${help}</p>`}${errorHtml(id, error)}</div>`;
}

function fieldHtml(field: FormField, value: string, issue: ErrorDetail["issue"] | null): Content {
  const id = `field-${field.key}`;
  const name = answerName(field.key);
  const error = issue === null ? null : issue === "invalid_format" ? (formatWords[field.type] ?? issueText(issue)) : issueText(issue);
  if (field.type === "checkbox") return tick(id, name, field.label, value !== "", error, field.help ?? null, field.required === true);
  const fills = autocomplete[field.key];
  const common = html` id="${id}" name="${name}"${field.required === true ? html` required` : null}${fills === undefined ? null : html` autocomplete="${fills}"`}${describedBy(id, field.help, error)}`;
  const input =
    field.type === "textarea"
      ? html`<textarea${common}>\n${value}</textarea>`
      : field.type === "select"
        ? html`<select${common}><option value="">Please choose</option>${(field.options ?? []).map((option) => html`<option${option === value ? html` selected` : null}>${option}</option>`)}</select>`
        : html`<input type="${inputTypes[field.type]}"${common} value="${value}">`;
  return html`<div class="field"><label for="${id}">${field.label}${field.required === true ? null : html` <span class="hint">(optional)</span>`}</label>${field.help === undefined ? null : html`<p class="hint" id="${id}-help">${field.help}</p>`}${input}${errorHtml(id, error)}</div>`;
}

const formatWords: Partial<Record<FormField["type"], string>> = {
  email: "Please enter an e-mail address, such as ada@example.com.",
  phone: "Please enter the number with its country code, such as +44 7700 900123.",
  url: "Please enter a full web address, such as https://example.com.",
};
