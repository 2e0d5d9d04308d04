/** The ceiling of (m): a process that connects two WebSockets for each call and inspects nothing. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

const [provider = ""] = process.argv.slice(2);
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer();
server.on("upgrade", (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (caller) => {
    const model = new WebSocket(provider, { perMessageDeflate: false });
    const early: string[] = [];
    model.on("open", () => {
      for (const text of early) model.send(text);
    });
    caller.on("message", (data) => (model.readyState === WebSocket.OPEN ? model.send(String(data)) : void early.push(String(data))));
    model.on("message", (data) => caller.send(String(data)));
    caller.on("close", () => model.terminate());
    model.on("close", () => caller.terminate());
  }),
);
server.listen(0, "127.0.0.1", () => process.stdout.write(`ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
