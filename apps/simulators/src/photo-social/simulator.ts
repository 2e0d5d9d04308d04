import { serveControl } from "../shared/control.ts";
import { verifyCallback } from "../shared/handshake.ts";
import { listen } from "../shared/http.ts";
import { loadTarget, runLoad } from "../shared/load.ts";
import { servePhone } from "../shared/phone/index.ts";
import { closeOf, waitsOf } from "../shared/simulation.ts";
import { postRaw } from "../shared/raw-callback.ts";
import { controlActions } from "./control-api.ts";
import { customerOf, ensurePerson, typeInApp } from "./customers.ts";
import { DEFAULT_BEHAVIOUR } from "./knobs.ts";
import { createPhotoSocialPhone } from "./phone.ts";
import { servePlatform } from "./platform-api.ts";
import { type Account, PlatformState } from "./state.ts";
import type { PhotoSocialSimulator, PhotoSocialSimulatorOptions } from "./types.ts";

/**
 * Starts the simulated platform on its own port: both families, their log-in and the content network at one address.
 */
export async function startPhotoSocialSimulator(options: PhotoSocialSimulatorOptions): Promise<PhotoSocialSimulator> {
  const state = new PlatformState(options);
  const phone = { backend: createPhotoSocialPhone(state), transcripts: state.transcripts, clock: state.clock };
  const server = await listen(
    (request, response) => {
      if (servePhone(phone, request, response)) return;
      if (request.url?.startsWith("/_simulator/")) serveControl(actions, request, response);
      else servePlatform(state, request, response);
    },
    options.port ?? 0,
    options.host ?? "127.0.0.1",
  );
  state.baseUrl = server.url;

  const simulator: PhotoSocialSimulator = {
    url: server.url,
    port: server.port,
    calls: state.calls,
    faults: state.faults,
    registerAccount: (registration) => void state.register(registration),
    registerApp: (registration) => void state.apps.set(registration.id, registration),
    configure: (change) => void Object.assign(state.options, change),
    callbackBehaviour(change) {
      state.delivery.outbox.behaviour = { ...state.delivery.outbox.behaviour, ...change };
    },
    customer(id, profile) {
      ensurePerson(state, id, profile);
      return customerOf(state, id);
    },
    openWindow: (accountId, person, at) => void state.accountNamed(accountId).windows.set(person, at ?? state.clock.now()),
    typeInApp: (accountId, person, content) =>
      new Promise((resolve) => {
        // The message id is known by then: no response arrives within the call itself, except for a drop.
        const messageId: string = typeInApp(state, state.accountNamed(accountId), person, content, (answer) =>
          queueMicrotask(() => resolve({ ...answer, messageId })),
        );
      }),
    killToken(accessToken) {
      const token = state.tokens.get(accessToken);
      if (!token) throw new Error("no such token");
      token.dead = true;
    },
    postCallback: (body, how = {}) => {
      const { callbackUrl: url, appSecret } = state.options;
      return postRaw(state.poster, body, how, { ...(url === undefined ? {} : { url }), appSecret });
    },
    sentTo: (person) => state.calls.filter((call) => call.messageId !== undefined && call.recipient === person),
    unsubscribe: (accountId) => state.accountNamed(accountId).subscribedFields.clear(),
    isSubscribed: (accountId) => state.accountNamed(accountId).subscribedFields.has("messages"),
    stats: () => ({ ...state.counts, callbacks: { ...state.poster.counts, open: state.poster.open } }),
    ...waitsOf(
      state,
      () => simulator,
      () => String(state.delivery.waiting),
    ),
    verifyCallback: (url, verifyToken = options.verifyToken ?? "") => verifyCallback(url, verifyToken),
    load: (load) => {
      const first = [...state.accounts.values()][0];
      return runLoad({ ...load, ...loadTarget(load, first?.destination, state), makeBody: load.makeBody ?? textBodies(state, first) });
    },
    reset() {
      state.reset();
      state.delivery.outbox.behaviour = { ...DEFAULT_BEHAVIOUR };
    },
    close: closeOf(state, server, () => {
      state.delivery.clear();
      state.swaps.clear();
    }),
  };
  const actions = controlActions(simulator);
  return simulator;
}

/** Texts from ten thousand customers, each with its own message id. */
function textBodies(state: PlatformState, account: Account | undefined): (index: number) => string {
  if (!account) throw new Error("load needs a registered account or makeBody");
  const { accountId } = account;
  return (index) => {
    const person = `10234567${String(10_000_000 + (index % 10_000))}`;
    const now = state.clock.now();
    const element = `{"sender":{"id":"${person}"},"recipient":{"id":"${accountId}"},"timestamp":${now},"message":{"mid":"${state.ids.message(person)}","text":"Load message ${index}"}}`;
    return `{"object":"instagram","entry":[{"id":"${accountId}","time":${now},"messaging":[${element}]}]}`;
  };
}
