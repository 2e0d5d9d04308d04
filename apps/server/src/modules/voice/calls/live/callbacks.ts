import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type AccountRow,
  type AccountsService,
  callbackPath,
  type TelephonyProvider,
  telephonyProviders,
  tenantOfAccount,
} from "#modules/voice/telephony/index.ts";
import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import type { Answering } from "../outbound/answering.ts";
import { type Incoming, transferNumber } from "./incoming.ts";
import { callOfProvider } from "./live.queries.ts";
import { streamPathOf } from "./streams.ts";

export interface CallbacksDeps {
  database: Database;
  clock: Clock;
  log: Log;
  accounts: Pick<AccountsService, "find" | "access">;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
  publicUrl(): string;
}

const formBytesMax = 64 * 1_024;
const fieldsMax = 200;

interface Verified {
  tenantId: string;
  account: AccountRow;
  provider: TelephonyProvider;
  form: URLSearchParams;
}

/**
 * A telephony provider's callbacks: for an incoming call, for an outbound one, and after a stream. The account in the
 * URL identifies the tenant, and its token verifies the request; a body can choose neither.
 */
export function createTelephonyCallbacks(deps: CallbacksDeps, incoming: Incoming, answering: Answering) {
  async function verify(request: FastifyRequest, what: string): Promise<Verified> {
    const { id: wire } = request.params as { id: string };
    const id = parseWireId("tla", wire);
    const tenantId = id === null ? null : await tenantOfAccount(deps.database, id);
    if (id === null || tenantId === null) throw notFound();
    const { account, access } = await deps.database.withTenant(tenantId, async (tx) => {
      const found = await deps.accounts.find(tx, wire);
      return { account: found, access: await deps.accounts.access(tx, found) };
    });
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
    const provider = telephonyProviders[account.provider];
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : undefined;
    };
    const url = `${deps.publicUrl()}${callbackPath(id)}/${what}`;
    if (access === null || form.size > fieldsMax || !provider.isSigned(access, { url, form, header }))
      throw new AppError("unauthorized", { message: "The signature does not match the account's token and our public address." });
    return { tenantId, account, provider, form };
  }

  function answer(reply: FastifyReply, provider: TelephonyProvider, body: string) {
    return reply.code(200).header("content-type", provider.markup.contentType).header("cache-control", "no-store").send(body);
  }

  async function onCall(request: FastifyRequest, reply: FastifyReply) {
    const { tenantId, account, provider, form } = await verify(request, "calls");
    const call = provider.readCall(form);
    if (call === null || call.accountId !== account.provider_account_id)
      throw new AppError("validation_error", { message: "The body is not an incoming call of this account." });
    const streamUrl = `${deps.publicUrl().replace(/^http/, "ws")}${streamPathOf(account.provider)}`;
    const afterUrl = `${deps.publicUrl()}${callbackPath(account.id)}/after`;
    return answer(reply, provider, await incoming.announce(tenantId, account, call, { streamUrl, afterUrl }));
  }

  /** The stream has ended: either by us, with the next step in the call's row, or by accident. */
  async function onAfter(request: FastifyRequest, reply: FastifyReply) {
    const { tenantId, account, provider, form } = await verify(request, "after");
    const callId = provider.readCallId(form);
    const { markup } = provider;
    const found = await deps.database.withTenant(tenantId, async (tx) => {
      const call = callId === null ? null : await callOfProvider(tx, account.id, callId);
      return call === null ? null : { call, agent: await deps.voiceAgents.byId(tx, call.voice_agent_id) };
    });
    if (found === null || found.agent === null) return answer(reply, provider, markup.hangUp(null, null));
    const { call, agent } = found;
    const { language } = agent.settings.speech;
    const to = transferNumber(agent, deps.clock.now());
    // No next step was stored: the process that had the call is gone.
    const action = call.after_action ?? "apology";
    if (action === "hang_up") return answer(reply, provider, markup.hangUp(null, language));
    const say = action === "apology" ? agent.settings.messages.apology : null;
    if (to !== null) return answer(reply, provider, markup.dial(say, language, to));
    return answer(reply, provider, markup.hangUp(say ?? agent.settings.messages.unavailable, language));
  }

  /** A person or a machine answered an outbound call. One that is over, or not this account's, is ended. */
  async function onAnswered(request: FastifyRequest, reply: FastifyReply) {
    const { call: wire } = request.params as { call: string };
    const { tenantId, account, provider, form } = await verify(request, `outbound/${wire}/answered`);
    const answered = provider.readAnswered(form);
    if (answered === null || answered.accountId !== account.provider_account_id)
      throw new AppError("validation_error", { message: "The body is not an answered call of this account." });
    const streamUrl = `${deps.publicUrl().replace(/^http/, "ws")}${streamPathOf(account.provider)}`;
    const afterUrl = `${deps.publicUrl()}${callbackPath(account.id)}/after`;
    return answer(reply, provider, await answering.answered(tenantId, account, wire, answered, { streamUrl, afterUrl }));
  }

  async function onDialEnd(request: FastifyRequest, reply: FastifyReply) {
    const { call: wire } = request.params as { call: string };
    const { tenantId, account, provider, form } = await verify(request, `outbound/${wire}/status`);
    const end = provider.readDialEnd(form);
    if (end !== null) await answering.ended(tenantId, account, wire, end);
    return reply.code(204).send();
  }

  return {
    async register(app: FastifyInstance): Promise<void> {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: formBytesMax }, (_request, body, done) => done(null, body));
        scope.post("/callbacks/telephony/:id/calls", { bodyLimit: formBytesMax }, onCall);
        scope.post("/callbacks/telephony/:id/after", { bodyLimit: formBytesMax }, onAfter);
        scope.post("/callbacks/telephony/:id/outbound/:call/answered", { bodyLimit: formBytesMax }, onAnswered);
        scope.post("/callbacks/telephony/:id/outbound/:call/status", { bodyLimit: formBytesMax }, onDialEnd);
      });
    },
  };
}
