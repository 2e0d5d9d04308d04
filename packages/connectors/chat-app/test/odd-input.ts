/** For odd-input*.test.ts: what no body from a platform may cause, for a given number of cases. */
import { test } from "node:test";
import { mutate, type OddInputCases, openOddInput } from "@parley/connector-kit/odd-input";
import { RECEIVED_AT, connector, fixture, fixtureNames, frame, textMessage } from "./frames.ts";

const entryOf = (name: string) =>
  frame({
    contacts: [{ profile: { name }, wa_id: "447700900123" }],
    messages: [textMessage(name, `wamid.${name}`)],
  }).entry[0];
const [first, last] = [entryOf("first"), entryOf("last")];

export function survivesOddInput(cases: OddInputCases): void {
  const odd = openOddInput(connector, RECEIVED_AT, fixtureNames, cases);

  test("a malformed entry throws nothing and leaves its neighbours intact", () => {
    odd.leavesNeighbours([{ entry: [first] }, { entry: [last] }], (name, mutations) => {
      const bent = mutate(fixture(name).entry[0], mutations);
      return { object: "whatsapp_business_account", entry: [first, bent, last] };
    });
  });

  test("a malformed element throws nothing and leaves its neighbours intact", () => {
    const lists = ["messages", "statuses", "message_echoes", "calls", "user_preferences", "user_id_update", "errors"];
    odd.leavesTexts(["wamid.before", "wamid.after"], (name, mutations) => {
      const { value } = fixture(name).entry[0].changes[0];
      const list = lists.find((key) => key in value);
      if (list === undefined) return null;
      const bent = mutate(value[list][0], mutations);
      return frame({
        contacts: value.contacts,
        [list]: [bent],
        messages: [textMessage("before", "wamid.before"), ...(list === "messages" ? [bent] : []), textMessage("after", "wamid.after")],
      });
    });
  });

  test("any JSON is split without an exception other than 'not the platform's'", () => {
    odd.takesAnyJson((value) => [
      { entry: value },
      { entry: [{ id: "1", changes: value }] },
      frame({ messages: value }),
      frame(Object(value)),
    ]);
  });

  test("bytes that are not the platform's give the one documented exception", () => {
    odd.refusesBytes();
  });
}
