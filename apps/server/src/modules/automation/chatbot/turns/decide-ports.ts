import { isWithin, readSettings } from "#modules/people/agent-settings/index.ts";
import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import { searchKnowledge } from "#modules/knowledge/knowledge/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { ModelAnswer, type Prompt } from "./prompt.ts";
import type { DecidePorts } from "./turn.ts";
import type { Passage, TranscriptMessage, TurnInput } from "./turn.types.ts";
import type { TranscriptRow } from "./turns.queries.ts";

type Purpose = Parameters<AiGateway["generate"]>[0]["purpose"];

/** What all ways of deciding share: search and model. `reference` identifies what is charged once. */
export function createDecidePorts(
  deps: { database: Database; clock: Clock; ids: IdSource; ai: AiGateway },
  input: { tenantId: string; settings: TurnInput["chatbot"]["settings"]; purpose: Purpose; reference: string },
): DecidePorts {
  const { settings } = input;
  return {
    now: () => deps.clock.now(),
    nonce: () => deps.ids.uuid().replaceAll("-", "").slice(-12),
    async search(question) {
      const finding = await deps.database.withTenant(input.tenantId, (tx) =>
        searchKnowledge(tx, { question, limit: settings.knowledge.passages }),
      );
      const passages = finding.found
        .filter((chunk) => chunk.score >= settings.knowledge.minScore)
        .map(
          (chunk, i): Passage => ({
            ref: `S${i + 1}`,
            sourceId: chunk.source_id,
            faqId: chunk.faq_id,
            score: Number(chunk.score.toFixed(4)),
            heading: chunk.heading,
            body: chunk.body,
          }),
        );
      return { passages, bestScore: finding.bestScore };
    },
    generate: (prompt: Prompt, attempt: number, withinMs: number) =>
      deps.ai.generate({
        tenantId: input.tenantId,
        purpose: input.purpose,
        reference: attempt === 0 ? input.reference : `${input.reference}:${attempt}`,
        system: prompt.system,
        messages: prompt.messages,
        withinMs,
        output: ModelAnswer,
        maxOutputTokens: settings.model.maxOutputTokens,
        temperature: settings.model.temperature,
        models: settings.model.preferred.map(({ provider, model }) => ({ model, ...(provider === null ? {} : { provider }) })),
      }),
  };
}

/** A message as a turn reads it. */
export function transcriptMessage(row: TranscriptRow): TranscriptMessage {
  return {
    id: row.id,
    by: row.direction === "inbound" ? "customer" : row.author_kind === "chatbot" ? "chatbot" : "team",
    type: row.type,
    text: row.text,
    hasMedia: row.has_media,
    at: row.occurred_at,
  };
}

export async function readTeamAvailability(tx: Tx, now: Date): Promise<boolean> {
  const hours = (await readSettings(tx)).business_hours;
  return hours === null || isWithin(hours, now);
}

/** As a trace stores it: without the text, which belongs to the knowledge. */
export function renderPassage({ ref, sourceId, faqId, score, heading }: Passage) {
  return {
    ref,
    sourceId: sourceId === null ? null : wireId("kns", sourceId),
    faqId: faqId === null ? null : wireId("kfq", faqId),
    score,
    heading,
  };
}
