/** Messages of one channel whose platform sends no statuses by itself. For send-outcome*.test.ts. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { startTestApp } from "../../harness.ts";
import { callbackBody, postCallback, statusChange } from "../chat-app-bodies.ts";

let next = 0;
export const person = () => `44770070${String(next++).padStart(4, "0")}`;

export const t = await startTestApp({ simulatorOptions: { autoStatuses: false } });
after(() => t.stop());
export const tenant = await t.tenant();
const channel = await t.channel(tenant);

/** A message that the server has accepted but not sent yet, to a person with an open customer service window. */
export async function accepted(to: string): Promise<string> {
  await t.simulator.customer(to).sendText(channel.externalId, "Hi");
  await t.drain();
  const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Hello" });
  assert.equal(sent.status, 200, sent.text);
  return sent.body.id;
}
export const read = async (id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body;
export const statusEvents = async (id: string) =>
  (await tenant.api.get("/api/v1/events?after=&limit=100&type=message.status")).body.data
    .filter((e: any) => e.data.message.id === id)
    .map((e: any) => `${e.data.previousStatus}>${e.data.status}`);
export const sendStatus = (to: string, externalId: string, status: string, reference?: string) =>
  postCallback(
    `${t.url}/callbacks/chat-app`,
    callbackBody(
      statusChange(channel.externalId, to, externalId, status, { at: t.clock.now(), ...(reference === undefined ? {} : { reference }) }),
    ),
  );
