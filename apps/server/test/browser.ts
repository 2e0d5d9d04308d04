/** The headless browser that pages are tested in. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** A reason to skip, or false. */
export const withoutBrowser =
  executablePath === undefined ? "no Chromium on this machine (apt-get install chromium); .ci/run installs it" : false;

/** How long to wait for a page: far more than anything takes, even if other tests keep the processors busy. */
export const pageMsMax = 120_000;

/** Makes no requests of its own. */
export function launchBrowser(...more: string[]): Promise<Browser> {
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath: executablePath as string, args: [...quiet, ...more] });
}
