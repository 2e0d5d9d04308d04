import { type LoadReport, runOpenLoop } from "../shared/load.ts";
import { sidesOf } from "./customers.ts";
import { envelope } from "./outbox.ts";
import { postSignedNow } from "./poster.ts";
import type { Account, PlatformState } from "./state.ts";
import type { LoadOptions } from "./types.ts";

/** Sends signed callbacks by the clock, whether or not the receiver keeps up. */
export async function runLoad(state: PlatformState, options: LoadOptions): Promise<LoadReport> {
  const first = [...state.accounts.values()][0];
  const url = options.url ?? first?.destination.target?.url ?? state.options.callbackUrl;
  const makeBody = options.makeBody ?? textBodies(state, first);
  if (url === undefined) throw new Error("load needs a callback address");
  const { clientSecret } = options;
  const own = clientSecret === undefined ? first?.destination.secret : state.secret(clientSecret);
  const secret = own ?? state.secret(state.options.clientSecret);
  return runOpenLoop(options, (poster, index, answered) =>
    postSignedNow(poster, state.clock, poster.target(url), makeBody(index), secret, {}, answered),
  );
}

/** Texts from ten thousand customers, each with its own message id. */
function textBodies(state: PlatformState, account: Account | undefined): (index: number) => string {
  if (!account) throw new Error("load needs a registered account or makeBody");
  return (index) => {
    const person = { userId: `usrLoad-${index % 10_000}`, username: `load_${index % 10_000}`, displayName: `Load ${index % 10_000}` };
    const now = state.clock.now();
    const content = {
      ...sidesOf(account, person, false),
      message_id: state.ids.message(),
      timestamp: now,
      message_tag: { source: "APP" },
      type: "text",
      text: { body: `Load message ${index}` },
    };
    return envelope(account.destination, "im_receive_msg", content, now);
  };
}
