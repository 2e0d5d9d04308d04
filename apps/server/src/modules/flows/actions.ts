import type { ChatbotControl } from "#modules/chatbot/index.ts";
import { type CannedRepliesService, fillFor } from "#modules/canned-replies/index.ts";
import type { ContactsService } from "#modules/contacts/index.ts";
import type { ConversationsService } from "#modules/conversations/index.ts";
import type { DealsService } from "#modules/deals/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/messages/index.ts";
import type { NotificationsService } from "#modules/notifications/index.ts";
import { getMember } from "#modules/tenants/index.ts";
import type { TicketsService } from "#modules/tickets/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { flowEmitted, type Step } from "./definition.ts";
import type { Answer, RequestStep, StoredValue } from "./http-request.ts";
import { mapTexts, type Placeholder, placeholdersOf, renderText, textsIn } from "./flow-texts.ts";
import { findFlow, findVersion } from "./flows.queries.ts";
import { conversationOf, createRunMessages, type RunMessageDeps } from "./run-messages.ts";
import { findOpenDeal, insertRuns, type RunRow } from "./runs.queries.ts";
import { findTicketsOf } from "./references.queries.ts";
import { isSchedule } from "./schedule-audience.ts";
import { subjectBeside } from "./schedule-subjects.ts";

export interface ActionDeps extends RunMessageDeps {
  ids: IdSource;
  contacts: Pick<ContactsService, "get" | "update">;
  conversations: Pick<ConversationsService, "find" | "get" | "lockWithPerson" | "recipientOf" | "update" | "addNote">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
  cannedReplies: Pick<CannedRepliesService, "fill">;
  tickets: Pick<TicketsService, "create" | "update">;
  deals: Pick<DealsService, "create" | "update">;
  notifications: Pick<NotificationsService, "notify">;
  chatbot: Pick<ChatbotControl, "handOver" | "resume">;
}

/** How many flows may stand in a chain of causes. */
export const chainMax = 5;

/** Whoever acts in a run: its flow. */
export const flowActor = (flowId: string) => ({ kind: "system" as const, id: wireId("flow", flowId) });

/** What needs network or transactions of its own is made ready before the step's transaction. */
export interface Prepared {
  message: PreparedMessage | null;
}

const variablesMax = 100;
/** Of what a step emits, with its variables, as JSON. */
const payloadMax = 16_384;
const customPrefix = "customFields.";
type ContactInput = Exclude<Parameters<ContactsService["update"]>[2], (contact: never) => unknown>;

/** Members of steps that are texts with variables. */
export const filledFields = ["text", "subject", "description", "title", "note"] as const;

/** Fields of a contact that a flow may set, besides customFields.KEY. */
export const settableFields = ["name", "email", "phone", "language", "timezone", "country", "ownerId", "stageId", "source"] as const;

