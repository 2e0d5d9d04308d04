import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import pg from "pg";
import { countChanges, watchChanges } from "./changes.ts";

describe("changes and drains", () => {
  let database: TestDatabase;
  let client: pg.Client;
  before(async () => {
    database = await createTestDatabase();
    await watchChanges(database);
    client = new pg.Client(database.admin);
    await client.connect();
    await client.query("create table things (n integer)");
    await client.query("insert into things values (1)");
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  async function counts(...texts: string[]): Promise<number> {
    const changesBefore = countChanges();
    for (const text of texts) await client.query(text);
    return countChanges() - changesBefore;
  }

  const changing = [
    "insert into things values (2)",
    "update things set n = 3",
    "with gone as (delete from things where n = 2 returning n) select count(*) from gone",
    "select return_claims('{}')",
    "copy things from program 'echo 7'",
    "drop table if exists nothing",
  ];
  for (const text of changing) it(`${text}: counts as a change`, async () => assert.notEqual(await counts(text), 0));

  const harmless = [
    "select n from things",
    "select n from things for update skip locked",
    "select n from things for no key update",
    "update things set n = 4 where n = 99",
    "delete from things where n = 99",
    "begin",
    "rollback",
  ];
  for (const text of harmless) it(`${text}: does not`, async () => assert.equal(await counts(text), 0));

  it("a change counts again when it commits, because nobody could see it before", async () => {
    assert.equal(await counts("begin", "insert into things values (5)"), 1);
    assert.equal(await counts("commit"), 1);
    assert.equal(await counts("begin", "select 1", "commit"), 0);
  });
});
