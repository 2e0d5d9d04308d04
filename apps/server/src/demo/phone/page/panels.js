/** Beside the phone: the customer, the clock, receipts, faults, the log. On a small screen they open in a sheet. */

/** @import { Store } from "./store.js" */

import { act, advanceClock } from "./api.js";
import { arrange, avatar, byId, h, icon } from "./dom.js";
import { momentOf, spanOf, timeOf } from "./format.js";

const hourMs = 3_600_000;
const jumps = [
  { label: "1 hour", ms: hourMs },
  { label: "24 hours", ms: 24 * hourMs },
  { label: "7 days", ms: 7 * 24 * hourMs },
];

/**
 * @param {Store} store
 * @param {{ be(customerId: string): void; announce(words: string): void; refuse(words: string): void }} does
 */
export function createPanels(store, does) {
  const faultRows = new Map();
  /** @type {Map<string, ReturnType<typeof customerRow>>} */
  const customerRows = new Map();
  /** @type {Map<number, HTMLElement>} */
  const logRows = new Map();
  const receipts = switchRow("Send read receipts", "Off: messages stay unread until you mark them as read.", (on) =>
    run("settings", { readReceipts: on }),
  );
  byId("receipts").append(receipts.element);

  /**
   * @param {string} action
   * @param {object} body
   */
  function run(action, body) {
    if (store.key !== null) act(store.kind, store.key, action, body).catch((error) => does.refuse(error.message));
  }

  byId("jumps").append(
    ...jumps.map(({ label, ms }) =>
      h(
        "button",
        {
          type: "button",
          "aria-label": `Let ${label} pass`,
          on: { click: (event) => jump(/** @type {HTMLButtonElement} */ (event.currentTarget), label, ms) },
        },
        `+ ${label}`,
      ),
    ),
  );

  /**
   * @param {HTMLButtonElement} button
   * @param {string} label
   * @param {number} ms
   */
  async function jump(button, label, ms) {
    button.disabled = true;
    try {
      store.setClock(await advanceClock(ms));
      does.announce(`${label} passed.`);
    } catch (error) {
      does.refuse(error instanceof Error ? error.message : String(error));
    } finally {
      button.disabled = false;
      button.focus();
    }
  }

  function drawTime() {
    const now = store.now;
    byId("phone-time").textContent = timeOf(now);
    byId("demo-time").textContent = momentOf(now);
    const offset = store.state?.clock.offsetMs ?? 0;
    byId("ahead").textContent = offset === 0 ? "(real time)" : `(${spanOf(offset)} ahead)`;
    drawWindow(now);
  }

  /** @param {number} now */
  function drawWindow(now) {
    const { expiresAt, personUntil, count } = store.thread?.window ?? { expiresAt: null, personUntil: null, count: null };
    const open = expiresAt !== null && expiresAt > now;
    const words = [windowWords(expiresAt, now, count !== null)];
    if (!open && personUntil !== null && personUntil > now) {
      words.push(`A person at the business can still reply for ${spanOf(personUntil - now)}.`);
    }
    const window = byId("window");
    window.dataset["open"] = String(open);
    if (window.textContent !== words.join(" ")) window.textContent = words.join(" ");
    byId("count").hidden = count === null;
    if (count === null) return;
    byId("count-words").textContent = `${count.used} of ${count.max} messages ${count.label}`;
    /** @type {HTMLElement} */ (byId("count-bar").firstElementChild).style.inlineSize = `${(100 * count.used) / count.max}%`;
  }

  function drawCustomers() {
    const { state, key } = store;
    const rows = (state?.customers ?? []).map((customer) => {
      const row = customerRows.get(customer.id) ?? customerRow(customer.name, () => does.be(customer.id));
      customerRows.set(customer.id, row);
      const thread = state?.threads.find((known) => known.customerId === customer.id && known.accountId === key?.accountId);
      row.update(customer.id === key?.customerId, thread?.last?.text ?? customer.address, thread?.last?.at ?? null, thread?.unread ?? 0);
      return row.element;
    });
    arrange(byId("customers"), rows);
  }

  function drawFaults() {
    const rows = (store.thread?.faults ?? []).map((fault) => {
      const row = faultRows.get(fault.id) ?? switchRow(fault.label, fault.help, (on) => run("faults", { id: fault.id, on }));
      faultRows.set(fault.id, row);
      row.update(fault.on);
      return row.element;
    });
    arrange(byId("faults"), rows);
  }

  function drawLog() {
    const rows = (store.state?.log ?? []).toReversed().map((entry) => {
      const row =
        logRows.get(entry.seq) ?? h("li", { class: entry.level }, h("time", {}, timeOf(entry.at)), h("span", { dir: "auto" }, entry.text));
      logRows.set(entry.seq, row);
      return row;
    });
    if (rows.length === 0) rows.push(h("li", { class: "none" }, "Nothing yet."));
    arrange(byId("log"), rows);
  }

  byId("own-app").append(
    h(
      "button",
      { type: "button", on: { click: () => run("app-answers", { text: "Hello! We answered from the app on our phone." }) } },
      icon("phone"),
      h(
        "span",
        {},
        "Reply in the platform's own app",
        h("small", {}, "As if somebody at the business used their phone instead of Parley."),
      ),
    ),
  );

  let drawnKind = "";
  setInterval(drawTime, 5_000);
  return () => {
    if (drawnKind !== store.kind) {
      for (const rows of [faultRows, customerRows, logRows]) rows.clear();
      drawnKind = store.kind;
    }
    byId("receipts").hidden = store.state?.abilities.readReceipts !== true;
    byId("own-app").hidden = store.state?.abilities.ownApp !== true;
    receipts.update(store.thread?.readReceipts ?? true);
    drawTime();
    drawCustomers();
    drawFaults();
    drawLog();
  };
}

