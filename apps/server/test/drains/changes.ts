/**
 * Tracks what this process reads and changes in databases, so that `drain` knows which background work could find anything. Errs on the
 * side of tracking too much: a missed change would end a drain early.
 */
import type { ChildProcess } from "node:child_process";
import pg from "pg";
import type { TestDatabase } from "@parley/database/testing";
import { readTouching, type Touching } from "./touching.ts";

interface DriverQuery {
  text?: string;
  handleCommandComplete(message: { text: string }, connection: Connection): void;
}

interface Connection {
  once(event: "end", listener: () => void): void;
}

/** Each consumer of the log has its own row there: one moving ahead does not concern the others. */
export const places = "event_cursors";

let changes = 0;
let touching: Touching | undefined;
/** The change count at each table's last change. */
const changedAt = new Map<string, number>();
/** What open transactions have changed or locked: others can see it, or lock it, once they end. */
const open = new WeakMap<Connection, { changed: boolean; tables: Set<string> }>();
const watched = new WeakSet<Connection>();
const others = new Set<ChildProcess>();
/** Collect the tables of all statements while somebody wants to know them. */
const readers = new Set<Set<string>>();

/** How many changes this process has made so far. */
export const countChanges = (): number => changes;

/** Whether any of these tables has changed since the count was `since`. */
export function changedSince(tables: Iterable<string>, since: number): boolean {
  for (const table of tables) if ((changedAt.get(table) ?? 0) > since) return true;
  return false;
}

/** For changes by another process, or in a way that is not tracked here. */
export function noteChange(tables: Iterable<string> = touching?.tables ?? []): void {
  changes++;
  for (const table of tables) if (readers.size === 0 || table !== places) changedAt.set(table, changes);
}

/** From now until the process ends, it may change anything it can reach. */
export function noteOther(child: ChildProcess): void {
  others.add(child);
  child.once("close", () => {
    others.delete(child);
    noteChange();
  });
}

/** Other processes are running, so anything may have changed. */
export const othersRun = (): boolean => others.size > 0;

/** Adds to `tables` what statements touch while `run` is running. */
export async function readsOf<T>(tables: Set<string>, run: () => Promise<T>): Promise<T> {
  readers.add(tables);
  try {
    return await run();
  } finally {
    readers.delete(tables);
  }
}

/** Starts tracking statements. */
export async function watchChanges(database: TestDatabase): Promise<void> {
  if (touching !== undefined) return;
  touching = await readTouching(database);
  // Not in the driver's types. If it disappeared, nothing would be counted and every drain would end too early.
  const driver = (pg as unknown as { Query: { prototype: DriverQuery } }).Query.prototype;
  if (typeof driver.handleCommandComplete !== "function") throw new Error("the driver completes commands elsewhere now");
  const original = driver.handleCommandComplete;
  driver.handleCommandComplete = function (message, connection) {
    note(message.text, this.text ?? "", connection, touching as Touching);
    original.call(this, message, connection);
  };
}

function note(tag: string, text: string, connection: Connection, of: Touching): void {
  const [command, ...counts] = tag.split(" ");
  if (command === "COMMIT" || command === "ROLLBACK") return end(connection, command === "COMMIT");
  if (command === "BEGIN" || command === "START") return begin(connection);
  if (command === "SET" || command === "DISCARD" || command === "LISTEN") return;
  const { tables, changing, locking } = of.byText(text);
  for (const set of readers) for (const table of tables) set.add(table);
  const changed = counts.at(-1) !== "0" && (command !== "SELECT" || changing);
  if (changed) {
    // A statement that names no table may have changed any.
    noteChange(tables.size === 0 ? of.tables : tables);
  }
  if (changed || locking) held(connection, changed, tables.size === 0 ? of.tables : tables);
}

function begin(connection: Connection): void {
  if (open.has(connection)) return;
  open.set(connection, { changed: false, tables: new Set() });
  if (watched.has(connection)) return;
  watched.add(connection);
  // Disconnecting inside a transaction ends it as well.
  connection.once("end", () => end(connection, false));
}

function held(connection: Connection, changed: boolean, tables: Iterable<string>): void {
  const transaction = open.get(connection);
  if (transaction === undefined) return;
  transaction.changed ||= changed;
  for (const table of tables) transaction.tables.add(table);
}

function end(connection: Connection, committed: boolean): void {
  const transaction = open.get(connection);
  if (transaction === undefined) return;
  open.delete(connection);
  const { changed, tables } = transaction;
  // Locks that a background round takes and releases change nothing: otherwise no loop that locks would ever count as idle.
  if (changed || (tables.size > 0 && !(committed && readers.size > 0))) noteChange(tables);
}
