/** Two server processes on one database, and raw requests: for what happens to a request before and around its effect. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { startTestApp, type TestApp } from "../harness.ts";
import { closeConnections, type RawResponse, send } from "../raw-http.ts";

export const t = await startTestApp();
/** Another server process on the same database. */
export const u = await startTestApp({ sharing: t });
after(async () => {
  closeConnections();
  await u.stop();
  await t.stop();
});

export const json = { "content-type": "application/json" };
export const unique = () => randomBytes(6).toString("hex");

export async function ask(
  app: TestApp,
  key: string | null,
  method: string,
  path: string,
  body?: string | object,
  headers: Record<string, string> = {},
): Promise<RawResponse & { body: any }> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const response = await send(app.url, {
    method,
    path,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...(text === undefined ? {} : json), ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
  return { ...response, body: JSON.parse(response.text) };
}
