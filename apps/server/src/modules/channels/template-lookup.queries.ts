import type { TemplateShape } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";

/** A template as the send path needs it; what else there is to templates is in modules/templates. */
export interface SendableTemplate {
  name: string;
  language: string;
  status: string;
  category: string | null;
  parameter_format: "positional" | "named";
  variables: string[];
  components: unknown[];
}

/** What checks and renderings of a template ask for. Pure. */
export function shapeOfSendable({ parameter_format: parameterFormat, status: _status, ...row }: SendableTemplate): TemplateShape {
  return { ...row, parameterFormat };
}

export async function findSendableTemplate(tx: Tx, channelId: string, name: string, language: string): Promise<SendableTemplate | null> {
  const [row] = await tx.query<SendableTemplate>({
    name: "template_sendable",
    text: `select t.name, t.language, t.status, t.category, t.parameter_format, t.variables, t.components
             from templates t where t.tenant_id = $1 and t.channel_id = $2 and t.name = $3 and t.language = $4`,
    values: [tx.tenantId, channelId, name, language],
  });
  return row ?? null;
}
