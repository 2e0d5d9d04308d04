/** Composes the page. Its state is in the store; every change updates what differs. */

import { act, readKinds } from "./api.js";
import { createCallScreen } from "./call-screen.js";
import { createComposer } from "./composer.js";
import { createConversation } from "./conversation.js";
import { avatar, byId, h, icon } from "./dom.js";
import { summaryOf } from "./format.js";
import { createMessageMenu } from "./message-menu.js";
import { createPanels, createSheet } from "./panels.js";
import { Store } from "./store.js";

const retryMs = 1_500;
let drawing = false;
/** One update for many changes. */
const draw = () => {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    drawAll();
  });
};

const store = new Store(
  draw,
  (message) => announce(`${businessName()}: ${summaryOf(message)}`),
  (key, call) => callScreen.told(key, call),
);
const callScreen = createCallScreen(store, { business: () => businessName() });
const composer = createComposer(store);
const openMenu = createMessageMenu(store, { quote: composer.quote, refuse: composer.refuse });
const conversation = createConversation(store, {
  say: composer.say,
  choose: (message, choiceId) => {
    if (store.key === null) return;
    act(store.kind, store.key, "choices", { messageId: message.id, choiceId }).catch((error) => composer.refuse(error.message));
  },
  menu: openMenu,
});
const sheet = createSheet();
const drawPanels = createPanels(store, {
  be(customerId) {
    if (store.key === null) return;
    sheet.close();
    composer.clear();
    store.openThread({ ...store.key, customerId });
  },
  announce,
  refuse: composer.refuse,
});
// The address names a conversation, so a jump within the page must not change it.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("text").focus();
});
byId("open-controls").append(icon("controls"));
byId("open-controls").addEventListener("click", () => sheet.open(["controls", "happened"], "Controls"));
byId("open-people").addEventListener("click", () => sheet.open(["people"], "Switch customer"));

/** @type {string[]} */
let kinds = [];
/** @type {Map<string, string>} */
const titles = new Map();

/** @param {string} words */
function announce(words) {
  byId("announce").textContent = words;
}

const account = () => store.state?.accounts.find((known) => known.id === store.key?.accountId);
const customer = () => store.state?.customers.find((known) => known.id === store.key?.customerId);
const businessName = () => account()?.name ?? "The business";

let headFor = "";
function drawHead() {
  const name = businessName();
  const me = customer();
  byId("business-name").textContent = account() === undefined ? "" : name;
  byId("business-line").textContent = store.thread?.typing === true ? "typing…" : (account()?.address ?? "");
  byId("business-line").classList.toggle("busy", store.thread?.typing === true);
  const head = `${name} ${me?.name}`;
  if (head === headFor) return;
  headFor = head;
  byId("business-avatar").textContent = (Array.from(name)[0] ?? "").toUpperCase();
  byId("open-people").replaceChildren(
    ...(me === undefined ? [] : [avatar(me.name), h("span", { class: "hidden" }, `You are ${me.name}. Switch customer`)]),
  );
  document.title = me === undefined ? "Phone · Parley demo" : `${me.name} · Phone · Parley demo`;
}

const words = { connecting: "Connecting…", live: "", lost: "Connection lost. Trying again…" };

function drawAll() {
  document.documentElement.dataset["kind"] = store.kind;
  byId("connection").textContent = words[store.connection];
  byId("connection").dataset["state"] = store.connection;
  if (store.state !== null) {
    titles.set(store.kind, store.state.title);
    document.documentElement.dataset["ready"] = "";
  }
  drawHead();
  drawKinds();
  drawPanels();
  composer.draw();
  callScreen.draw();
  conversation.draw();
  if (store.key !== null)
    history.replaceState(null, "", `#${[store.kind, store.key.accountId, store.key.customerId].map(encodeURIComponent).join("/")}`);
}

/** With one kind there is nothing to choose. */
function drawKinds() {
  const nav = byId("kinds");
  nav.hidden = kinds.length < 2;
  if (nav.childElementCount !== kinds.length) {
    nav.replaceChildren(...kinds.map((kind) => h("button", { type: "button", "data-kind": kind, on: { click: () => openKind(kind) } })));
  }
  for (const button of nav.querySelectorAll("button")) {
    const kind = button.dataset["kind"] ?? "";
    button.textContent = titles.get(kind) ?? kind.replaceAll("-", " ");
    button.setAttribute("aria-pressed", String(kind === store.kind));
  }
}

/** @param {string} kind */
function openKind(kind) {
  composer.clear();
  store.openKind(kind, null);
}

/** The conversation in the address, otherwise the first kind and its first customer. */
async function begin() {
  const [kind = "", accountId, customerId] = location.hash.slice(1).split("/").map(decodeURIComponent);
  try {
    kinds = (await readKinds()).kinds;
  } catch (error) {
    byId("connection").textContent = error instanceof Error ? error.message : String(error);
    setTimeout(begin, retryMs);
    return;
  }
  const first = kinds.includes(kind) ? kind : kinds[0];
  if (first === undefined) {
    byId("connection").textContent = "This demo has no simulated platform: the platforms' URLs were set manually.";
    return;
  }
  store.openKind(first, accountId !== undefined && customerId !== undefined ? { accountId, customerId } : null);
}

begin();
