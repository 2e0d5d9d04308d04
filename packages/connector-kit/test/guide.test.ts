import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const at = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

/** Names of the members declared directly in an interface. */
function membersOf(source: string, name: string): string[] {
  const start = source.indexOf(`export interface ${name} {`);
  assert.notEqual(start, -1, name);
  const body = source.slice(start, source.indexOf("\n}", start));
  return [...body.matchAll(/^ {2}(?:readonly )?([a-zA-Z]+)\??[(:]/gm)].map((match) => match[1] as string);
}

test("the guide to a new channel names every part of a connector", async () => {
  const guide = await at("../../../docs/guides/add-a-channel.md");
  const source = await at("../src/connector.ts");
  const members = [...membersOf(source, "ChannelConnector"), ...membersOf(source, "Authorization")];
  assert.ok(members.length > 18 && members.includes("send") && members.includes("codeFromPage"), members.join(" "));
  const missing = members.filter((member) => !guide.includes(`\`${member}\``));
  assert.deepEqual(missing, []);
});
