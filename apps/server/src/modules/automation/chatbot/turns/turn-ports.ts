import type { BotControl, ConversationsService } from "#modules/inbox/conversations/index.ts";
import { recordSearch } from "#modules/knowledge/knowledge/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/inbox/messages/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import type { TicketsService } from "#modules/service/tickets/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import { shorten } from "./checks.ts";
import { systemContext } from "../control.ts";
import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import { createDecidePorts, readTeamAvailability, transcriptMessage, renderPassage } from "./decide-ports.ts";
import { loopWindowMs } from "./gates.ts";
import * as sessions from "../sessions.queries.ts";
import type { Decided, DecidePorts, TurnPorts } from "./turn.ts";
import type { TurnInput } from "./turn.types.ts";
import * as turns from "./turns.queries.ts";

export interface TurnDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  log: Log;
  ai: AiGateway;
  conversations: Pick<ConversationsService, "find" | "lockWithPerson" | "recipientOf" | "addNote" | "event">;
  botControl: BotControl;
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
  tickets: Pick<TicketsService, "createFromConversation">;
}

const historyMax = 40;
const dayMs = 86_400_000;

/** The real ports, for one claimed session. */
export function createTurnPorts(deps: TurnDeps, claim: sessions.ClaimedSession): TurnPorts {
  const tenantId = claim.tenant_id;
  const wire = wireId("conv", claim.conversation_id);
  const beganAt = deps.clock.now();
  let session: sessions.SessionRow | undefined;
  let input: TurnInput | undefined;
  let ports: DecidePorts | undefined;
  const loaded = () => {
    if (input === undefined || session === undefined || ports === undefined) throw new Error("a turn that was not loaded");
    return { input, session, ports };
  };

  const isClaimed = (row: sessions.SessionRow) => row.state === "leased" && row.lease_until?.getTime() === claim.lease_until.getTime();

  async function load(): Promise<TurnInput | null> {
    return deps.database.withTenant(tenantId, async (tx) => {
      const now = deps.clock.now();
      const row = await sessions.findSession(tx, claim.conversation_id);
      if (row === null || !isClaimed(row)) return null;
      session = row;
      const facts = await turns.readTurnFacts(tx, row.conversation_id, row.chatbot_id, row.began_at);
      if (facts === null) return null;
      const history = (await turns.readTranscript(tx, row.conversation_id, row.began_at, null, historyMax)).map(transcriptMessage);
      const counts = await turns.countTurns(tx, {
        conversationId: row.conversation_id,
        chatbotId: row.chatbot_id,
        dayAgo: new Date(now.getTime() - dayMs),
        recent: new Date(now.getTime() - loopWindowMs),
        conversationMax: facts.settings.limits.repliesPerConversationPerDay,
        chatbotMax: facts.settings.limits.repliesPerDay,
      });
      const waiting = new Set(row.pending);
      input = {
        tenantName: facts.tenant_name,
        chatbot: { id: facts.chatbot_id, version: facts.version, isActive: facts.is_active, settings: facts.settings },
        conversation: {
          id: row.conversation_id,
          channelId: facts.channel_id,
          controlled: facts.controlled,
          teamWrote: facts.team_wrote,
          windowExpiresAt: facts.window_expires_at,
        },
        contact: {
          name: facts.contact_name,
          language: facts.contact_language,
          optedOut: facts.opt_in === "opted_out",
          blocked: facts.blocked_at !== null,
        },
        session: { replies: row.replies, failedTurns: row.failed_turns, toldClosed: row.told_closed },
        pending: history.filter((message) => message.by === "customer" && waiting.has(message.id)),
        history,
        counts: { conversationToday: counts.conversation_today, chatbotToday: counts.chatbot_today, recent: counts.recent },
        teamIsAvailable: await readTeamAvailability(tx, now),
      };
      ports = createDecidePorts(deps, {
        tenantId,
        settings: facts.settings,
        purpose: "chatbot",
        // The same if the turn is run again after a crash; a new one as soon as the customer writes again.
        reference: `chatbot:${row.conversation_id}:${row.epoch}:${row.heard}`,
      });
      return input;
    });
  }

  async function commit(_: TurnInput, decided: Decided): Promise<void> {
    const { input, session } = loaded();
    const { outcome } = decided;
    // Preparing does look-ups of its own, so it runs before the transaction. A message that cannot be sent must not keep a customer from
    // people.
    let prepared: PreparedMessage | null = null;
    let unsent: string | null = null;
    if (outcome.text !== null) {
      try {
        const prepare = await messagePreparer(session.chatbot_id);
        const fitting = await fitToChannel(outcome.text, prepare);
        prepared = fitting.prepared;
        outcome.text = fitting.text;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        unsent = error.code;
      }
    }
    const sent = await deps.database.withTenant(tenantId, (tx) =>
      write(systemContext(tx, deps.clock.now()), input, session, decided, prepared, unsent),
    );
    if (sent) deps.messages.sent();
  }

  async function messagePreparer(chatbotId: string): Promise<(text: string) => Promise<PreparedMessage>> {
    const recipient = await deps.database.withTenant(tenantId, async (tx) =>
      deps.conversations.recipientOf(tx, await deps.conversations.find(systemContext(tx, deps.clock.now()), wire)),
    );
    const { tx: _, ...ctx } = systemContext({ tenantId } as Tx, deps.clock.now());
    return (text) => deps.messages.prepare(ctx, { ...recipient, type: "text", text }, { kind: "chatbot", id: wireId("bot", chatbotId) });
  }

  /** The fence, and everything that follows. True: a message was accepted. */
  async function write(
    ctx: TxContext,
    input: TurnInput,
    before: sessions.SessionRow,
    decided: Decided,
    prepared: PreparedMessage | null,
    unsent: string | null,
  ): Promise<boolean> {
    const { tx, now } = ctx;
    const { outcome } = decided;
    const { handover } = input.chatbot.settings;
    const target = outcome.decision === "handed_over" ? await lockHandoverTarget(tx, handover) : {};
    const row = await deps.conversations.lockWithPerson(ctx, wire);
    const session = await sessions.findSession(tx, claim.conversation_id, true);
    // Another worker has it, because this one's lease expired.
    if (session === null || !isClaimed(session)) return false;
    const facts = await turns.readTurnFacts(tx, row.id, session.chatbot_id, session.began_at);
    const disposed = input.pending.map((message) => message.id);
    // The chatbot was switched off: nothing else gives the conversation to people.
    if (facts?.controlled === true && !facts.is_active) await deps.botControl.release(ctx, wire, {});
    const finish = (how: Partial<Parameters<typeof sessions.finishSession>[1]>) =>
      sessions.finishSession(tx, {
        conversationId: row.id,
        disposed,
        heard: before.heard,
        replied: false,
        failed: false,
        toldClosed: null,
        handedOverAt: null,
        ...how,
      });
    const record = (how: Partial<turns.TurnRow>) =>
      turns.insertTurn(tx, {
        id: deps.ids.uuid(),
        chatbot_id: input.chatbot.id,
        chatbot_version: input.chatbot.version,
        conversation_id: row.id,
        epoch: before.epoch,
        decision: outcome.decision,
        reason: outcome.reason,
        inbound_ids: disposed,
        reply_message_id: null,
        reply: outcome.text ?? decided.reply,
        trace: {
          steps: decided.trace,
          passages: decided.passages.map(renderPassage),
          question: decided.question,
          language: decided.language,
        },
        provider: decided.usage?.provider ?? null,
        model: decided.usage?.model ?? null,
        input_tokens: decided.usage?.inputTokens ?? null,
        output_tokens: decided.usage?.outputTokens ?? null,
        cost: decided.usage?.cost ?? null,
        began_at: beganAt,
        created_at: now,
        ...how,
      });
    const controlled = facts?.controlled ?? false;
    const same =
      session.epoch === before.epoch &&
      controlled === input.conversation.controlled &&
      (facts?.is_active ?? false) === input.chatbot.isActive;
    // On a resolved conversation, a message would start another one.
    const over = row.status === "resolved";
    if (session.heard !== before.heard || !same || over || (!controlled && facts?.team_wrote !== input.conversation.teamWrote)) {
      const newer = session.heard !== before.heard && same && !over;
      // If there is a newer message, the next turn covers all of them; whoever has taken over answers them all.
      await finish(newer || session.epoch !== before.epoch ? { disposed: [] } : {});
      await record({ decision: "superseded", reason: newer ? "newer_message" : "taken_over" });
      return false;
    }
    if (decided.question !== null) await recordSearch(tx, now, deps.ids, { question: decided.question, bestScore: decided.bestScore });
    if (outcome.decision === "silenced") {
      await finish({});
      // Conversations that a chatbot does not serve get no chatbot events either.
      if (input.conversation.controlled || outcome.reason !== "not_in_control") await record({});
      return false;
    }
    let decision = outcome.decision;
    let reason = outcome.reason;
    if (decision === "handed_over") await deps.botControl.release(ctx, wire, target);
    let messageId: string | null = null;
    if (prepared !== null) {
      try {
        const message = await deps.messages.acceptWithin(ctx, prepared);
        messageId = message.id;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        unsent = error.code;
      }
    }
    if (unsent !== null) decided.trace.push({ step: "commit", result: "not_sent", details: { code: unsent } });
    // An answer that cannot be sent: at least people see the customer.
    if (unsent !== null && (decision === "answered" || decision === "declined")) {
      decision = "handed_over";
      reason = unsent === "window_closed" ? "window_closed" : "failed_to_send";
      await deps.botControl.release(ctx, wire, {});
    }
    // After the message, which does not count as an answer to the customer.
    if (decision === "handed_over") await deps.botControl.markCustomerWaiting(ctx, row.id);
    if (decision === "handed_over") await followHandover(ctx, row, reason ?? "model", outcome.summary, input);
    await finish({
      replied: messageId !== null && (decision === "answered" || decision === "declined"),
      failed: outcome.failed,
      toldClosed: messageId === null ? null : outcome.closedInterval,
      handedOverAt: decision === "handed_over" ? now : null,
    });
    await record({ decision, reason, reply_message_id: messageId === null ? null : parseWireId("msg", messageId) });
    return messageId !== null;
  }

  /** Locked before the conversation, as everywhere. Skips what was deleted: a customer is waiting. */
  async function lockHandoverTarget(tx: Tx, handover: TurnInput["chatbot"]["settings"]["handover"]) {
    const assigneeId = handover.assigneeId === null ? null : wireId("agt", handover.assigneeId);
    const divisionId = handover.divisionId === null ? null : wireId("div", handover.divisionId);
    const found = assigneeId === null ? null : await getMember(tx, assigneeId, true).catch(ignoreNotFound);
    const [division] = handover.divisionId === null ? [] : await turns.holdDivision(tx, handover.divisionId);
    return {
      ...(found === null ? {} : { assigneeId: assigneeId as string }),
      ...(division === undefined ? {} : { divisionId: divisionId as string }),
      ...(handover.priority === null ? {} : { priority: handover.priority }),
    };
  }

  async function followHandover(
    ctx: TxContext,
    row: Awaited<ReturnType<TurnDeps["conversations"]["find"]>>,
    reason: string,
    summary: string | null,
    input: TurnInput,
  ): Promise<void> {
    const author = { kind: "chatbot" as const, id: wireId("bot", input.chatbot.id) };
    if (summary !== null) await deps.conversations.addNote(ctx, wire, { text: summary }, author);
    const { createTicket, priority } = input.chatbot.settings.handover;
    const ticket = createTicket ? await deps.tickets.createFromConversation(ctx, wire, priority === null ? {} : { priority }) : null;
    await appendEvents(ctx.tx, ctx.now, [
      deps.conversations.event(row, "handover.requested", { chatbotId: author.id, reason, summary, ticketId: ticket?.id ?? null }),
    ]);
  }

  return {
    now: () => deps.clock.now(),
    nonce: () => loaded().ports.nonce(),
    search: (question) => loaded().ports.search(question),
    generate: (prompt, attempt, withinMs) => loaded().ports.generate(prompt, attempt, withinMs),
    load,
    commit,
    report: (error) => deps.log.error({ err: error }, "a chatbot turn failed; the conversation is handed over to agents"),
  };
}

/** In characters; a channel may count bytes, and allow far fewer. */
const lengths = [4_000, 2_000, 1_000, 500, 250];

/** As much of a text as the channel allows. Throws everything else that `prepare` throws. */
async function fitToChannel(
  text: string,
  prepare: (text: string) => Promise<PreparedMessage>,
): Promise<{ text: string; prepared: PreparedMessage }> {
  for (const max of [text.length, ...lengths.filter((length) => length < text.length)]) {
    const part = shorten(text, max);
    try {
      return { text: part, prepared: await prepare(part) };
    } catch (error) {
      const tooLong = error instanceof AppError && error.details?.some(({ issue }) => issue === "too_long") === true;
      if (!tooLong || max <= (lengths.at(-1) ?? 0)) throw error;
    }
  }
  throw new AppError("validation_error", { details: [{ field: "text", issue: "too_long" }] });
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}
