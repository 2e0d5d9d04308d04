import { AppError } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { cut } from "#platform/text/clean.ts";
import { normalForm } from "#platform/text/normal.ts";
import { findTicketsOf } from "../../definition/references.queries.ts";
import { findOpenDeal } from "../runs.queries.ts";
import { type ActionDeps, pickDefined, linksOf, type Performers } from "./step-kit.ts";
import type { StepTexts } from "./step-texts.ts";

/** Tickets and deals. */
export function createSalesSteps(
  deps: Pick<ActionDeps, "tickets" | "deals">,
  { filled }: Pick<StepTexts, "filled">,
): Performers<"create_ticket" | "update_ticket" | "create_deal" | "move_deal"> {
  return {
    async create_ticket({ ctx, row }, step) {
      const subject = cut(normalForm("NFC", await filled(ctx, row, step.subject)), 500);
      const rest = pickDefined(step, "priority", "category", "assigneeId");
      const description = step.description === undefined ? {} : { description: await filled(ctx, row, step.description) };
      const { id } = await deps.tickets.create(ctx, { ...linksOf(row), ...rest, ...description, subject, source: "flow" });
      row.context = { ...row.context, ticketId: parseWireId("tkt", id) as string };
      return { ticketId: id };
    },
    async update_ticket({ ctx, row }, step) {
      const { ticketId } = row.context;
      if (ticketId === undefined) throw new AppError("conflict", { message: "This step needs a ticket, and the run has none." });
      try {
        const change = pickDefined(step, "status", "priority", "category", "assigneeId");
        return { ticketId: (await deps.tickets.update(ctx, wireId("tkt", ticketId), change)).id };
      } catch (error) {
        throw error instanceof AppError && error.code === "not_found" && (await findTicketsOf(ctx.tx, [ticketId])).length === 0
          ? new AppError("conflict", { message: "The run's ticket no longer exists." })
          : error;
      }
    },
    async create_deal({ ctx, row }, step) {
      const title = cut(normalForm("NFC", await filled(ctx, row, step.title)), 200);
      const rest = pickDefined(step, "pipelineId", "stageId", "ownerId", "amount", "currency");
      return { dealId: (await deps.deals.create(ctx, { ...linksOf(row), ...rest, title })).id };
    },
    async move_deal({ ctx, row }, step) {
      const id = await findOpenDeal(ctx.tx, row.contact_id);
      if (id === null) throw new AppError("conflict", { message: "The contact has no open deal." });
      return { dealId: (await deps.deals.update(ctx, wireId("deal", id), pickDefined(step, "stageId", "lostReason"))).id };
    },
  };
}
