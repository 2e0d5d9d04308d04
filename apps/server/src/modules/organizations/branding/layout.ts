import { type Content, html } from "#platform/html/html.ts";
import type { Page } from "#platform/html/pages.ts";
import type { Branding } from "./branding.schema.ts";
import { darkBackground, darkText, legible, textColor } from "./colors.ts";

/**
 * The frame of every page: the brand's name or logo, the content, the legal links. Works from 320 px width, in light
 * and dark mode.
 */
export function renderLayout(
  branding: Branding,
  page: { title: string; description?: string | null; body: Content; wide?: boolean; formOrigins?: string[]; indexed?: boolean },
): Page {
  const style = styleOf(branding);
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${branding.name}</title>
${page.description == null ? null : html`<meta name="description" content="${page.description}">`}
${page.indexed === true ? null : html`<meta name="robots" content="noindex">`}
${branding.faviconUrl === null ? html`<link rel="icon" href="data:,">` : html`<link rel="icon" href="${branding.faviconUrl}">`}
`;
  const rest = html`</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><div class="bar">${logo(branding)}</div></header>
<main id="main"${page.wide === true ? null : html` class="narrow"`}>
${page.body}
</main>
<footer><div class="bar">
<span>${branding.name}</span>
${branding.supportEmail === null ? null : html`<a href="mailto:${branding.supportEmail}">${branding.supportEmail}</a>`}
${legalLinks(branding)}
</div></footer>
</body>
</html>
`;
  return {
    html: `${text}<style>${style}</style>\n${rest.text}`,
    style,
    ...(page.formOrigins === undefined ? {} : { formOrigins: page.formOrigins }),
  };
}

export function logo({ name, logoLightUrl: light, logoDarkUrl: dark }: Branding): Content {
  const shown = light ?? dark;
  if (shown === null) return html`<strong class="brand">${name}</strong>`;
  // A logo made for one background gets a plate of that kind on the other.
  const plate = light === null ? " on-dark" : dark === null ? " on-light" : "";
  return html`<picture>${light !== null && dark !== null ? html`<source srcset="${dark}" media="(prefers-color-scheme: dark)">` : null}<img class="logo${plate}" src="${shown}" alt="${name}"></picture>`;
}

export function legalLinks(branding: Branding): (Content | null)[] {
  const legal = [
    [branding.termsUrl, "Terms"],
    [branding.privacyUrl, "Privacy"],
    [branding.imprintUrl, "Imprint"],
  ] as const;
  return legal.map(([url, label]) => (url === null ? null : html`<a href="${url}" rel="noopener">${label}</a>`));
}

/** Colours are checked when stored, and again here because they are inserted into a style sheet. */
export function colorOf(color: string): string {
  if (!/^#[0-9a-f]{6}$/.test(color)) throw new Error("a stored colour is none");
  return color;
}

function styleOf({ colors }: Branding): string {
  const [primary, onPrimary, accent, background] = [colors.primary, colors.onPrimary, colors.accent, colors.background].map(colorOf) as [
    string,
    string,
    string,
    string,
  ];
  return `:root{color-scheme:light dark;--bg:${background};--text:${textColor};--line:#7d8791;--faint:#d9dde2;--card:#ffffff;--accent:${legible(accent, "#ffffff")};--link:${accent};--primary:${primary};--on-primary:${onPrimary};--error:#b3261e;--error-bg:#fdecea;--ok-bg:#e8f5ec;--soft:${legible("#4b535c", background)}}
@media (prefers-color-scheme:dark){:root{--bg:${darkBackground};--text:${darkText};--soft:#b3bac2;--line:#8a939d;--faint:#343a42;--card:#1d2126;--accent:${legible(accent, "#1d2126")};--link:${legible(accent, darkBackground)};--error:#ffb4ab;--error-bg:#3b1512;--ok-bg:#12301d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px;top:0;padding:.6em 1em;background:var(--card);color:var(--text);z-index:1}
.skip:focus{left:8px;top:8px}
.bar{max-width:1040px;margin:0 auto;padding:0 20px;display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px}
header{padding:16px 0;border-bottom:1px solid var(--faint)}
.brand{font-size:1.15rem;letter-spacing:-.01em}
.logo{display:block;max-height:40px;max-width:min(260px,70vw);width:auto}
footer{margin-top:auto;padding:20px 0;border-top:1px solid var(--faint);color:var(--soft);font-size:.875rem}
main{width:100%;max-width:1040px;margin:0 auto;padding:0 20px 64px}
main.narrow{max-width:480px;padding-top:clamp(24px,7vh,72px)}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.4rem);line-height:1.2;letter-spacing:-.02em;margin:0 0 .5em;text-wrap:balance}
h2{font-size:clamp(1.25rem,1.1rem + .8vw,1.6rem);line-height:1.25;letter-spacing:-.01em;margin:0 0 .7em;text-wrap:balance}
h3{font-size:1.05rem;margin:0 0 .3em}
p{margin:0 0 1em}
.card{background:var(--card);border:1px solid var(--faint);border-radius:12px;padding:24px}
.narrow h1{font-size:1.5rem}
.lead{font-size:1.1rem;color:var(--soft);max-width:42em}
.soft{color:var(--soft)}
.button{display:inline-block;min-height:44px;padding:10px 22px;border:1px solid transparent;border-radius:8px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{filter:brightness(.94)}
.plain{background:transparent;color:var(--text);border-color:var(--line)}
form{margin:0}
.field{margin:0 0 18px}
.field label,legend{display:block;font-weight:600;margin-bottom:4px}
.hint{color:var(--soft);font-size:.875rem;margin:0 0 6px}
.field label .hint{font-weight:400}
.hint.after{margin:6px 0 0}
input:not([type=checkbox]),textarea,select{width:100%;min-height:44px;padding:9px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
textarea{min-height:120px;resize:vertical}
.tick{display:flex;gap:10px;align-items:flex-start}
.tick input{width:20px;height:20px;margin:3px 0 0;flex:none;accent-color:var(--accent)}
.field .tick label{font-weight:400;margin:0}
[aria-invalid=true]{border-color:var(--error)!important;border-width:2px!important}
.error{color:var(--error);font-size:.9rem;margin:4px 0 0}
.note{padding:12px 16px;border-radius:8px;background:var(--ok-bg);margin:0 0 20px}
.note.bad{background:var(--error-bg);color:var(--error)}
.away{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.wide .button,.narrow form .button{width:100%}
section{padding:clamp(28px,5vw,56px) 0 0}
.hero{padding-top:clamp(40px,8vw,96px)}
.hero .button,.cta .button{margin-top:8px}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,240px),1fr));list-style:none;margin:0;padding:0}
.grid p:last-child,.card p:last-child{margin-bottom:0}
.prose{max-width:42em}
figure{margin:0}
figure img{display:block;max-width:100%;height:auto;border-radius:12px}
figcaption{color:var(--soft);font-size:.875rem;margin-top:8px}
details{border-bottom:1px solid var(--faint);padding:12px 0}
summary{font-weight:600;cursor:pointer}
details p{margin:8px 0 0}
.cta .card{text-align:center;padding:clamp(24px,5vw,48px)}
.form .card{max-width:560px}
@media (prefers-color-scheme:dark){.logo.on-light{background:#fff;padding:6px 10px;border-radius:8px;max-height:52px}}
@media (prefers-color-scheme:light){.logo.on-dark{background:${darkBackground};padding:6px 10px;border-radius:8px;max-height:52px}}
@media (prefers-reduced-motion:no-preference){.button{transition:filter .15s}}`;
}
