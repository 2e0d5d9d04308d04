import type { FastifyReply } from "fastify";
import { type Branding, renderLayout } from "#modules/organizations/branding/index.ts";
import { html } from "#platform/html/html.ts";
import { sendPage } from "#platform/html/pages.ts";

/** Shown instead of a missing dashboard. The API works all the same. */
export function notBuiltPage(branding: Branding, reply: FastifyReply): FastifyReply {
  const body = html`<div class="card"><h1>The dashboard is not built</h1>
<p>The API is running. Build the dashboard, then start the server again:</p>
<p><code>npm run build:dashboard</code></p>
<p class="soft">The server's log says why the last build failed. <a href="/docs">API reference</a></p></div>`;
  reply.header("vary", "Accept");
  return sendPage(reply, renderLayout(branding, { title: "The dashboard is not built", body }), 503);
}
