import type { TSchema } from "typebox";

/** A published event: its name and the schema of its `data` (openapi.json, section webhooks). */
export interface EventType {
  type: string;
  summary: string;
  data: TSchema;
}
