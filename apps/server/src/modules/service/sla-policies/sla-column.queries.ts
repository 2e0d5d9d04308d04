/** A column for statements that read tickets or conversations: the SLA state, or null. */
export const slaColumn = (table: "ticket_sla" | "conversation_sla", alias: string) =>
  `(select s.state from ${table} s where s.tenant_id = ${alias}.tenant_id and s.id = ${alias}.id) as sla`;
