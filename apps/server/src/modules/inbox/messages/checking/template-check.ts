import type { TemplateShape } from "@parley/connector-kit";
import { templateState } from "#modules/channels/channels/index.ts";
import { variableProblems, variablesMismatch } from "#modules/channels/templates/index.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { withRemedy } from "#platform/errors/remedies.ts";

/**
 * Refuses what the platform would refuse later: a template that is not approved, or variables that do not fit it. An unknown template
 * passes until the channel's templates have been synced once, because until then only the platform knows it. Throws template_not_approved
 * and template_variables_mismatch (details name the missing index or name of header, body and buttons).
 */
export function checkTemplate(
  content: { name: string; language: string; variables?: unknown[]; components?: unknown },
  known: (TemplateShape & { status: string; platformStatus?: string | null }) | null,
  synced: boolean,
): void {
  if (known === null) {
    if (!synced) return;
    throw new AppError("template_not_approved", {
      message: withRemedy("template_not_approved", "The channel has no template with this name and language."),
      details: [{ field: "content.name", issue: "unknown" }],
    });
  }
  if (known.status !== "approved") {
    throw new AppError("template_not_approved", {
      message: withRemedy(
        "template_not_approved",
        `The template is ${templateState({ status: known.status, platform_status: known.platformStatus ?? null })}.`,
      ),
      details: [{ field: "content.name", issue: "not_allowed" }],
    });
  }
  const details = variableProblems(known, content);
  if (details.length > 0) throw variablesMismatch(known, details);
}
