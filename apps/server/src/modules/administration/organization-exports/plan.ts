import type { WirePrefix } from "#platform/ids/ids.ts";
import type { ExportFate, Tables } from "#platform/tables.ts";

/** What a column of ids refers to, wherever a column has that name. */
const idColumns: Record<string, WirePrefix | null> = {
  about_id: null,
  agency_id: "org",
  answered_by: "aik",
  app_id: "app",
  assignee_id: "agt",
  broadcast_id: "brd",
  call_id: "call",
  channel_id: "chn",
  channel_ids: "chn",
  chatbot_id: "bot",
  client_id: "org",
  contact_id: "cnt",
  content_id: null,
  conversation_id: "conv",
  deal_id: "deal",
  delivery_id: "dlv",
  division_id: "div",
  division_ids: "div",
  endpoint_id: "whk",
  entry_id: "txn",
  evaluation_id: "bev",
  event_id: "evt",
  export_id: "oex",
  favicon_id: "med",
  flow_id: "flow",
  follow_up_of_id: "tkt",
  form_id: "frm",
  grant_id: "grn",
  identity_id: "cid",
  identity_ids: "cid",
  import_id: "imp",
  inbound_ids: "msg",
  label_id: "lbl",
  label_ids: "lbl",
  link_request_id: "lnk",
  logo_dark_id: "med",
  logo_light_id: "med",
  media_id: "med",
  media_ids: "med",
  member_id: "agt",
  mentions: "agt",
  merged_id: "cnt",
  merged_into_id: "cnt",
  message_id: "msg",
  other_id: "cnt",
  owner_id: "agt",
  pending: "msg",
  phone_number_id: "pnr",
  pipeline_id: "pip",
  policy_id: "slp",
  replay_id: "rpl",
  reply_message_id: "msg",
  reply_to_id: "msg",
  run_id: "frun",
  seq: "inb",
  stage_id: "stg",
  subscription_id: "sub",
  survivor_id: "cnt",
  telephony_account_id: "tla",
  tenant_id: "org",
  ticket_id: "tkt",
  trigger_event_id: "evt",
  user_id: "agt",
  voice_agent_id: "vag",
};

type Exported = Extract<ExportFate, { fate: "exported" }>;

/** What to write of each table, built from the modules' declarations. */
export interface ExportPlan {
  /** In alphabetical order, like the file, so that a release that adds tables leaves the position of a running export valid. */
  tables: readonly string[];
  /** Why a table is left out, by its name. */
  leftOut: Readonly<Record<string, string>>;
  /** Throws for a table that is not exported. */
  lineOf(table: string): Exported;
  /** What the ids of a column refer to; undefined: not declared. */
  prefixOf(table: string, column: string): WirePrefix | null | undefined;
}

export function planExport(map: Tables["exportMap"]): ExportPlan {
  const lines = Object.entries(map);
  function lineOf(table: string): Exported {
    const line = map[table];
    if (line?.fate !== "exported") throw new Error(`the table ${table} is not exported`);
    return line;
  }
  return {
    tables: lines.flatMap(([table, { fate }]) => (fate === "exported" ? [table] : [])),
    leftOut: Object.fromEntries(lines.flatMap(([table, line]) => (line.fate === "left out" ? [[table, line.why]] : []))),
    lineOf,
    prefixOf(table, column) {
      const { id, refs } = lineOf(table);
      if (column === "id") return id;
      return column in refs ? refs[column] : idColumns[column];
    },
  };
}
