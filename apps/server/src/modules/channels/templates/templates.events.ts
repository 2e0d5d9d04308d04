import type { EventType } from "#platform/events/types.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { TemplateRow } from "./templates.queries.ts";
import { templateUpdatedData } from "./templates.schema.ts";

export const templateEvents: EventType[] = [
  { type: "template.updated", summary: "A template was submitted or deleted, or the platform changed it", data: templateUpdatedData },
];

export function templateEvent(ids: IdSource, row: TemplateRow) {
  return {
    id: ids.uuid(),
    type: "template.updated",
    channelId: row.channel_id,
    data: {
      channelId: wireId("chn", row.channel_id),
      template: {
        id: wireId("tpl", row.id),
        name: row.name,
        language: row.language,
        status: row.status,
        platformStatus: row.platform_status,
        category: row.category,
        quality: row.quality,
        rejectedReason: row.rejected_reason,
      },
    },
  };
}
