import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { MessagesService } from "#modules/inbox/messages/index.ts";
import { questionFor } from "#modules/people/agent-settings/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./csat.queries.ts";

export interface AskingDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  conversations: Pick<ConversationsService, "find" | "lockWithPerson" | "recipientOf">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
}

const batchMax = 50;
/** How late a survey may be sent. */
const pollMs = 15_000;

/**
 * Sends surveys to customers some time after their conversation was resolved. Message and survey are written in one
 * transaction under the locks of the person and the conversation, and a key allows one survey per resolution: any
 * number of workers ask once. A survey that cannot be sent (customer service window closed, opted out) is stored with
 * its reason and not retried.
 */
export function createSurveyLoop(deps: AskingDeps): Loop {
  async function ask(ctx: Context, due: queries.Due): Promise<boolean> {
    const { database } = deps;
    const conversation = wireId("conv", due.id);
    const survey = { id: deps.ids.uuid(), conversationId: due.id, resolvedAt: due.resolved_at };
    const skip = (reason: string) =>
      database.withTenant(ctx.tenantId, (tx) => queries.insertSurvey(tx, ctx.now, { ...survey, skippedReason: reason, messageId: null }));
    try {
      const recipient = await database.withTenant(ctx.tenantId, async (tx) =>
        deps.conversations.recipientOf(tx, await deps.conversations.find({ ...ctx, tx }, conversation)),
      );
      const text = questionFor(due.questions, due.language);
      const prepared = await deps.messages.prepare(ctx, { ...recipient, type: "text", text }, { kind: "flow", id: "csat" });
      return await database.withTenant(ctx.tenantId, async (tx) => {
        await deps.conversations.lockWithPerson({ ...ctx, tx }, conversation);
        const resolution = await queries.readResolution(tx, due.id, due.resolved_at);
        if (!resolution.open) return false;
        const reason = resolution.blocked ? "blocked" : resolution.superseded ? "superseded" : null;
        const kept = reason === null ? await queries.openForMessage(tx, due.id, due.resolved_at) : null;
        if (kept === null) {
          await queries.insertSurvey(tx, ctx.now, { ...survey, skippedReason: reason ?? "superseded", messageId: null });
          return false;
        }
        const message = await deps.messages.acceptWithin({ ...ctx, tx }, prepared);
        // The person has another conversation only if the identity was moved at this very moment.
        if (message.conversationId !== conversation) throw new AppError("conflict");
        await queries.restoreResolved(tx, due.id, kept);
        await queries.insertSurvey(tx, ctx.now, { ...survey, skippedReason: null, messageId: parseWireId("msg", message.id) });
        return true;
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await skip(error.code);
      return false;
    }
  }

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    let asked = 0;
    let full = false;
    for (const tenantId of await queries.listTenants(deps.database, now)) {
      let due: queries.Due[];
      try {
        due = await retryConflicts(() => deps.database.withTenant(tenantId, (tx) => queries.listDue(tx, now, batchMax)));
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        deps.log.error({ err: error, tenantId }, "customers to survey could not be looked up; it is retried");
        continue;
      }
      const ctx: Context = { tenantId, actor: { kind: "system", id: "csat" }, scopes: new Set(), session: null, requestId: "", now };
      for (const item of due) {
        try {
          if (await retryConflicts(() => ask(ctx, item))) asked += 1;
        } catch (error) {
          // One failure must not block the others; the next round retries it.
          if (isConnectionFailure(error)) throw error;
          deps.log.error({ err: error, conversation: item.id }, "a satisfaction survey could not be sent");
        }
      }
      full ||= due.length === batchMax && asked > 0;
    }
    if (asked > 0) {
      deps.messages.sent();
      deps.wake.hint("events");
    }
    return full;
  }

  return createLoop({ name: "customer satisfaction", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
