import { fillFor } from "#modules/inbox/canned-replies/index.ts";
import { AppError, brokenRule } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { mapTexts, type Placeholder, placeholdersOf, renderText, textsIn } from "../../definition/flow-texts.ts";
import type { ActionStep } from "../../definition/step-types.ts";
import type { RunRow } from "../runs.queries.ts";
import type { ActionDeps } from "./step-kit.ts";

/** Maximum size of what a step emits, with its variables filled in, as JSON. */
const payloadMax = 16_384;

/** Step fields that are texts with variables. */
export const filledFields = ["text", "subject", "description", "title", "note"] as const;

/** Fills in the variables of step texts. */
export function createStepTexts(deps: Pick<ActionDeps, "contacts" | "cannedReplies">) {
  /** The values of the placeholders in texts, except secrets. Throws template_variables_mismatch if one has no value. */
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
      const text = value === null || value === "" ? placeholder.fallback : Array.isArray(value) ? value.join(", ") : String(value);
      if (text === null) missing.push(placeholder.name);
      else fillings.push([placeholder.key, text]);
    }
    if (replies.length > 0) {
      // Filled together, so that their values are looked up once. No value contains a NUL.
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

  /** Texts with their variables filled in. */
  async function filledAll(ctx: TxContext, row: RunRow, texts: readonly string[]): Promise<string[]> {
    const fillings = await fillingsOf(ctx, row, texts);
    return texts.map((text) => renderText(text, ({ key }) => fillings[key] ?? ""));
  }
  const filled = async (ctx: TxContext, row: RunRow, text: string): Promise<string> => (await filledAll(ctx, row, [text]))[0] as string;

  async function filledPayload(ctx: TxContext, row: RunRow, given: Record<string, unknown> | undefined): Promise<Record<string, unknown>> {
    const payload = given ?? {};
    const fillings = await fillingsOf(ctx, row, textsIn(payload));
    const filled = mapTexts(payload, (text) => renderText(text, ({ key }) => fillings[key] ?? "")) as Record<string, unknown>;
    if (JSON.stringify(filled).length > payloadMax)
      throw brokenRule("payload", "too_long", `With its variables filled in, it has more than ${payloadMax} characters.`);
    return filled;
  }

  /** The texts of a step, for people to read. */
  async function textsOf(ctx: TxContext, row: RunRow, step: ActionStep): Promise<Record<string, unknown>> {
    if (step.type === "emit_webhook") return { payload: await filledPayload(ctx, row, step.payload) };
    const members: Readonly<Record<string, unknown>> = step;
    const fields = step.type === "notify" ? [] : filledFields.filter((field) => typeof members[field] === "string");
    const texts = await filledAll(
      ctx,
      row,
      fields.map((field) => String(members[field])),
    );
    return Object.fromEntries(fields.map((field, i) => [field, texts[i] as string]));
  }

  return { fillingsOf, filledAll, filled, filledPayload, textsOf };
}

export type StepTexts = ReturnType<typeof createStepTexts>;
