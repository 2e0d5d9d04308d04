/** Inserted into a page before its own code (dashboard-page.ts): all times are taken by the page's own clock. */
globalThis.benchPage = {
  /** Milliseconds; for "none" the time itself, since 1970. */
  done: Promise.resolve(0),

  /** From the next event of this type to the first frame in which `selector` contains `text`. */
  arm(event, selector, text) {
    benchPage.done = new Promise((resolve) => {
      let from = 0;
      const look = () => {
        const shown = [...document.querySelectorAll(selector)].some((each) => text === "" || each.textContent.includes(text));
        if (!shown) return requestAnimationFrame(look);
        // In a frame's callback the frame is not painted yet; in the next task it is.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(event === "none" ? performance.timeOrigin + performance.now() : performance.now() - from);
        channel.port2.postMessage(null);
      };
      if (event === "none") return requestAnimationFrame(look);
      const begin = ({ timeStamp }) => {
        from = timeStamp;
        requestAnimationFrame(look);
      };
      document.addEventListener(event, begin, { capture: true, once: true });
    });
  },

  /** Frames per second while a box is scrolled by a step in every frame. */
  scroll(selector, seconds) {
    const box = document.querySelector(selector);
    return new Promise((resolve) => {
      let frames = 0;
      let from = 0;
      const step = (now) => {
        if (from === 0) from = now;
        else frames += 1;
        box.scrollTop += 60;
        if (now - from >= seconds * 1_000) resolve((frames * 1_000) / (now - from));
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  },

  files: () => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),

  /** When the first row is shown, and what was requested until then. */
  firstRow() {
    return new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(".conversation") === null) return requestAnimationFrame(look);
        resolve({ ms: performance.now(), files: benchPage.files() });
      };
      requestAnimationFrame(look);
    });
  },

  /** The name in the row after the open one. */
  nextName: () =>
    document.querySelector(".conversation[aria-selected=true]").closest(".virtual-row").nextElementSibling.querySelector(".name")
      .textContent,

  /** What the dashboard has rendered, without its scripts. */
  async picture() {
    const sheets = [...document.styleSheets].map(({ href }) => href).filter((href) => href !== null);
    const texts = await Promise.all(sheets.map(async (href) => (await fetch(href)).text()));
    const body = document.body.cloneNode(true);
    for (const script of body.querySelectorAll("script")) script.remove();
    return {
      page: body.innerHTML,
      thread: document.querySelector(".thread-pane").innerHTML,
      row: document.querySelector(".virtual-row").outerHTML,
      bubble: document.querySelector(".log article:last-of-type").outerHTML,
      css: texts.join("\n"),
    };
  },

  palette: () => document.querySelector(".palette").outerHTML,
};
