import { listen } from "../shared/http.ts";
import { closeOf, waitsOf } from "../shared/simulation.ts";
import { postRaw } from "../shared/raw-callback.ts";
import { metaJson } from "../shared/signing.ts";
import { serveControl } from "../shared/control.ts";
import { controlActions } from "./control-api.ts";
import { customerOf, ensurePerson } from "./customers.ts";
import { statusError } from "./graph-errors.ts";
import { verifyCallback } from "../shared/handshake.ts";
import { userIdOf } from "./ids.ts";
import { DEFAULT_BEHAVIOUR } from "./knobs.ts";
import { loadTarget, runLoad } from "../shared/load.ts";
import { servePhone } from "../shared/phone/index.ts";
import { createChatAppPhone } from "./phone/phone.ts";
import { servePlatform } from "./platform-api.ts";
import { grant, isDialog, issueCode, SCOPES, serveDialog } from "./signup.ts";
import { PlatformState, type RegisteredNumber } from "./state.ts";
import { accountEvent, decideTemplate } from "./templates/template-api.ts";
import type { ChatAppSimulator, ChatAppSimulatorOptions, RecordedCall, SimulatorStats } from "./types.ts";

/** Starts the simulated platform on its own port. See the README for what each option and knob does. */
export async function startChatAppSimulator(options: ChatAppSimulatorOptions): Promise<ChatAppSimulator> {
  const state = new PlatformState(options);
  const phone = { backend: createChatAppPhone(state), transcripts: state.transcripts, clock: state.clock };
  const server = await listen(
    (request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      if (servePhone(phone, request, response)) return;
      if (request.url?.startsWith("/_simulator/")) serveControl(actions, request, response);
      else if (isDialog(path)) serveDialog(state, request, response);
      else servePlatform(state, request, response);
    },
    options.port ?? 0,
    options.host ?? "127.0.0.1",
  );
  state.baseUrl = server.url;

  const simulator: ChatAppSimulator = {
    url: server.url,
    port: server.port,
    calls: state.calls,
    faults: state.faults,
    registerNumber: (registration) => void state.register(registration),
    configure: (change) => void Object.assign(state.options, change),
    issueCode: (accessToken) => issueCode(state, accessToken, null),
    signUp: (accounts, { scopes = SCOPES } = {}) => grant(state, accounts, scopes, null),
    callbackBehaviour(change) {
      state.outbox.behaviour = { ...state.outbox.behaviour, ...change };
    },
    customer(waId, name, profile) {
      const person = ensurePerson(state, waId, name);
      if (profile) Object.assign(person, profile);
      state.peopleByUserId.set(person.userId, person);
      return customerOf(state, person);
    },
    customerCalls: state.voiceCalls,
    openWindow: (phoneNumberId, waId, at) => void numberOf(state, phoneNumberId).windows.set(waId, at ?? state.clock.now()),
    decideTemplate(businessAccountId, name, language, status, reason) {
      const account = state.accounts.get(businessAccountId);
      const template = account?.templates.find(name, language);
      if (!account || !template) throw new Error(`template ${name} (${language}) of account ${businessAccountId} is unknown`);
      decideTemplate(state, account, template, status, reason);
    },
    postStatus: (phoneNumberId, messageId, status, extra = {}) =>
      new Promise((resolve) => {
        const number = numberOf(state, phoneNumberId);
        const fields: Record<string, unknown> = { ...extra.extra };
        if (extra.waId !== undefined) Object.assign(fields, { recipient_id: extra.waId, recipient_user_id: userIdOf(extra.waId) });
        if (extra.reference !== undefined) fields.biz_opaque_callback_data = extra.reference;
        const tail = Object.keys(fields).length > 0 ? `,${metaJson(fields).slice(1, -1)}` : "";
        const errors = status === "failed" ? `,"errors":[${metaJson(statusError(extra.errorCode ?? 131000))}]` : "";
        state.statuses.post({ number, messageId, tail, errors, contacts: "", pricing: "", steps: [], dueMs: [] }, status, resolve);
      }),
    postAccountEvent: (businessAccountId, field, value) =>
      new Promise((resolve) => {
        const account = state.accounts.get(businessAccountId);
        if (!account) throw new Error(`account ${businessAccountId} is not registered`);
        accountEvent(state, account, field, value, resolve);
      }),
    postCallback: (body, how = {}) => {
      const { callbackUrl: url, appSecret } = state.options;
      return postRaw(state.poster, body, how, { ...(url === undefined ? {} : { url }), appSecret });
    },
    sentTo: (recipient) => state.calls.filter((call) => call.messageId !== undefined && isFor(call, recipient)),
    stats: () => statsOf(state),
    doubleSends: () => [...state.references].filter(([, count]) => count > 1).map(([reference, count]) => ({ reference, count })),
    ...waitsOf(
      state,
      () => simulator,
      () => `${state.statuses.scheduled} statuses`,
    ),
    releaseStatuses: () => state.statuses.release(),
    verifyCallback: (url, verifyToken = options.verifyToken ?? "") => verifyCallback(url, verifyToken),
    load: (load) => {
      const first = [...state.numbers.values()][0];
      return runLoad({ ...load, ...loadTarget(load, first?.destination, state), makeBody: load.makeBody ?? textBodies(state, first) });
    },
    reset() {
      state.reset();
      state.outbox.behaviour = { ...DEFAULT_BEHAVIOUR };
    },
    close: closeOf(state, server, () => {
      state.stopReviews();
      state.voiceCalls.clear();
      state.statuses.clear();
      state.outbox.clear();
      state.swaps.clear();
    }),
  };
  const actions = controlActions(simulator, state);
  return simulator;
}

function numberOf(state: PlatformState, phoneNumberId: string): RegisteredNumber {
  const number = state.numbers.get(phoneNumberId);
  if (!number) throw new Error(`number ${phoneNumberId} is not registered`);
  return number;
}

function isFor(call: RecordedCall, recipient: string): boolean {
  if (call.waId === recipient) return true;
  const { to, recipient: userId } = call.body as { to?: unknown; recipient?: unknown };
  return (
    userId === recipient || (typeof to === "string" && to.replace(/\D/g, "") === recipient.replace(/\D/g, "") && /^\+?\d/.test(recipient))
  );
}

function statsOf(state: PlatformState): SimulatorStats {
  return {
    ...state.counts,
    byMessageCount: state.references,
    callbacks: { ...state.poster.counts, open: state.poster.open },
    statusesScheduled: state.statuses.scheduled,
  };
}

/** Texts from ten thousand customers, each with its own message id. */
function textBodies(state: PlatformState, number: RegisteredNumber | undefined): (index: number) => string {
  if (!number) throw new Error("load needs a registered number or makeBody");
  const head = `{"object":"whatsapp_business_account","entry":[${number.entryHead}`;
  return (index) => {
    const waId = `4479${String(10_000_000 + (index % 10_000))}`;
    const contact = `"contacts":[{"profile":{"name":"Load ${index % 10_000}"},"wa_id":"${waId}","user_id":"${userIdOf(waId)}"}]`;
    const message = `{"from":"${waId}","id":"${state.ids.message(waId)}","timestamp":"${state.seconds()}","type":"text","text":{"body":"Load message ${index}"}}`;
    return `${head}${contact},"messages":[${message}]},"field":"messages"}]}]}`;
  };
}
