import type { Random } from "./random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const days = 60;
export const customers = 2_000;

export const channelKinds = ["chat_app", "photo_social", "short_video"] as const;
export type ChannelKind = (typeof channelKinds)[number];

export interface ShopChannel {
  id: string;
  kind: ChannelKind;
  externalId: string;
}

export interface Agent {
  userId: string;
  name: string;
  division: string;
  speed: number;
}

/** What the rows refer to, and the period that they cover. All ids are UUIDs. */
export interface World {
  random: Random;
  /** Milliseconds; nothing is later. */
  endsAt: number;
  channels: Record<ChannelKind, ShopChannel>;
  team: Agent[];
  /** By name. */
  labels: ReadonlyMap<string, string>;
  divisions: ReadonlyMap<string, string>;
  stages: ReadonlyMap<string, string>;
  /** By question. */
  faqs: ReadonlyMap<string, string>;
  /** By name. */
  flows: ReadonlyMap<string, string>;
  chatbot: { id: string; version: number };
}

export type Row = Record<string, unknown>;

/** The rows to insert in bulk, by table. */
export class Rows {
  readonly byTable = new Map<string, Row[]>();

  add(table: string, row: Row): void {
    const known = this.byTable.get(table);
    if (known === undefined) this.byTable.set(table, [row]);
    else known.push(row);
  }
}

/** What the API's own operations do, at its time, because they number, count and record by themselves. */
export type Task =
  | {
      do: "ticket";
      at: number;
      subject: string;
      category: string;
      priority: string;
      conversationId: string;
      agent: Agent;
      steps: [status: string, at: number][];
      comment: string | null;
    }
  | {
      do: "deal";
      at: number;
      title: string;
      amount: number;
      contactId: string;
      conversationId: string;
      agent: Agent;
      stages: [name: string, at: number][];
      closesAt: number;
    }
  | {
      do: "order";
      at: number;
      items: { name: string; sku: string; quantity: number; unitPrice: number }[];
      shipping: number;
      contactId: string;
      conversationId: string | null;
      steps: [status: string, at: number][];
    }
  | { do: "search"; at: number; question: string; bestScore: number };

export const iso = (ms: number) => new Date(Math.floor(ms)).toISOString();

const opens = 8;
const closes = 20;
/** Daily from 8 to 20, as in the shop's agent settings. */
export function isOpen(ms: number): boolean {
  const at = new Date(ms);
  return at.getUTCHours() >= opens && at.getUTCHours() < closes;
}

export function nextOpening(ms: number): number {
  let at = Math.floor(ms / hourMs) * hourMs;
  while (!isOpen(at) || at < ms) at += hourMs;
  return at;
}
