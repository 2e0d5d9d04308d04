import type { Database } from "#platform/db/database.ts";
import type { Context } from "#platform/http/context.ts";
import { actingSessions, liveSessions, withdrawnKeys } from "./stream-credentials.queries.ts";

/** The id is a uuid. */
export interface StreamCredential {
  kind: "key" | "session";
  id: string;
  /** Of a key with which a session acts in a client: the session, which must still do so. */
  actingSessionId: string | null;
}

interface OpenStream {
  readonly tenantId: string;
  readonly credential: StreamCredential;
  readonly reader: Pick<Context, "session">;
}

/** Those of the open streams that must end: their credential was revoked or may not read events any more, or the person has another role. */
export async function withoutCredential<S extends OpenStream>(
  database: Pick<Database, "worker">,
  open: readonly S[],
  now: Date,
): Promise<S[]> {
  const distinct = (kind: StreamCredential["kind"]): { tenantId: string; id: string }[] => {
    const all = open.filter(({ credential }) => credential.kind === kind).map(({ tenantId, credential: { id } }) => ({ tenantId, id }));
    return [...new Map(all.map((one) => [`${one.tenantId}/${one.id}`, one])).values()];
  };
  const [keys, sessions] = [distinct("key"), distinct("session")];
  const acting = open.flatMap(({ tenantId, credential: { id: keyId, actingSessionId: sessionId } }) =>
    sessionId === null ? [] : [{ tenantId, keyId, sessionId }],
  );
  const withdrawn = new Set(keys.length === 0 ? [] : (await withdrawnKeys(database, keys, now)).map((k) => k.id));
  const live = new Map(sessions.length === 0 ? [] : (await liveSessions(database, sessions, now)).map((s) => [s.id, s.role]));
  const stillActing = new Set(acting.length === 0 ? [] : (await actingSessions(database, acting, now)).map((s) => `${s.id}/${s.key_id}`));
  return open.filter(({ credential: { kind, id, actingSessionId }, reader }) => {
    if (actingSessionId !== null && !stillActing.has(`${actingSessionId}/${id}`)) return true;
    // Another role sees other events: the client reconnects, and its visibility is determined again.
    return kind === "key" ? withdrawn.has(id) : live.get(id) !== reader.session?.role;
  });
}
