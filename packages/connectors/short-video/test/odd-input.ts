/** For odd-input*.test.ts: what no body from a platform may cause, for a given number of cases. */
import { test } from "node:test";
import { BIG, mutate, type OddInputCases, openOddInput } from "@parley/connector-kit/odd-input";
import { RECEIVED_AT, connector, fixture, fixtureNames, frame, textMessage } from "./frames.ts";

/** The inner JSON, with its bare long numbers. */
const textOf = (value: unknown) => (JSON.stringify(value) ?? "null").replaceAll(JSON.stringify(BIG), "1234567890123456789");

const [first, last] = [frame(textMessage("first", "Zmlyc3Q=")), frame(textMessage("last", "bGFzdA=="))];

export function survivesOddInput(cases: OddInputCases): void {
  const odd = openOddInput(connector, RECEIVED_AT, fixtureNames, cases);

  test("malformed content throws nothing and leaves its neighbours intact", () => {
    odd.leavesNeighbours([first, last], (name, mutations) => {
      const { envelope, content } = fixture(name);
      return [first, { ...envelope, content: textOf(mutate(content, mutations)) }, last];
    });
  });

  test("a malformed envelope throws nothing and leaves its neighbours intact", () => {
    odd.leavesNeighbours([first, last], (name, mutations, parsed) => {
      const { envelope, content } = fixture(name);
      return [first, mutate(parsed ? { ...envelope, content } : envelope, mutations), last];
    });
  });

  test("any JSON, and any text as content, is split without an exception other than 'not the platform's'", () => {
    odd.takesAnyJson((value, text) => [
      { content: value },
      frame(value),
      frame(null, { content: text }),
      { ...frame(0), user_openid: value },
    ]);
  });

  test("bytes that are not the platform's give the one documented exception", () => {
    odd.refusesBytes(1);
  });
}
