/** Hand-made items for `receive_messages` and `accept_outbound`. */
import { randomUUID } from "node:crypto";

/** Who a message is from: an address on the channel, the platform's own id, names. */
export interface BatchFields {
  addr: string | null;
  akey: string | null;
  puid: string | null;
  name: string | null;
  uname: string | null;
  ext: string;
  opens: boolean;
}

/** The ids that a message carries for whatever is created for it. */
export const chosenIds = ["msg", "cnt", "cid", "conv", "e1", "e2", "e3", "e4", "e5"] as const;

function freshIds<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<Name, string>;
}

/** A chat-app channel: its stored id, and its number at the platform. */
export interface BatchChannel {
  chan: string;
  ours: string;
}

/** The n-th item of a batch from customers. */
export const inboundItem = ({ chan, ours }: BatchChannel, n: number, at: Date, words: Partial<BatchFields>, more: object = {}) => ({
  n,
  chan,
  ours,
  kind: "chat_app",
  acct: "",
  addr: null,
  akey: null,
  puid: null,
  name: null,
  uname: null,
  ext: `wamid.${randomUUID()}`,
  at,
  dir: "inbound",
  type: "text",
  text: `in ${n}`,
  media: [],
  opens: true,
  wms: 86_400_000,
  reopen: 86_400_000,
  ...freshIds(chosenIds),
  ...words,
  ...more,
});
export type InboundItem = ReturnType<typeof inboundItem>;

/** The n-th item of a batch to customers, on a channel that counts its messages. */
export const outboundItem = ({ chan, ours }: BatchChannel, n: number, address: string, more: object = {}) => ({
  n,
  chan,
  kind: "chat_app",
  acct: "",
  addr: address,
  akey: address,
  type: "text",
  text: `out ${n}`,
  akind: "api",
  aid: "key",
  prio: 1,
  win: true,
  pair: 0,
  burst: 1,
  frm: ours,
  wms: 86_400_000,
  hms: null,
  ha: false,
  cba: 100,
  cas: 100,
  ...freshIds(["msg", "cnt", "cid", "conv", "e1", "e2", "e3"]),
  ...more,
});
