import type { AppError } from "#platform/errors/app-error.ts";
import { html } from "#platform/html/html.ts";
import type { Page } from "#platform/html/pages.ts";
import type { Branding } from "./branding.schema.ts";
import { renderLayout } from "./layout.ts";

/** What went wrong, in plain words; the user can quote the reference to support. */
export function errorPage(branding: Branding, error: AppError, reference: string | null): Page {
  const [title, message] =
    error.status === 404
      ? ["Page not found", "It may have moved, or the address may be mistyped."]
      : error.status >= 500
        ? ["Something went wrong", "The problem is on our side. Please try again in a moment."]
        : ["That did not work", error.message];
  return renderLayout(branding, {
    title,
    body: html`<div class="card"><h1>${title}</h1><p>${message}</p>${reference === null ? null : html`<p class="soft">Reference: ${reference}</p>`}</div>`,
  });
}
