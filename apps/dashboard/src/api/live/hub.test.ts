import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHub, type HubMessage, type Port } from "./hub.ts";
import type { LineMessage } from "./line.ts";

function stage() {
  const lines: { tell(message: LineMessage): void; closed: boolean; poked: number }[] = [];
  const hub = createHub((tell) => {
    const line = { tell, closed: false, poked: 0 };
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
  const port = (): Port & { heard: HubMessage[] } => {
    const heard: HubMessage[] = [];
    return { heard, postMessage: (message) => heard.push(message) };
  };
  return { hub, lines, port };
}

describe("the hub of a browser's pages", () => {
  it("holds one line for all of them, while there is one", () => {
    const { hub, lines, port } = stage();
    const [one, other] = [port(), port()];
    for (const each of [one, other]) hub.hear(each, { kind: "hello", identity: "a" });
    lines[0]?.tell({ kind: "reset" });
    assert.equal(lines.length, 1);
    for (const { heard } of [one, other])
      assert.deepEqual(
        heard.map(({ kind }) => kind),
        ["line", "reset"],
      );
    hub.hear(one, { kind: "bye" });
    lines[0]?.tell({ kind: "reset" });
    assert.deepEqual([one.heard.length, other.heard.length, lines[0]?.closed], [2, 3, false]);
    hub.hear(other, { kind: "bye" });
    assert.equal(lines[0]?.closed, true);
  });

  it("informs pages of another organization, and begins a new line", () => {
    const { hub, lines, port } = stage();
    const [one, other] = [port(), port()];
    hub.hear(one, { kind: "hello", identity: "a" });
    hub.hear(other, { kind: "hello", identity: "b" });
    assert.deepEqual([lines.length, lines[0]?.closed], [2, true]);
    assert.deepEqual(one.heard.at(-1), { kind: "identity", identity: "b" });
    lines[0]?.tell({ kind: "reset" });
    assert.ok(!other.heard.some(({ kind }) => kind === "reset"), "what the old line still says is nobody's");
  });

  it("informs all pages of an ended session; the next sign-in opens a line", () => {
    const { hub, lines, port } = stage();
    const one = port();
    hub.hear(one, { kind: "hello", identity: "a" });
    lines[0]?.tell({ kind: "ended" });
    assert.deepEqual(one.heard.at(-1), { kind: "ended" });
    hub.poke();
    hub.hear(one, { kind: "hello", identity: "a" });
    assert.equal(lines.length, 2);
  });
});
