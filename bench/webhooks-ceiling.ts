/** The ceiling of (d): POSTs signed like ours over the same HTTP client, 50 in flight, without a database. Prints their rate. */
import { createHmac, randomBytes } from "node:crypto";
import { Pool } from "undici";

const [url = "", count = "20000"] = process.argv.slice(2);
const total = Number(count);
const pool = new Pool(new URL(url).origin, { connections: 50, pipelining: 1 });
const secret = randomBytes(32);
const event = {
  id: "evt_00000000000070008000000000000000",
  type: "message.received",
  createdAt: new Date().toISOString(),
  data: { channelId: "chn_0", conversationId: "conv_0", contactId: "cnt_0", message: { id: "msg_0", type: "text", text: "x".repeat(300) } },
};
let sent = 0;
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: 50 }, async () => {
    while (sent < total) {
      const n = sent++;
      const body = JSON.stringify({ ...event, n });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const one = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
      const two = createHmac("sha256", secret).update(`${event.id}.${timestamp}.${body}`).digest("base64");
      const response = await pool.request({
        method: "POST",
        path: "/ceiling",
        body,
        headers: {
          "content-type": "application/json",
          "webhook-id": `evt_${n}`,
          "webhook-timestamp": timestamp,
          "webhook-signature": `v1,${two}`,
          "x-service-signature": one,
        },
      });
      await response.body.dump();
    }
  }),
);
process.stdout.write(`${(total * 1_000) / (performance.now() - startedAt)}\n`);
await pool.close();
