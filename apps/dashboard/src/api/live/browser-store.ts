/** The browser's own database, in which typed text, sent or not, outlives the page. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { OutboxRow } from "./outbox/outbox-rows.ts";
import type { OutboxStore } from "./outbox/outbox.ts";
import type { Draft, DraftStore } from "./drafts.ts";

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  drafts: { key: string; value: Draft };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("dashboard", 1, {
    upgrade(db) {
      db.createObjectStore("outbox", { keyPath: "key" });
      db.createObjectStore("drafts", { keyPath: "name" });
    },
    // A newer version of the page in another tab needs to change the database.
    blocking(_, __, event) {
      (event.target as IDBDatabase | null)?.close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

export const outboxStore: OutboxStore = {
  all: async () => (await database()).getAll("outbox"),
  async put(row, instead) {
    const { store, done } = (await database()).transaction("outbox", "readwrite");
    await Promise.all([instead === undefined ? undefined : store.delete(instead), store.put(row), done]);
  },
  delete: async (key) => (await database()).delete("outbox", key),
};

export const draftStore: DraftStore = {
  all: async () => (await database()).getAll("drafts"),
  put: async (draft) => void (await (await database()).put("drafts", draft)),
  delete: async (name) => (await database()).delete("drafts", name),
};
