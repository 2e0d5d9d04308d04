import { escapeHtml } from "#platform/html/html.ts";

/** The page at the end of an authorisation if the tenant has no page of its own. No scripts, nothing from other hosts. */
export interface ConnectPage {
  status: number;
  title: string;
  text: string;
  /** Label of a button that sends the same address again as a POST. */
  button?: string;
}

/** Where a state leads. */
export interface ConnectPlace {
  workspace: string;
  platform: string;
  /** Where the browser ends up; null: on this page. */
  redirectUri: string | null;
}

/** `next`: where the form's response redirects to. Browsers apply form-action to redirects as well. */
export function pageHeaders(next: string | null = null): Record<string, string> {
  const formAction = next === null ? "'self'" : `'self' ${new URL(next).origin}`;
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    // The address contains the code and the state.
    "referrer-policy": "no-referrer",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    "x-frame-options": "DENY",
  };
}

export const unknownState: ConnectPage = {
  status: 400,
  title: "This link is no longer valid",
  text: "The link was already used, has expired after 15 minutes, or is not from this server. Start connecting the channel again.",
};

/** Shown before a code is used. */
export function confirmation(place: Pick<ConnectPlace, "workspace" | "platform">): ConnectPage {
  return {
    status: 200,
    title: "Connect your account?",
    text: `The workspace “${place.workspace}” will read and answer the messages of your account: ${place.platform}. If you do not know this workspace, close this page.`,
    button: "Connect",
  };
}

/** The state of an authorisation, for the person who made it. */
export function pageOf(row: { status: string; error: string | null }, problems: string[]): ConnectPage {
  switch (row.status) {
    case "completed":
      return problems.length === 0
        ? { status: 200, title: "The channel is connected", text: "You can close this page." }
        : { status: 200, title: "The account is connected but not ready", text: problems.join(" ") };
    case "choosing":
      return {
        status: 200,
        title: "Choose an account",
        text: "Several accounts were shared. Go back to where you started and choose which one to connect.",
      };
    case "denied":
      return {
        status: 200,
        title: "The channel was not connected",
        text: `The platform reports: ${row.error ?? "access was not granted."}`,
      };
    default:
      return { status: 200, title: "The channel could not be connected", text: row.error ?? "Try again." };
  }
}

export function renderPage({ title, text, button }: ConnectPage): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f5f5f4; color: #1c1917; }
main { max-width: 28rem; margin: 1rem; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0; overflow-wrap: anywhere; }
button { font: inherit; margin-top: 1.25rem; padding: .5rem 1.25rem; border: 0; border-radius: 8px; background: #166534; color: #fff; cursor: pointer; }
@media (prefers-color-scheme: dark) { body { background: #1c1917; color: #f5f5f4; } main { background: #292524; } }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button === undefined ? "" : `<form method="post"><button>${escapeHtml(button)}</button></form>`}</main></body>
</html>
`;
}
