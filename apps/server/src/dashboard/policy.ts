import { hash } from "node:crypto";

/**
 * The style sheets that the dashboard writes into its pages, word by word: React Aria's, for all that can be pressed
 * (usePress) and
 * against scrolling behind a dialog on iOS (usePreventScroll; react-aria 3.53.1). They go by their hashes, so that no
 * other one is
 * taken. The dashboard's test of its start fails when the library writes another text.
 */
const inlineStyles = [
  "@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}",
  "@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}",
];

/** What the page, its workers and its frames may do: scripts and styles of ours, nothing from anybody else. */
export function dashboardHeaders({ allowFrames }: { allowFrames: boolean }): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'self'",
      "script-src 'self'",
      ["style-src 'self'", ...inlineStyles.map((style) => `'sha256-${hash("sha256", style, "base64")}'`)].join(" "),
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      `frame-src ${allowFrames ? "'self'" : "'none'"}`,
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ].join("; "),
    // Within the site only: forms of a page without a referrer have no Origin.
    "referrer-policy": "same-origin",
    // Voice notes are recorded here. The page needs nothing else from a device.
    "permissions-policy":
      "microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
  };
}
