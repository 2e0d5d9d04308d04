import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHub, type HubMessage, type Port } from "./hub.ts";
import type { LineMessage } from "./line.ts";

function stage() {
  const lines: { send(message: LineMessage): void; closed: boolean; poked: number }[] = [];
  const hub = createHub((send) => {
    const line = { send, closed: false, poked: 0 };
    lines.push(line);
    return {
      line: () => ({ state: "live", since: 0, missed: 0 }),
      lastEventId: () => null,
      poke: () => {
        line.poked += 1;
      },
      close: () => {
        line.closed = true;
      },
    };
  });
  const port = (): Port & { received: HubMessage[] } => {
    const received: HubMessage[] = [];
    return { received, postMessage: (message) => received.push(message) };
  };
  return { hub, lines, port };
}

describe("the hub of a browser's pages", () => {
  it("holds one line for all of them, while there is one", () => {
    const { hub, lines, port } = stage();
    const [one, other] = [port(), port()];
    for (const each of [one, other]) hub.receive(each, { kind: "hello", identity: "a" });
    lines[0]?.send({ kind: "reset" });
    assert.equal(lines.length, 1);
    for (const { received } of [one, other])
      assert.deepEqual(
        received.map(({ kind }) => kind),
        ["line", "reset"],
      );
    hub.receive(one, { kind: "bye" });
    lines[0]?.send({ kind: "reset" });
    assert.deepEqual([one.received.length, other.received.length, lines[0]?.closed], [2, 3, false]);
    hub.receive(other, { kind: "bye" });
    assert.equal(lines[0]?.closed, true);
  });

  it("notifies pages of another organization, and opens a new line", () => {
    const { hub, lines, port } = stage();
    const [one, other] = [port(), port()];
    hub.receive(one, { kind: "hello", identity: "a" });
    hub.receive(other, { kind: "hello", identity: "b" });
    assert.deepEqual([lines.length, lines[0]?.closed], [2, true]);
    assert.deepEqual(one.received.at(-1), { kind: "identity", identity: "b" });
    lines[0]?.send({ kind: "reset" });
    assert.ok(!other.received.some(({ kind }) => kind === "reset"), "what the old line still says is nobody's");
  });

  it("notifies all pages when the session ends; the next sign-in opens a line", () => {
    const { hub, lines, port } = stage();
    const one = port();
    hub.receive(one, { kind: "hello", identity: "a" });
    lines[0]?.send({ kind: "ended" });
    assert.deepEqual(one.received.at(-1), { kind: "ended" });
    hub.onNetworkChange();
    hub.receive(one, { kind: "hello", identity: "a" });
    assert.equal(lines.length, 2);
  });
});
