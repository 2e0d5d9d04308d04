/**
 * The dashboard's ceiling: the same elements with the same styles as the dashboard rendered them, in a page without framework, data layer
 * or server. A key replaces one piece of HTML by another. The time is the browser's and the machine's.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Pictures {
  /** The whole page as rendered, without its scripts. */
  page: string;
  /** Two conversations, as they are in `.thread-pane`. */
  threads: [string, string];
  /** A row of the list, from which the ceiling's list is built. */
  row: string;
  palette: string;
  bubble: string;
  css: string;
}

export async function serveCeiling(
  pictures: Pictures,
  rows: number,
): Promise<{ url: string; push(text: string): void; close(): Promise<void> }> {
  const listeners = new Set<(text: string) => void>();
  const html = `<!doctype html><html lang="en" dir="ltr" data-theme="light"><head><meta charset="utf-8"><style>${pictures.css}</style></head>
<body>${pictures.page}<script>
const pictures = ${JSON.stringify(pictures).replaceAll("<", "\\u003c")};
let at = 0;
let typed = 0;
const pane = document.querySelector(".thread-pane");
// The list as it would be without a library: every row there, those out of sight not laid out. For scrolling alone: its ten thousand
// elements would be in the frame of every key.
const everyRow = () => {
  const box = document.querySelector(".list .scroll");
  box.innerHTML = Array.from({ length: ${rows} }, () => '<div style="content-visibility:auto;contain-intrinsic-size:auto 70px">' + pictures.row + "</div>").join("");
  for (const each of box.querySelectorAll(".virtual-row")) { each.style.translate = "none"; each.style.position = "static"; }
};
const add = (text) => {
  const log = pane.querySelector(".log");
  log.insertAdjacentHTML("beforeend", pictures.bubble);
  log.lastElementChild.querySelector("[dir=auto]").textContent = text;
};
document.addEventListener("keydown", (event) => {
  if (event.key === "j") { at = 1 - at; pane.innerHTML = pictures.threads[at]; pane.dataset.shown = String(at); }
  else if (event.key === "Enter") add("typed " + typed++ + ".");
  else if (event.key === "p") { document.body.insertAdjacentHTML("beforeend", "<div class=ceiling-palette>" + pictures.palette + "</div>"); }
  else if (event.key === "q") document.querySelector(".ceiling-palette")?.remove();
});
new EventSource("/events").onmessage = ({ data }) => add(data);
</script></body></html>`;
  const server = createServer((request, response) => {
    if (request.url !== "/events") return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    const push = (text: string) => response.write(`data: ${text}\n\n`);
    listeners.add(push);
    request.on("close", () => listeners.delete(push));
    return response;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    push: (text) => {
      for (const each of listeners) each(text);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
