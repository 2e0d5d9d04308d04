import { serveControl } from "../shared/control.ts";
import { listen } from "../shared/http.ts";
import { servePhone } from "../shared/phone/index.ts";
import { closeOf, waitsOf } from "../shared/simulation.ts";
import { controlActions } from "./control-api.ts";
import { customerOf, phoneOf } from "./customers.ts";
import { conversationIdOf } from "./ids.ts";
import { DEFAULT_BEHAVIOUR } from "./knobs.ts";
import { runLoad } from "./load.ts";
import { issueCode } from "./oauth-api.ts";
import { createShortVideoPhone } from "./phone/phone.ts";
import { servePlatform } from "./platform-api.ts";
import { postSignedNow } from "./poster.ts";
import { PlatformState } from "./state.ts";
import type { CallbackResponse, ShortVideoSimulator, ShortVideoSimulatorOptions } from "./types.ts";

/** Starts the simulated platform on its own port. See the README for what each option and knob does. */
export async function startShortVideoSimulator(options: ShortVideoSimulatorOptions): Promise<ShortVideoSimulator> {
  const state = new PlatformState(options);
  const phone = { backend: createShortVideoPhone(state), transcripts: state.transcripts, clock: state.clock };
  const server = await listen(
    (request, response) => {
      if (servePhone(phone, request, response)) return;
      if (request.url?.startsWith("/_simulator/")) serveControl(controls, request, response);
      else servePlatform(state, request, response);
    },
    options.port ?? 0,
    options.host ?? "127.0.0.1",
  );
  state.baseUrl = server.url;

  const simulator: ShortVideoSimulator = {
    url: server.url,
    port: server.port,
    calls: state.calls,
    faults: state.faults,
    registerAccount: (registration) => void state.register(registration),
    configure: (change) => void Object.assign(state.options, change),
    callbackBehaviour(change) {
      state.outbox.behaviour = { ...state.outbox.behaviour, ...change };
    },
    customer: (userId, username) => customerOf(state, state.person(userId, username)),
    phone: (businessId) => phoneOf(state, state.account(businessId)),
    conversationId: conversationIdOf,
    openConversation: (businessId, userId, at) => state.conversation(businessId, userId).customerWrote(at ?? state.clock.now()),
    postEvent: async (businessId, event, content) => {
      const { destination } = state.account(businessId);
      return new Promise((resolve) => state.outbox.deliver(destination, event, content, resolve));
    },
    postCallback: (body, how = {}) => postRaw(state, body, how),
    sentTo: (recipient) =>
      state.calls.filter((call) => call.messageId !== undefined && (call.userId === recipient || call.conversationId === recipient)),
    issueCode: (businessId, redirectUri, scopes) => issueCode(state, state.account(businessId), redirectUri, scopes),
    stats: () => ({
      ...state.counts,
      callbacks: { ...state.poster.counts, open: state.poster.open },
      scheduled: state.scheduled.size + state.outbox.waiting,
    }),
    ...waitsOf(
      state,
      () => simulator,
      () => String(state.scheduled.size),
    ),
    load: (load) => runLoad(state, load),
    reset() {
      state.reset();
      state.outbox.behaviour = { ...DEFAULT_BEHAVIOUR };
    },
    close: closeOf(state, server, () => {
      state.dropScheduled();
      state.swaps.clear();
    }),
  };
  const controls = controlActions(simulator, state);
  return simulator;
}

type RawOptions = NonNullable<Parameters<ShortVideoSimulator["postCallback"]>[1]>;

function postRaw(state: PlatformState, body: unknown, how: RawOptions): Promise<CallbackResponse> {
  const url = how.url ?? state.webhooks.get("DIRECT_MESSAGE");
  if (url === undefined) throw new Error("postCallback needs an address");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const good = how.clientSecret ?? state.options.clientSecret;
  const secret = how.signature === "none" ? undefined : state.secret(how.signature === "bad" ? "a secret nobody has" : good);
  // A raw body is posted once: a test that sends an invalid one wants the refusal, not retries.
  const given = { ageSeconds: how.ageSeconds ?? 0, retry: how.retry ?? false };
  return new Promise((resolve) => postSignedNow(state.poster, state.clock, state.poster.target(url), text, secret, given, resolve));
}