/**
 * @param {number | null} expiresAt
 * @param {number} now
 * @param {boolean} counted some messages may go out all the same
 */
function windowWords(expiresAt, now, counted) {
  if (expiresAt === null) return "You have not written yet: the business cannot send free text.";
  if (expiresAt > now) return `Window open: the business can send free text for ${spanOf(expiresAt - now)}.`;
  return `Window closed: the business can${counted ? " only send a few messages" : "not send free text"} until you write again.`;
}

/**
 * @param {string} name
 * @param {() => void} be
 */
function customerRow(name, be) {
  const last = h("bdi", {});
  const when = h("time", {});
  const count = h("span", { class: "count", hidden: true });
  const button = h(
    "button",
    { type: "button", on: { click: be } },
    avatar(name),
    h("span", { class: "name" }, h("bdi", {}, name)),
    when,
    h("span", { class: "last" }, last),
    count,
  );
  const element = h("li", {}, button);
  return {
    element,
    /**
     * @param {boolean} current
     * @param {string} text
     * @param {number | null} at
     * @param {number} unread
     */
    update(current, text, at, unread) {
      button.setAttribute("aria-current", String(current));
      last.textContent = text;
      when.textContent = at === null ? "" : timeOf(at);
      count.hidden = unread === 0;
      count.replaceChildren(String(unread), h("span", { class: "hidden" }, " unread"));
    },
  };
}

/**
 * @param {string} label
 * @param {string} help
 * @param {(on: boolean) => void} set
 */
function switchRow(label, help, set) {
  const knob = h(
    "button",
    {
      type: "button",
      role: "switch",
      "aria-checked": "false",
      title: help,
      on: { click: () => set(knob.getAttribute("aria-checked") !== "true") },
    },
    h("span", { class: "what" }, label, h("small", {}, help)),
    h("span", { class: "knob", "aria-hidden": "true" }),
  );
  return {
    element: h("li", { class: "switch" }, knob),
    /** @param {boolean} on */
    update: (on) => knob.setAttribute("aria-checked", String(on)),
  };
}

/** On a small screen panels are moved into the sheet while it is open, and back. */
export function createSheet() {
  const sheet = /** @type {HTMLDialogElement} */ (byId("sheet"));
  /** @type {{ panel: HTMLElement; home: Element | null }[]} */
  let guests = [];
  byId("close-sheet").append(icon("close"));
  byId("close-sheet").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener("close", () => {
    for (const { panel, home } of guests) home?.append(panel);
    guests = [];
  });
  matchMedia("(min-width: 60rem)").addEventListener("change", () => sheet.close());
  return {
    /**
     * @param {string[]} panels
     * @param {string} title
     */
    open(panels, title) {
      guests = panels.map((id) => ({ panel: byId(id), home: byId(id).parentElement }));
      byId("sheet-title").textContent = title;
      byId("sheet-body").append(...guests.map(({ panel }) => panel));
      sheet.showModal();
    },
    close: () => sheet.close(),
  };
}
