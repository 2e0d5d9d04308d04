import type { TemplateShape } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";

/** A template as sending needs it; everything else about templates is in modules/channels/templates. */
export interface SendableTemplate {
  name: string;
  language: string;
  status: string;
  platform_status: string | null;
  category: string | null;
  parameter_format: "positional" | "named";
  variables: string[];
  components: unknown[];
}

/** The shape that checks and renderings of a template need. Pure. */
export function shapeOfSendable({
  parameter_format: parameterFormat,
  status: _status,
  platform_status: _word,
  ...row
}: SendableTemplate): TemplateShape {
  return { ...row, parameterFormat };
}

export async function findSendableTemplate(tx: Tx, channelId: string, name: string, language: string): Promise<SendableTemplate | null> {
  const [row] = await tx.query<SendableTemplate>({
    name: "template_sendable",
    text: `select t.name, t.language, t.status, t.platform_status, t.category, t.parameter_format, t.variables, t.components
             from templates t where t.tenant_id = $1 and t.channel_id = $2 and t.name = $3 and t.language = $4`,
    values: [tx.tenantId, channelId, name, language],
  });
  return row ?? null;
}

/** The status of a template as text, with the platform's own term if that says more. */
export function templateState({ status, platform_status: platformStatus }: Pick<SendableTemplate, "status" | "platform_status">): string {
  return platformStatus === null || platformStatus.toLowerCase() === status ? status : `${status} (the platform says ${platformStatus})`;
}

/** Those of these templates that exist, of several channels in one query. */
export function findSendableTemplates(
  tx: Tx,
  wanted: { channelId: string; name: string; language: string }[],
): Promise<(SendableTemplate & { channel_id: string })[]> {
  return tx.query<SendableTemplate & { channel_id: string }>({
    name: "templates_sendable",
    text: `select t.channel_id, t.name, t.language, t.status, t.platform_status, t.category, t.parameter_format, t.variables, t.components
             from jsonb_to_recordset($2::jsonb) as x("channelId" uuid, name text, language text)
             join templates t on t.tenant_id = $1 and t.channel_id = x."channelId" and t.name = x.name and t.language = x.language`,
    values: [tx.tenantId, JSON.stringify(wanted)],
  });
}
