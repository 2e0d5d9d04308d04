/** For odd-input*.test.ts: what no body from a platform may cause, for a given number of cases. */
import { test } from "node:test";
import { mutate, type OddInputCases, openOddInput } from "@parley/connector-kit/odd-input";
import { RECEIVED_AT, connector, element, fixture, fixtureNames, frame, textMessage } from "./frames.ts";

const entryOf = (name: string) => frame(textMessage(name, `mid.${name}`)).entry[0];
const [first, last] = [entryOf("first"), entryOf("last")];

export function survivesOddInput(cases: OddInputCases): void {
  const odd = openOddInput(connector, RECEIVED_AT, fixtureNames, cases);

  test("a malformed entry throws nothing and leaves its neighbours intact", () => {
    odd.leavesNeighbours([{ entry: [first] }, { entry: [last] }], (name, mutations) => {
      const bent = mutate(fixture(name).entry[0], mutations);
      return { object: "instagram", entry: [first, bent, last] };
    });
  });

  test("a malformed element throws nothing and leaves its neighbours intact", () => {
    odd.leavesTexts(["mid.before", "mid.after"], (name, mutations) => {
      const [entry] = fixture(name).entry;
      const bent = mutate((entry.messaging ?? entry.standby ?? entry.changes)[0], mutations);
      return frame(textMessage("before", "mid.before"), bent, textMessage("after", "mid.after"));
    });
  });

  test("any JSON is split without an exception other than 'not the platform's'", () => {
    odd.takesAnyJson((value) => [
      { entry: value },
      { entry: [{ id: "1", messaging: value }] },
      frame(value),
      frame(element({ message: value })),
    ]);
  });
}