export function createActions(deps: ActionDeps) {
  /** What the placeholders of texts stand for, secrets excepted. Throws template_variables_mismatch where one has no value. */
  async function fillingsOf(ctx: TxContext, row: RunRow, texts: readonly string[]): Promise<Record<string, string>> {
    const wanted = placeholdersOf(texts).filter(({ kind }) => kind !== "secret");
    const missing: string[] = [];
    const fillings: [string, string][] = [];
    const replies: Placeholder[] = [];
    for (const placeholder of wanted) {
      if (placeholder.kind === "reply") {
        replies.push(placeholder);
        continue;
      }
      const value = row.context.variables?.[placeholder.own as string] ?? null;
      const text = value === null || value === "" ? placeholder.standIn : Array.isArray(value) ? value.join(", ") : String(value);
      if (text === null) missing.push(placeholder.name);
      else fillings.push([placeholder.key, text]);
    }
    if (replies.length > 0) {
      // Filled together: what they say is looked up once. No value has a NUL in it.
      const written = replies.map(({ key }) => `{{${key}}}`).join("\0");
      const filled =
        row.conversation_id === null
          ? fillFor(written, await deps.contacts.get(ctx.tx, wireId("cnt", row.contact_id)))
          : await deps.cannedReplies.fill(ctx, written, wireId("conv", row.conversation_id));
      missing.push(...filled.missing);
      for (const [i, text] of filled.text.split("\0").entries()) fillings.push([(replies[i] as Placeholder).key, text]);
    }
    if (missing.length > 0)
      throw new AppError("template_variables_mismatch", {
        message: `The flow has no value for ${missing.join(", ")}.`,
        details: missing.map((field) => ({ field, issue: "required" as const })),
      });
    return Object.fromEntries(fillings);
  }

  /** Texts with their variables. */
  async function filledAll(ctx: TxContext, row: RunRow, texts: readonly string[]): Promise<string[]> {
    const fillings = await fillingsOf(ctx, row, texts);
    return texts.map((text) => renderText(text, ({ key }) => fillings[key] ?? ""));
  }
  const filled = async (ctx: TxContext, row: RunRow, text: string): Promise<string> => (await filledAll(ctx, row, [text]))[0] as string;

  const { prepareMessage, send } = createRunMessages(deps, filledAll);

  async function setField(ctx: TxContext, row: RunRow, field: string, value: unknown): Promise<void> {
    const change = field.startsWith(customPrefix) ? { customFields: { [field.slice(customPrefix.length)]: value } } : { [field]: value };
    await deps.contacts.update(ctx, wireId("cnt", row.contact_id), change as ContactInput);
  }

  async function startFlow(ctx: TxContext, row: RunRow, wire: string): Promise<Record<string, unknown>> {
    const id = parseWireId("flow", wire);
    const flow = id === null ? null : await findFlow(ctx.tx, id);
    if (flow === null || flow.status !== "active" || flow.active_version === null)
      throw new AppError("conflict", { message: "The flow to start is not active." });
    if (row.depth >= chainMax) throw loopDetected(`More than ${chainMax} flows started each other in a chain.`);
    const version = await findVersion(ctx.tx, flow.id, flow.active_version);
    const here = { contactId: row.contact_id, conversationId: row.conversation_id, context: row.context };
    const trigger = version?.definition.trigger;
    const subject = trigger !== undefined && isSchedule(trigger) ? await subjectBeside(ctx.tx, trigger, here) : here;
    const [runId] = await insertRuns(ctx.tx, ctx.now, [
      {
        id: deps.ids.uuid(),
        flowId: flow.id,
        version: flow.active_version,
        ...subject,
        startedBy: wireId("frun", row.id),
        eventId: null,
        depth: row.depth + 1,
        once: version?.definition.oncePerContact === true,
        error: null,
      },
    ]);
    return { runId: runId === undefined ? null : wireId("frun", runId) };
  }

  /** People have the conversation from now on: it is open, whoever had it. */
  async function handOver(ctx: TxContext, row: RunRow, step: Step, to: object): Promise<Record<string, unknown>> {
    const wire = conversationOf(row);
    await deps.chatbot.handOver(ctx, wire);
    await deps.conversations.update(ctx, wire, { status: "open", ...to });
    if (step["note"] === undefined) return {};
    const author = { kind: "flow" as const, id: wireId("flow", row.flow_id) };
    return { messageId: (await deps.conversations.addNote(ctx, wire, { text: await filled(ctx, row, String(step["note"])) }, author)).id };
  }

  /** Of an answer: into variables of the run, which are answered, and fields of the contact. */
  async function storeAnswer(ctx: TxContext, row: RunRow, step: RequestStep, answer: Answer): Promise<Record<string, StoredValue>> {
    const variables: Record<string, StoredValue> = { ...row.context.variables };
    for (const [i, { variable, field }] of (step.store ?? []).entries()) {
      const value = answer.values[i] ?? null;
      if (variable !== undefined) variables[variable] = value;
      else if (field !== undefined && value !== null) await setField(ctx, row, field, value);
    }
    if (Object.keys(variables).length > variablesMax)
      throw new AppError("conflict", { message: `A run can have at most ${variablesMax} variables.` });
    return variables;
  }

  async function members(tx: Tx, wires: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const wire of wires) ids.push((await getMember(tx, wire)).userId);
    return ids;
  }

  async function filledPayload(ctx: TxContext, row: RunRow, step: Step): Promise<Record<string, unknown>> {
    const payload = (step["payload"] ?? {}) as Record<string, unknown>;
    const fillings = await fillingsOf(ctx, row, textsIn(payload));
    const filled = mapTexts(payload, (text) => renderText(text, ({ key }) => fillings[key] ?? "")) as Record<string, unknown>;
    if (JSON.stringify(filled).length > payloadMax)
      throw brokenRule("payload", "too_long", `With its variables filled in, it has more than ${payloadMax} characters.`);
    return filled;
  }

  async function emit(ctx: TxContext, row: RunRow, step: Step): Promise<Record<string, unknown>> {
    const conversation = row.conversation_id === null ? null : await deps.conversations.find(ctx, conversationOf(row));
    const eventId = deps.ids.uuid();
    const data = {
      name: step["name"],
      flowId: wireId("flow", row.flow_id),
      runId: wireId("frun", row.id),
      contactId: wireId("cnt", row.contact_id),
      conversationId: conversation === null ? null : wireId("conv", conversation.id),
      channelId: conversation === null ? null : wireId("chn", conversation.channel_id),
      payload: await filledPayload(ctx, row, step),
    };
    const event = {
      id: eventId,
      type: flowEmitted,
      data,
      channelId: conversation?.channel_id ?? null,
      conversationId: conversation?.id ?? null,
    };
    await appendEvents(ctx.tx, ctx.now, [event]);
    return { eventId: wireId("evt", eventId) };
  }

  return {
    fillingsOf,
    storeAnswer,

    /** The texts of a step with their variables, for people to read. */
    async textsOf(ctx: TxContext, row: RunRow, step: Step): Promise<Record<string, unknown>> {
      if (step.type === "emit_webhook") return { payload: await filledPayload(ctx, row, step) };
      const fields = step.type === "notify" ? [] : filledFields.filter((field) => typeof step[field] === "string");
      const texts = await filledAll(
        ctx,
        row,
        fields.map((field) => String(step[field])),
      );
      return Object.fromEntries(fields.map((field, i) => [field, texts[i] as string]));
    },

    /** Whether a step has something to be prepared. */
    prepares,

    /** Outside of the step's transaction. Throws what refuses a message. */
    async prepare(ctx: Context, row: RunRow, step: Step): Promise<Prepared> {
      return { message: prepares(step) ? await prepareMessage(ctx, row, step) : null };
    },

    /** The effect of a step, in the transaction that takes the run on. Answers what is kept of it. Throws what the verbs behind it throw. */
    async perform(ctx: TxContext, row: RunRow, step: Step, prepared: Prepared): Promise<Record<string, unknown>> {
      const contact = wireId("cnt", row.contact_id);
      const conversation = async (change: Parameters<ConversationsService["update"]>[2]) => {
        await deps.conversations.update(ctx, conversationOf(row), change);
        return {};
      };
      const text = (field: string) => String(step[field]);
      const optional = <const F extends string>(...fields: F[]) =>
        Object.fromEntries(fields.flatMap((field) => (step[field] === undefined ? [] : [[field, step[field]]]))) as Record<F, never>;
      const linked = {
        contactId: contact,
        ...(row.conversation_id === null ? {} : { conversationId: wireId("conv", row.conversation_id) }),
      };
      switch (step.type) {
        case "send_message":
        case "send_template":
          if (prepared.message === null) throw new Error("a message that was not prepared");
          return send(ctx, row, prepared.message);
        case "add_tag":
          await deps.contacts.update(ctx, contact, ({ tags }) => (tags.includes(text("tag")) ? {} : { tags: [...tags, text("tag")] }));
          return {};
        case "remove_tag":
          await deps.contacts.update(ctx, contact, ({ tags }) => ({ tags: tags.filter((tag) => tag !== text("tag")) }));
          return {};
        case "set_field":
          await setField(ctx, row, text("field"), step["value"]);
          return {};
        case "assign":
          return conversation(optional("assigneeId", "divisionId"));
        case "set_status":
          return conversation({ status: step["status"] as "open" });
        case "snooze":
          return conversation({ snoozedUntil: new Date(ctx.now.getTime() + Number(step["minutes"]) * 60_000).toISOString() });
        case "set_priority":
          return conversation({ priority: step["priority"] as "low" });
        case "add_label":
          return conversation({ addLabels: [text("label")] });
        case "remove_label":
          return conversation({ removeLabels: [text("label")] });
        case "add_note": {
          const author = { kind: "flow" as const, id: wireId("flow", row.flow_id) };
          const note = await deps.conversations.addNote(ctx, conversationOf(row), { text: await filled(ctx, row, text("text")) }, author);
          return { messageId: note.id };
        }
        case "create_ticket": {
          const subject = (await filled(ctx, row, text("subject"))).slice(0, 500).toWellFormed();
          const rest = optional("priority", "category", "assigneeId");
          const description = step["description"] === undefined ? {} : { description: await filled(ctx, row, text("description")) };
          const { id } = await deps.tickets.create(ctx, { ...linked, ...rest, ...description, subject, source: "flow" });
          row.context = { ...row.context, ticketId: parseWireId("tkt", id) as string };
          return { ticketId: id };
        }
        case "update_ticket": {
          const { ticketId } = row.context;
          if (ticketId === undefined) throw new AppError("conflict", { message: "This step needs a ticket, and the run has none." });
          const wire = wireId("tkt", ticketId);
          try {
            return { ticketId: (await deps.tickets.update(ctx, wire, optional("status", "priority", "category", "assigneeId"))).id };
          } catch (error) {
            throw error instanceof AppError && error.code === "not_found" && (await findTicketsOf(ctx.tx, [ticketId])).length === 0
              ? new AppError("conflict", { message: "The run's ticket no longer exists." })
              : error;
          }
        }
        case "emit_webhook":
          return emit(ctx, row, step);
        case "create_deal": {
          const title = (await filled(ctx, row, text("title"))).slice(0, 200).toWellFormed();
          return {
            dealId: (
              await deps.deals.create(ctx, { ...linked, ...optional("pipelineId", "stageId", "ownerId", "amount", "currency"), title })
            ).id,
          };
        }
        case "move_deal": {
          const id = await findOpenDeal(ctx.tx, row.contact_id);
          if (id === null) throw new AppError("conflict", { message: "The contact has no open deal." });
          return { dealId: (await deps.deals.update(ctx, wireId("deal", id), optional("stageId", "lostReason"))).id };
        }
        case "notify": {
          const memberIds = await members(ctx.tx, step["memberIds"] as string[]);
          const detail = text("text");
          await deps.notifications.notify(ctx, {
            kind: "flow",
            memberIds,
            conversationId: row.conversation_id,
            messageId: null,
            flowId: row.flow_id,
            detail,
          });
          return {};
        }
        case "start_flow":
          return startFlow(ctx, row, text("flowId"));
        case "start_chatbot":
          await deps.chatbot.resume(ctx, conversationOf(row));
          return {};
        case "stop_chatbot":
          await deps.chatbot.handOver(ctx, conversationOf(row));
          return {};
        case "hand_over":
          return handOver(ctx, row, step, optional("assigneeId", "divisionId"));
        case "http_request":
        case "wait":
        case "wait_for_reply":
        case "branch":
        case "stop":
          throw new Error(`${step.type} is no action`);
      }
    },
  };
}

const prepares = (step: Step): boolean => step.type === "send_message" || step.type === "send_template";

export type Actions = ReturnType<typeof createActions>;

/** A run that goes round in circles: it ends, and its flow is paused. */
export class LoopDetected extends Error {}
const loopDetected = (message: string) => new LoopDetected(message);
