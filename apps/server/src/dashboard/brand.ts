import { type Branding, ownBranding } from "#modules/organizations/branding/index.ts";
import { escapeHtml, html } from "#platform/html/html.ts";

/** The product's images: none of them is shown on an agency's host. */
export const iconPath = "/favicon.svg";

/**
 * The page of a host: the built page, with the name, the icon and the colour of the host's owner. It contains nothing
 * of the product, except on the product's own hosts.
 */
export function pageFor(page: string, branding: Branding): string {
  const own = branding === ownBranding;
  const head = [
    `<title>${escapeHtml(branding.name)}</title>`,
    html`<meta name="application-name" content="${branding.name}">`.text,
    html`<meta name="apple-mobile-web-app-title" content="${branding.name}">`.text,
    html`<link rel="icon" href="${branding.faviconUrl ?? iconPath}">`.text,
    ...(own ? [] : [html`<meta name="theme-color" content="${branding.colors.background}">`.text]),
  ];
  const replaced = (tag: string) => tag.includes('rel="icon"') || (!own && tag.includes('name="theme-color"'));
  const rest = page.replace(/<title>[^<]*<\/title>/, "").replaceAll(/<(?:link|meta)\b[^<>]*>/g, (tag) => (replaced(tag) ? "" : tag));
  // With a function: a name may contain patterns that `replace` would interpret.
  return rest.replace("</head>", () => `${head.join("\n    ")}\n  </head>`);
}

/** The manifest of a host: an app with that brand's name and icons. */
export function manifestFor(manifest: Record<string, unknown>, branding: Branding): string {
  const own = branding === ownBranding;
  const icons = [
    ...(branding.faviconUrl === null ? [] : [{ src: branding.faviconUrl, sizes: "any" }]),
    { src: iconPath, sizes: "any", type: "image/svg+xml", purpose: "any" },
  ];
  return JSON.stringify({
    ...manifest,
    name: branding.name,
    short_name: [...branding.name].slice(0, 24).join("").trim(),
    ...(own ? {} : { icons, theme_color: branding.colors.background, background_color: branding.colors.background }),
  });
}

/** Paths of the product's own icons. */
export function iconsOf(manifest: Record<string, unknown>): Set<string> {
  const listed = Array.isArray(manifest["icons"]) ? (manifest["icons"] as { src?: unknown }[]) : [];
  return new Set([iconPath, ...listed.flatMap(({ src }) => (typeof src === "string" && src.startsWith("/") ? [src] : []))]);
}

/** For an agency: its initials in its colours. */
export function monogram({ name, colors }: Branding): string {
  const words = name.split(/\s+/u).filter((word) => word !== "");
  const first = (word: string) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? "";
  const initials = words.slice(0, 2).map(first).join("").toUpperCase();
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${colors.primary}"/><text x="16" y="16" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" font-size="${words.length > 1 ? 14 : 18}" fill="${colors.onPrimary}">${initials}</text></svg>`
    .text;
}
