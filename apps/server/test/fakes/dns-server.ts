/** A name server in this process: returns configured answers, NXDOMAIN for anything else. Enough of RFC 1035 for one question at a time. */
import { createSocket } from "node:dgram";

export interface DnsServer {
  /** ip:port, for DNS_RESOLVER. */
  address: string;
  txt: Map<string, string>;
  cname: Map<string, string>;
  /** IPv4 addresses. */
  a: Map<string, string>;
  /** SERVFAIL to everything. */
  broken: boolean;
  close(): Promise<void>;
}

const types = { 1: "a", 5: "cname", 16: "txt" } as const;

const nameBytes = (name: string) =>
  Buffer.concat([...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const server: DnsServer = {
    address: "",
    txt: new Map(),
    cname: new Map(),
    a: new Map(),
    broken: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    while (query[at] !== 0 && at < query.length) {
      const length = query[at] as number;
      labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    const name = labels.join(".").toLowerCase();
    const kind = types[type as keyof typeof types];
    const found = kind === undefined ? undefined : server[kind].get(name);
    let data = Buffer.alloc(0);
    if (found !== undefined && kind === "a") data = Buffer.from(found.split(".").map(Number));
    else if (found !== undefined) data = kind === "cname" ? nameBytes(found) : Buffer.from([found.length, ...Buffer.from(found)]);
    const answer = Buffer.alloc(found === undefined ? 0 : 12);
    if (found !== undefined) {
      answer.writeUInt16BE(0xc00c, 0);
      answer.writeUInt16BE(type, 2);
      answer.writeUInt16BE(1, 4);
      answer.writeUInt32BE(1, 6);
      answer.writeUInt16BE(data.length, 10);
    }
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (server.broken ? 2 : found === undefined ? 3 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found === undefined ? 0 : 1, 6);
    socket.send(Buffer.concat([header, question, answer, data]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
