import { type Branding, accountPage } from "#modules/organizations/branding/index.ts";
import type { ErrorDetail } from "#platform/errors/app-error.ts";
import { type Content, html } from "#platform/html/html.ts";
import { type Page, issueText } from "#platform/html/pages.ts";

/** The pages behind links in mails. Each is a card with a form. */
export interface CardForm {
  title: string;
  /** The text of the card. */
  content: Content;
  action: string;
  guard: string;
  fields: CardField[];
  button: string;
  /** Above the fields: the general error, or what was done. */
  message?: { text: string; bad: boolean } | null;
  details?: ErrorDetail[];
  after?: Content;
}

export interface CardField {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autocomplete: string;
  value?: string;
  help?: string;
  optional?: boolean;
  numeric?: boolean;
}

export const ownPassword: CardField = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };

export function cardPage(branding: Branding, card: CardForm): Page {
  return accountPage(branding, {
    title: card.title,
    body: html`<div class="card"><h1>${card.title}</h1>${card.content}
${card.message == null ? null : html`<p class="note${card.message.bad ? " bad" : ""}" role="${card.message.bad ? "alert" : "status"}">${card.message.text}</p>`}
<form method="post" action="${card.action}" novalidate>
<input type="hidden" name="guard" value="${card.guard}">
${card.fields.map((field) => fieldHtml(field, card.details ?? []))}
<button class="button" type="submit">${card.button}</button>
</form></div>
${card.after ?? null}`,
  });
}

export function messagePage(branding: Branding, title: string, body: Content): Page {
  return accountPage(branding, { title, body: html`<div class="card"><h1>${title}</h1>${body}</div>` });
}

function fieldHtml(field: CardField, details: ErrorDetail[]): Content {
  const issue = details.find((detail) => detail.field === field.name)?.issue;
  const error =
    issue === undefined
      ? null
      : issue === "too_short" && field.type === "password"
        ? "Please use at least 8 characters."
        : issue === "unknown"
          ? "This is not valid."
          : issueText(issue);
  const id = `field-${field.name}`;
  const described = [field.help === undefined ? "" : `${id}-help`, error === null ? "" : `${id}-error`].filter(Boolean).join(" ");
  return html`<div class="field"><label for="${id}">${field.label}${field.optional === true ? html` <span class="hint">(optional)</span>` : null}</label>${field.help === undefined ? null : html`<p class="hint" id="${id}-help">${field.help}</p>`}<input type="${field.type}" id="${id}" name="${field.name}" autocomplete="${field.autocomplete}"${field.numeric === true ? html` inputmode="numeric"` : null}${field.optional === true ? null : html` required`}${described === "" ? null : html` aria-describedby="${described}"`}${error === null ? null : html` aria-invalid="true"`} value="${field.value ?? ""}">${error === null ? null : html`<p class="error" id="${id}-error">${error}</p>`}</div>`;
}
