/** Databases for tests: each is a clone of the migrated template that scripts/test.ts created for the run. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { withClient } from "./connect.ts";
import { errorCode } from "./errors.ts";
import { poll } from "./poll.ts";

export interface TestDatabase {
  name: string;
  admin: pg.ClientConfig;
  app: pg.ClientConfig;
  worker: pg.ClientConfig;
  /** Removes the database, ending sessions that are still open. */
  drop(): Promise<void>;
}

/**
 * The environment that scripts/test.ts prepares. The three configs are JSON of a pg.ClientConfig without `database`.
 */
export const testEnvironment = {
  admin: "TEST_DATABASE_ADMIN",
  app: "TEST_DATABASE_APP",
  worker: "TEST_DATABASE_WORKER",
  template: "TEST_TEMPLATE_DATABASE",
} as const;

/** A fresh database with the migrated schema and no rows but the migrations' own; takes about 50 ms. Throws outside `npm test`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = readConfig(testEnvironment.admin);
  const template = readVariable(testEnvironment.template);
  const name = `test_${process.pid}_${randomBytes(5).toString("hex")}`;
  const maintenance = { ...server, database: "postgres" };
  const cloned = await poll(
    () =>
      withClient(maintenance, (client) => client.query(`create database ${name} template ${template} strategy file_copy`)).then(
        () => true,
        (error: unknown) => {
          // 55006: another process is copying the template at this moment.
          if (errorCode(error) === "55006") return null;
          throw error;
        },
      ),
    { timeoutMs: 30_000, everyMs: 25 },
  );
  if (cloned === null) throw new Error(`the template database ${template} stayed in use for 30 s`);
  return {
    name,
    admin: { ...server, database: name },
    app: { ...readConfig(testEnvironment.app), database: name },
    worker: { ...readConfig(testEnvironment.worker), database: name },
    drop: async () => {
      await withClient(maintenance, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function readConfig(variable: string): pg.ClientConfig {
  return JSON.parse(readVariable(variable)) as pg.ClientConfig;
}

function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests with \`npm test -- FILE\`, which starts the database`);
  return value;
}
