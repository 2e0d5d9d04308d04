/**
 * Counts what this process changes in databases, so that `drain` knows whether a round of background work has left anything
 * for another one. Counts too much rather than too little: what is missed would end a drain early.
 */
import pg from "pg";
import type { TestDatabase } from "@parley/database/testing";

interface DriverQuery {
  text?: string;
  handleCommandComplete(message: { text: string }, connection: object): void;
}

let changes = 0;
let calls: RegExp | undefined;
/** Connections whose open transaction has changed something: others see it when it commits. */
const dirty = new WeakSet<object>();

/** How many changes this process has made so far. */
export const countChanges = (): number => changes;

/** From now on changes are counted. Functions may change things as well: all that PostgreSQL takes for volatile do here. */
export async function watchChanges(database: TestDatabase): Promise<void> {
  if (calls !== undefined) return;
  const client = new pg.Client(database.admin);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select distinct proname as name from pg_proc where provolatile = 'v' and pronamespace = 'public'::regnamespace",
  );
  await client.end();
  calls = new RegExp(`(?<!\\bfor (?:no key )?)\\b(insert|update|delete|merge|nextval|${rows.map(({ name }) => name).join("|")})\\b`, "i");
  // Not in the driver's types. Without it nothing would be counted, and every drain end too early.
  const driver = (pg as unknown as { Query: { prototype: DriverQuery } }).Query.prototype;
  if (typeof driver.handleCommandComplete !== "function") throw new Error("the driver completes commands elsewhere now");
  const original = driver.handleCommandComplete;
  driver.handleCommandComplete = function (message, connection) {
    note(message.text, this.text ?? "", connection);
    original.call(this, message, connection);
  };
}

function note(tag: string, text: string, connection: object): void {
  const [command, ...counts] = tag.split(" ");
  if (command === "COMMIT") {
    if (dirty.delete(connection)) changes++;
  } else if (command === "ROLLBACK") dirty.delete(connection);
  else if (command === "BEGIN" || command === "SET" || command === "DISCARD" || command === "LISTEN") return;
  else if (counts.at(-1) !== "0" && (command !== "SELECT" || calls?.test(text) === true)) {
    dirty.add(connection);
    changes++;
  }
}
