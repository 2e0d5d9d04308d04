/** Changes to conversations: shown at once, reverted when refused, and undone on request. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, type Conversation, ParleyError } from "@parley/sdk";
import { api } from "./client.ts";
import { cachedConversation, putConversations, showConversations } from "./inbox/conversations.ts";
import { chunks } from "./live/chunks.ts";
import { liveOf } from "./live/live.ts";
import { notify } from "./notifications/notices.ts";
import { applyPatch, type ConversationPatch, groupEqual, inversePatches } from "./undo.ts";

export type { ConversationPatch } from "./undo.ts";

/** How long a toast offers to undo. */
export const undoMs = 10_000;

export interface ChangeResult {
  /** What was changed. */
  changed: string[];
  /** What was refused, for a notice. The cache shows the server's state instead. */
  failed: { id: string; error: ParleyError }[];
  /** Undoes the change; null when nothing was changed, or nothing can be undone. */
  undo: (() => Promise<void>) | null;
}

/** Changes one conversation or many. Never throws a refusal of the API: that becomes a notice, unless `quiet`. */
export async function changeConversations(
  client: QueryClient,
  ids: readonly string[],
  patch: ConversationPatch,
  quiet = false,
): Promise<ChangeResult> {
  const parts = await Promise.all(chunks([...new Set(ids)], 100).map((part) => change(client, part, patch)));
  const failed = parts.flatMap((part) => part.failed);
  if (!quiet) report(failed, (refused) => void changeConversations(client, refused, patch));
  const inverse = new Map(parts.flatMap((part) => [...part.inverse]));
  return {
    changed: parts.flatMap((part) => part.changed),
    failed,
    undo: inverse.size === 0 ? null : () => undo(client, inverse),
  };
}

/** One notice for each kind of refusal. */
function report(failed: ChangeResult["failed"], retry: (refused: string[]) => void): void {
  const byCode = new Map<string, { ids: string[]; error: ParleyError }>();
  for (const { id, error } of failed) {
    const code = error instanceof ApiError ? error.code : error.name;
    const group = byCode.get(code) ?? { ids: [], error };
    group.ids.push(id);
    byCode.set(code, group);
  }
  for (const { ids, error } of byCode.values()) void notify({ error, retry: () => retry(ids) });
}

async function undo(client: QueryClient, inverse: ReadonlyMap<string, ConversationPatch[]>): Promise<void> {
  await Promise.all(groupEqual(inverse).map(({ ids, patches }) => changeInSteps(client, ids, patches)));
}

/** One patch after the other. Where one is refused, the notice's retry repeats it, and the ones after it follow. */
async function changeInSteps(client: QueryClient, ids: readonly string[], patches: readonly ConversationPatch[]): Promise<void> {
  const [patch, ...later] = patches;
  if (patch === undefined || ids.length === 0) return;
  const { changed, failed } = await changeConversations(client, ids, patch, true);
  report(failed, (refused) => void changeInSteps(client, refused, patches));
  await changeInSteps(client, changed, later);
}

/** At most 100. */
async function change(client: QueryClient, ids: string[], patch: ConversationPatch) {
  const live = liveOf(client);
  const before = new Map<string, Conversation>();
  const finish = new Map<string, () => Conversation>();
  for (const id of ids) {
    const shown = cachedConversation(client, id);
    if (shown === undefined) continue;
    before.set(id, shown);
    finish.set(
      id,
      live.overlay.begin(shown, (each) => applyPatch(each, patch)),
    );
  }
  showConversations(client, [...before.values()].map(live.overlay.current));
  const mark = live.changes.mark("conversations");
  const changed: string[] = [];
  const failed: ChangeResult["failed"] = [];
  const answers = new Map<string, Conversation>();
  try {
    for (const { id, conversation, error } of await send(ids, patch)) {
      if (error === null) {
        changed.push(id);
        if (conversation !== null) answers.set(id, conversation);
      } else failed.push({ id, error });
    }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    for (const id of ids) failed.push({ id, error });
  } finally {
    // A response may be older than an event received meanwhile, or than what that event made us fetch. The fetch below shows what is true.
    // Until then the later of the two is shown: otherwise the second of two quick changes would be taken back for a moment, and its undo
    // would be wrong.
    const since = mark.take();
    mark.end();
    const shown: Conversation[] = [];
    for (const id of ids) {
      const base = finish.get(id)?.();
      const answer = answers.get(id);
      const isNewest = since !== null && !since.has(id);
      const record = answer !== undefined && (isNewest || isLater(answer, base)) ? answer : base;
      if (record !== undefined) shown.push(record);
    }
    putConversations(client, shown);
    live.touch(ids.map((id) => ({ kind: "conversations", id })));
  }
  const inverse = new Map<string, ConversationPatch[]>();
  for (const id of changed) {
    const was = before.get(id);
    const back = was === undefined ? [] : inversePatches(was, patch);
    if (back.length > 0) inverse.set(id, back);
  }
  return { changed, failed, inverse };
}

const isLater = (answer: Conversation, base: Conversation | undefined) => base === undefined || answer.updatedAt > base.updatedAt;

interface BulkResponse {
  id: string;
  conversation: Conversation | null;
  error: ParleyError | null;
}

async function send(ids: string[], patch: ConversationPatch): Promise<BulkResponse[]> {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return [await sendOne(only, patch)];
  const { data } = await api.conversations.bulk({ ids, ...patch });
  return data.map(({ id, conversation, error }) => ({
    id,
    conversation,
    error: error === null ? null : asError(error),
  }));
}

/** A single conversation has its own calls: reading it is reported to the customer's platform. */
async function sendOne(id: string, { read, ...patch }: ConversationPatch): Promise<BulkResponse> {
  let conversation: Conversation | null = null;
  if (Object.keys(patch).length > 0) conversation = await api.conversations.update(id, patch);
  if (read === true) {
    const { customerTold: _, ...record } = await api.conversations.read(id);
    conversation = record;
  }
  if (read === false) conversation = await api.conversations.unread(id);
  return { id, conversation, error: null };
}

function asError({
  code,
  message,
  details = [],
}: {
  code: string;
  message: string;
  details?: { field: string; issue: string }[];
}): ApiError {
  return new ApiError(message, {
    ...{ code: code as ApiError["code"], status: 409, details: details as ApiError["details"], reference: null, docs: "" },
    ...{ method: "POST", path: "/conversations/bulk", attempts: 1, idempotencyKey: null, retryAfterMs: null, headers: new Headers() },
  });
}
