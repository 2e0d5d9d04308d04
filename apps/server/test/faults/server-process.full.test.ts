import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { it } from "node:test";
import { createTestDatabase } from "@parley/database/testing";
import { freePort } from "../free-port.ts";
import { onHarnessDatabase, startServer } from "./server-process.ts";

it("a program that listens at the port is not mistaken for the server that could not start there", async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const another = createServer((_, response) => void response.end("{}")).listen(port, "127.0.0.1");
  await once(another, "listening");
  try {
    await assert.rejects(startServer({ port, env: onHarnessDatabase(database) }), /Port \d+ of 127\.0\.0\.1 is used by another program/);
  } finally {
    another.close();
    another.closeAllConnections();
    await database.drop();
  }
});
