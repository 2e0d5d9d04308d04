import { productName } from "#platform/http/openapi.ts";
import { type Content, html } from "#platform/html/html.ts";
import type { Page } from "#platform/html/pages.ts";
import type { Branding } from "./branding.schema.ts";
import { ownColors } from "./brand.ts";
import { legible } from "./colors.ts";
import { colorOf, legalLinks, logo } from "./layout.ts";

/**
 * The frame of the pages behind links in mails. It looks like the dashboard's sign-in, to which these pages lead: the
 * same tokens (apps/dashboard/src/styles/tokens.css), without scripts or fonts.
 */
export function accountPage(branding: Branding, page: { title: string; body: Content }): Page {
  const style = styleOf(branding);
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${branding.name}</title>
<meta name="robots" content="noindex">
${branding.faviconUrl === null ? html`<link rel="icon" href="data:,">` : html`<link rel="icon" href="${branding.faviconUrl}">`}
`;
  const rest = html`</head>
<body>
<section>
<header>${branding.name === productName && branding.logoLightUrl === null ? mark : null}${logo(branding)}</header>
<main id="main">
${page.body}
</main>
<footer>
${branding.supportEmail === null ? null : html`<a href="mailto:${branding.supportEmail}">${branding.supportEmail}</a>`}
${legalLinks(branding)}
</footer>
</section>
<div class="art" aria-hidden="true"><div><p class="bubble">Is the oak one back in stock?</p>
<p class="bubble out">Since this morning. Shall I keep one for you until Thursday?</p>
<p class="bubble">Yes please</p></div></div>
</body>
</html>
`;
  return { html: `${head.text}<style>${style}</style>\n${rest.text}`, style };
}

const mark = html`<span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M4 12a8 8 0 1 1 8 8H5l1.6-2.2"/><path d="M9 12h.01M12 12h.01M15 12h.01"/></svg></span>`;

/** A brand's own colours if it has any; otherwise the product's ink. */
function brandColors({ colors }: Branding): { light: string; dark: string } {
  if (Object.entries(ownColors).every(([name, color]) => colors[name as keyof typeof ownColors] === color)) return { light: "", dark: "" };
  const [primary, onPrimary, accent, background] = [colors.primary, colors.onPrimary, colors.accent, colors.background].map(colorOf) as [
    string,
    string,
    string,
    string,
  ];
  const button = `--primary:${primary};--primary-hover:${primary};--on-primary:${onPrimary};`;
  return {
    light: `${button}--canvas:${background};--accent:${legible(accent, "#ffffff")};--accent-text:${legible(accent, "#ffffff")};`,
    dark: `${button}--accent:${legible(accent, "#17181c")};--accent-text:${legible(accent, "#17181c")};`,
  };
}

function styleOf(branding: Branding): string {
  const brand = brandColors(branding);
  return `:root{color-scheme:light dark;--canvas:oklch(.967 .004 85);--surface:oklch(1 0 0);--line:oklch(.922 .004 85);--line-strong:oklch(.855 .005 85);--text:oklch(.245 .008 275);--text-2:oklch(.43 .01 275);--text-3:oklch(.51 .01 275);--primary:oklch(.265 .012 275);--primary-hover:oklch(.345 .014 275);--on-primary:oklch(.99 .002 85);--accent:oklch(.535 .205 264);--accent-text:oklch(.475 .19 264);--accent-soft:oklch(.957 .022 264);--bot-soft:oklch(.965 .018 305);--danger-text:oklch(.485 .18 26);--danger-soft:oklch(.962 .02 20);--success-text:oklch(.44 .11 155);--success-soft:oklch(.958 .035 155);${brand.light}}
@media (prefers-color-scheme:dark){:root{--canvas:oklch(.165 .006 275);--surface:oklch(.205 .007 275);--line:oklch(.283 .009 275);--line-strong:oklch(.355 .011 275);--text:oklch(.945 .004 85);--text-2:oklch(.775 .008 275);--text-3:oklch(.695 .01 275);--primary:oklch(.935 .004 85);--primary-hover:oklch(1 0 0);--on-primary:oklch(.2 .008 275);--accent:oklch(.562 .195 264);--accent-text:oklch(.775 .115 264);--accent-soft:oklch(.285 .055 266);--bot-soft:oklch(.28 .048 303);--danger-text:oklch(.775 .125 22);--danger-soft:oklch(.285 .058 22);--success-text:oklch(.81 .13 157);--success-soft:oklch(.275 .042 158);${brand.dark}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-columns:minmax(0,560px) minmax(0,1fr);background:var(--canvas);color:var(--text);font:13px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
body>section{display:flex;flex-direction:column;justify-content:space-between;gap:24px;padding:28px 56px;background:var(--surface);border-inline-end:1px solid var(--line)}
header{display:flex;align-items:center;gap:10px;min-height:28px}
.mark{display:grid;place-items:center;width:28px;height:28px;border-radius:8px;background:var(--primary);color:var(--on-primary)}
.mark svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.brand{font-size:16px;font-weight:600}
.logo{display:block;max-height:32px;max-width:min(260px,70vw);width:auto}
main{width:100%;max-width:360px;margin-inline:auto}
footer{display:flex;flex-wrap:wrap;gap:4px 12px;min-height:18px;font-size:12px}
footer a{color:var(--text-3)}
h1{margin:0 0 6px;font-size:20px;line-height:1.3;font-weight:600;letter-spacing:-.012em;text-wrap:balance}
p{margin:0 0 14px;color:var(--text-2)}
a{color:var(--accent-text);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:7px}
form{margin:0}
.card form{margin-block-start:20px}
.field{margin:0 0 14px}
.field label{display:block;margin-block-end:4px;font-size:12px;font-weight:500;color:var(--text-2)}
.hint,.soft{color:var(--text-3);font-size:12px}
.hint{margin:0 0 4px}
.field label .hint{font-weight:400}
input:not([type=hidden]){width:100%;height:38px;padding:0 10px;border:1px solid var(--line-strong);border-radius:7px;background:var(--surface);color:var(--text);font:inherit}
input:focus-visible{outline-offset:0}
[aria-invalid=true]{border-color:var(--danger-text)!important}
.error{margin:4px 0 0;color:var(--danger-text);font-size:12px}
.note{margin:14px 0;padding:9px 12px;border-radius:8px;background:var(--success-soft);color:var(--success-text)}
.note.bad{background:var(--danger-soft);color:var(--danger-text)}
.button{display:block;width:100%;min-height:38px;padding:8px 14px;border:1px solid transparent;border-radius:7px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:var(--primary-hover)}
.plain{background:transparent;color:var(--text);border-color:var(--line-strong)}
.card~*{margin-block-start:16px}
.art{display:grid;place-items:center;padding:24px;background:radial-gradient(circle at 30% 20%,var(--accent-soft),transparent 55%),radial-gradient(circle at 75% 80%,var(--bot-soft),transparent 50%),var(--canvas)}
.art>div{display:grid;gap:8px;width:min(340px,100%);font-size:14px}
.bubble{margin:0;padding:7px 11px;border-radius:12px;background:var(--surface);color:var(--text);justify-self:start;box-shadow:0 1px 3px oklch(.2 .01 275/.12)}
.bubble.out{justify-self:end;max-width:82%;background:var(--accent-soft)}
@media (max-width:860px){body{grid-template-columns:1fr}.art{display:none}body>section{padding:20px}input:not([type=hidden]){height:44px;font-size:16px}.button{min-height:44px}}
@media (prefers-color-scheme:dark){.logo.on-light{background:#fff;padding:6px 10px;border-radius:8px;max-height:44px}}
@media (prefers-color-scheme:light){.logo.on-dark{background:#14161a;padding:6px 10px;border-radius:8px;max-height:44px}}`;
}
