import { createServer } from "node:http";
import { startRealtimeProvider } from "@parley/simulators/realtime-provider";
import { startChatAppSimulator, callAs } from "@parley/simulators/chat-app";
import { WebSocket } from "ws";
const t0 = performance.now(); const log = (...a: unknown[]) => console.log(Math.round(performance.now()-t0), ...a);
const realtime = await startRealtimeProvider({ speed: 8 });
const hooks: any[] = [];
const server = createServer((q, r) => { let b=""; q.on("data", d=>b+=d); q.on("end", ()=>{ r.end(); const v = JSON.parse(b).entry[0].changes[0]; log("webhook", v.field, v.value.calls?.[0]?.event, v.value.calls?.[0]?.status, v.value.calls?.[0]?.duration); if (v.value.calls?.[0]?.event==="connect") take(v.value.calls[0]); });}).listen(0,"127.0.0.1");
await new Promise(r=>server.once("listening", r));
const chat = await startChatAppSimulator({ appSecret: "s", callbackUrl: `http://127.0.0.1:${(server.address() as any).port}/` });
chat.registerNumber({ phoneNumberId: "1001", businessAccountId: "2002", accessToken: "tok", displayPhoneNumber: "15550100100", calling: "on" });
const graph = async (body: object) => { const a = await fetch(`${chat.url}/v25.0/1001/calls`, { method: "POST", headers: { authorization: "Bearer tok", "content-type": "application/json" }, body: JSON.stringify({ messaging_product: "whatsapp", ...body }) }); log("graph", a.status, await a.text()); };
async function take(c: any) {
  const f = new FormData(); f.set("sdp", new Blob([c.session.sdp], { type: "application/sdp" })); f.set("session", new Blob([JSON.stringify({ type: "realtime", model: "m", audio: {} })], { type: "application/json" }));
  const a = await fetch(`${realtime.baseUrl}/realtime/calls`, { method: "POST", headers: { authorization: "Bearer k" }, body: f });
  log(a.status, a.headers.get("location")); const sdp = await a.text();
  await graph({ call_id: c.id, action: "pre_accept", session: { sdp_type: "answer", sdp } });
  await graph({ call_id: c.id, action: "accept", session: { sdp_type: "answer", sdp: sdp + "x" } });
  await graph({ call_id: c.id, action: "accept", session: { sdp_type: "answer", sdp } });
  await graph({ call_id: c.id, action: "accept", session: { sdp_type: "answer", sdp } });
  const ws = new WebSocket(`${realtime.baseUrl.replace("http", "ws")}/realtime?call_id=${a.headers.get("location")!.split("/").at(-1)}`, { headers: { authorization: "Bearer k" } });
  ws.on("message", (m) => { const e = JSON.parse(String(m)); if (!e.type.includes("delta")) log(e.type, e.transcript ?? e.audio_end_ms ?? ""); });
  ws.on("close", () => log("sideband closed"));
  ws.on("open", () => ws.send(JSON.stringify({ type: "response.create", response: { instructions: 'Say exactly this, and nothing else: "Hello, this is a long greeting of the shop."' } })));
}
const caller = await callAs(chat, { phoneNumberId: "1001", waId: "447700900123", name: "Amina", speed: 8 });
await caller.until(() => caller.heard().startsWith("Hello, this")); log("heard", caller.heard());
caller.says("Wait."); await caller.until(() => caller.heard().endsWith("I see.")); log("heard", caller.heard(), caller.energy());
await realtime.calls[0]!.end === undefined; 
if (process.argv[2] === "vanish") { await caller.vanish(); log("vanished"); await realtime.calls[0]!.ended; log("provider noticed"); }
else if (process.argv[2] === "hangup") { const a = await fetch(`${realtime.baseUrl}/realtime/calls/${realtime.calls[0]!.id}/hangup`, {method:"POST", headers:{authorization:"Bearer k"}}); log(a.status); await caller.connected; caller.hangUp(); log(await caller.ended); }
else { caller.hangUp(); log(await caller.ended); await realtime.calls[0]!.ended; log("provider noticed"); }
log("items", JSON.stringify([...realtime.sessions[0]!.items]));
await chat.settled(); await chat.close(); await realtime.close(); server.close(); log("all closed");
