/** The ceiling of (b): the minimum that any receiver on Node and PostgreSQL must do. HMAC, one grouped insert of raw bodies, 200. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { createIdSource } from "../apps/server/src/platform/ids/ids.ts";

const secret = process.env["CEILING_SECRET"] ?? "";
const pool = new pg.Pool({ ...(JSON.parse(process.env["CEILING_DATABASE"] ?? "{}") as pg.PoolConfig), max: 2 });
const ids = createIdSource({ now: Date.now });
const lanes = 2;
let waiting: { body: string; response: ServerResponse }[] = [];
let busy = 0;

async function drain(): Promise<void> {
  busy += 1;
  while (waiting.length > 0) {
    const share = Math.ceil(waiting.length / (lanes - busy + 1));
    const batch = waiting.slice(0, share);
    waiting = waiting.slice(share);
    const ok = await pool
      .query({
        name: "store",
        text: "insert into bench.bodies (id, body, received_at) select i, b, now() from unnest($1::uuid[], $2::text[]) as x(i, b)",
        values: [batch.map(() => ids.uuid()), batch.map((entry) => entry.body)],
      })
      .then(
        () => true,
        () => false,
      );
    for (const { response } of batch) {
      response.writeHead(ok ? 200 : 503, { "content-length": 0 });
      response.end();
    }
  }
  busy -= 1;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const raw = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    const given = Buffer.from(String(request.headers["x-hub-signature-256"]).slice(7), "hex");
    const wanted = createHmac("sha256", secret).update(raw).digest();
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      response.writeHead(401, { "content-length": 0 });
      response.end();
      return;
    }
    waiting.push({ body: raw.toString("utf8"), response });
    if (busy < lanes && waiting.length === 1)
      setImmediate(() => {
        if (waiting.length > 0 && busy < lanes) void drain();
      });
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
