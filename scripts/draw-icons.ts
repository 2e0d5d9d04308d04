/**
 * Draws the dashboard's PNG icons from its mark, `public/favicon.svg`: run `node scripts/draw-icons.ts` after changing the mark. A mask may
 * cut a fifth off each side of the maskable one, so its background reaches the edges and its mark is smaller.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { launchBrowser } from "../apps/server/test/browser.ts";

const folder = new URL("../apps/dashboard/public/", import.meta.url);
const mark = readFileSync(new URL("favicon.svg", folder), "utf8");
const [, ground] = /<rect [^>]*fill="([^"]+)"/.exec(mark) as unknown as [string, string];
const whole = mark.replace("<svg ", '<svg width="100%" height="100%" ');
const icons = [
  { name: "app-192", size: 192, body: whole, clear: true },
  { name: "app-512", size: 512, body: whole, clear: true },
  {
    name: "app-maskable-512",
    size: 512,
    body: `<div style="height:100%;background:${ground};display:grid;place-items:center"><div style="width:66%;height:66%">${whole}</div></div>`,
    clear: false,
  },
];

const browser = await launchBrowser();
try {
  for (const { name, size, body, clear } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<body style="margin:0;height:100vh">${body}</body>`);
    writeFileSync(new URL(`icons/${name}.png`, folder), await page.screenshot({ omitBackground: clear }));
    await page.close();
  }
} finally {
  await browser.close();
}
