/**
 * The customer's endpoint of (d), a separate process. Records when each delivery arrived and how old its event was (createdAt in the body;
 * one clock on one machine). GET /report returns and clears these; GET /arrivals does the same by event id, with its first arrival at /one.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { percentilesOf } from "./lib/stats.ts";

let ages: number[] = [];
let ids = new Set<string>();
let arrivals = new Map<string, number>();
let repeats = 0;
let firstAt = 0;
let lastAt = 0;

const server = createServer((request, response) => {
  if (request.url === "/report") {
    const report = { received: ages.length, distinct: ids.size, repeats, firstAt, lastAt, ...percentilesOf(Float64Array.from(ages)) };
    ages = [];
    ids = new Set();
    repeats = 0;
    const body = JSON.stringify(report);
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  if (request.url === "/arrivals") {
    const body = JSON.stringify([...arrivals]);
    arrivals = new Map();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  let body = "";
  request.setEncoding("latin1");
  request.on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    const now = performance.timeOrigin + performance.now();
    response.writeHead(200, { "content-length": 0 });
    response.end();
    const createdAt = /"createdAt":"([^"]+)"/.exec(body)?.[1];
    if (ages.length === 0) firstAt = now;
    lastAt = now;
    ages.push(createdAt === undefined ? 0 : now - Date.parse(createdAt));
    const id = `${request.url} ${request.headers["webhook-id"]}`;
    const eventId = request.headers["webhook-id"] as string;
    if (request.url === "/one" && !arrivals.has(eventId)) arrivals.set(eventId, now);
    if (ids.has(id)) repeats++;
    else ids.add(id);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
