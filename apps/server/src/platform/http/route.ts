import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "../errors/catalog.ts";
import type { Scope } from "../auth/scopes.ts";
import type { Content } from "./reading/content.ts";
import type { Topic } from "../jobs/wake.ts";
import type { Context, Credential, PersonContext, PublicContext, TxContext } from "./context.ts";
import type { UploadPart } from "./reading/upload.ts";

export interface Input<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
}

interface RouteBase<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below /api and /api/v1; parameters as `:id`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** null: any valid credential. */
  scope: Scope | null;
  /** Only for credentials that reach every organization; all others get 403 forbidden before any other check. */
  platformOnly?: boolean;
  /** The scope a session needs instead, where the key's scope does not make sense for people. */
  sessionScope?: Scope;
  /** A session that acts in a client needs no scope, although it acts with a key: the handler restricts what it sees. */
  openWhileActing?: true;
  /** Further scopes required from keys and sessions alike, because the response contains what they protect. */
  alsoScopes?: readonly Scope[];
  /** Only for an agency's credentials; all others likewise get 403 forbidden. */
  agencyOnly?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** The response shows a secret only this once: stored sealed for idempotent replays. */
  hasSecretResponse?: boolean;
  /** Documented in addition to 400, 401, 403, 404, 429 and 5xx; validation_error: also as 422. */
  errors?: ErrorCode[];
  /** What causes a 422 validation_error: well-formed input refused by a rule (`brokenRule`). */
  rules?: string;
  example?: { body?: unknown; response?: unknown };
}

/** Reads in one transaction. `prepare` as in a write: network calls beforehand. */
export interface ReadRoute<P extends TSchema, Q extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, TSchema, R> {
  kind: "read";
  prepare?(ctx: Context, input: Input<P, Q, TSchema>): Promise<W>;
  handle(ctx: TxContext, input: Input<P, Q, TSchema>, prepared: W): Promise<Static<R>>;
}

/**
 * Writes in one transaction, opened by the platform, so that idempotency claim, effect, events and stored response
 * commit together. `exists` runs first and throws not_found for the path's resource: 404 comes before the body's 400.
 * `prepare` is for network calls: it runs beforehand, outside any transaction, and its result is passed to `handle`.
 */
export interface WriteRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, B, R> {
  kind: "write";
  /** Topics to wake after the commit, in addition to the readers of the event log. */
  wakeTopics?: Topic[];
  /** Stores nothing: no loop is woken, and an installation at rest stays at rest. */
  isEphemeral?: true;
  exists?(ctx: TxContext, params: Static<P>): Promise<void>;
  prepare?(ctx: Context, input: Input<P, Q, B>): Promise<W>;
  handle(ctx: TxContext, input: Input<P, Q, B>, prepared: W): Promise<Static<R>>;
  /** Runs after the commit, but not for a replayed response: wake-ups. */
  committed?(): void;
}

/** A write with its own transaction and idempotency (group commit). Returns the response as JSON text. */
export interface BatchedRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> extends RouteBase<P, Q, B, R> {
  kind: "batched";
  handle(ctx: Context, input: Input<P, Q, B>, idempotency: IdempotencyRequest | null): Promise<BatchedResponse>;
}

export interface BatchedResponse {
  body: string;
  replayed: boolean;
}

export interface IdempotencyRequest {
  key: string;
  /** SHA-256 of method, path, query and raw body. */
  fingerprint: Buffer;
}

/** An endless response (SSE). `open` gets the raw response after authentication and headers. */
export interface StreamRoute<Q extends TSchema> extends RouteBase<TSchema, Q, TSchema, TSchema> {
  kind: "stream";
  /**
   * Runs before the response starts: throws if the caller may not open it, or there is no room. Returns a function that is called when the
   * stream ends.
   */
  admit(ctx: Context, credential: Credential, query: Static<Q>): Promise<() => void>;
  open(
    ctx: Context,
    input: { query: Static<Q>; lastEventId: string | undefined },
    stream: StreamSink,
    credential: Credential,
  ): Promise<void>;
}

export interface StreamSink {
  /** False once the client has disconnected. */
  write(chunk: string): boolean;
  /** Bytes that the client has not received yet. */
  buffered(): number;
  end(): void;
  onClose(listener: () => void): void;
}

/**
 * A write that accepts a file as a multipart form or as the body itself, or a JSON body instead. `receive` reads it
 * outside any transaction; its value is passed to `handle`, which runs like a write's. `done` is always called.
 */
export interface UploadRoute<B extends TSchema, R extends TSchema, W> extends RouteBase<TSchema, TSchema, B, R> {
  kind: "upload";
  /** The form's fields; used only in the document. */
  form: TSchema;
  /** Media ranges of a file that may be the whole body, as if it were the form field `file`; absent: none. */
  files?: readonly string[];
  receive(ctx: Context, source: { parts: AsyncIterable<UploadPart> } | { body: Static<B> }): Promise<Received<W>>;
  handle(ctx: TxContext, value: W): Promise<Static<R>>;
}

export interface Received<W> {
  value: W;
  /** Represents the form in the idempotency fingerprint: the same text for the same fields and bytes. */
  fingerprint: string;
  done(): Promise<void>;
}

/** Responds with a file's bytes: GET and HEAD, ranges, conditional requests. `open` throws not_found and conflict. */
export interface ContentRoute<P extends TSchema, Q extends TSchema> extends RouteBase<P, Q, TSchema, TSchema> {
  kind: "content";
  /** Its type in the document; absent: CSV if the path ends in `.csv`, otherwise any. */
  contentType?: string;
  /** Generated per request: no cache keeps it. */
  changing?: boolean;
  /** Only for a session from the user's own sign-in, like a PersonRoute. */
  personal?: true;
  open(ctx: Context, params: Static<P>, query: Static<Q>): Promise<Content>;
}

/**
 * A user's own account: requires a session (a key gets 403). `prepare` runs beforehand, outside any transaction, for
 * slow work (hashing). Writes are idempotent like any other.
 */
export interface PersonRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, B, R> {
  kind: "person";
  /** Also for sessions from another credential's login link; otherwise these get 403. */
  bound?: "allowed";
  prepare?(ctx: Omit<PersonContext, "tx">, input: Input<P, Q, B>): Promise<W>;
  handle(ctx: PersonContext, input: Input<P, Q, B>, prepared: W): Promise<Static<R>>;
}

/**
 * Needs no credential: signing in, and what a token from a mail allows. Has its own transactions and its own limits,
 * per address and per account. There is no tenant yet, so no idempotency key: repeating it must be harmless.
 */
export interface PublicRoute<B extends TSchema, R extends TSchema, P extends TSchema, Q extends TSchema> extends RouteBase<P, Q, B, R> {
  kind: "public";
  /** Its responses have `cacheSeconds`: a client that has one is told if it is still valid (304). */
  cached?: true;
  handle(ctx: PublicContext, body: Static<B>, params: Static<P>, query: Static<Q>): Promise<PublicResponse<Static<R>>>;
}

export interface PublicResponse<T> {
  body: T;
  /** The browser's session from now on: a new one, or none. Absent: unchanged. */
  session?: { token: string; expiresAt: Date } | null;
  /** How long any cache may keep it, under its ETag; absent: not cacheable. Only for a GET. */
  cacheSeconds?: number;
}

export type AnyRoute =
  // biome-ignore lint/suspicious/noExplicitAny: a table of routes forgets their individual schemas; each was checked where it was declared
  | ReadRoute<any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | WriteRoute<any, any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | BatchedRoute<any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | StreamRoute<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | UploadRoute<any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | ContentRoute<any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | PersonRoute<any, any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | PublicRoute<any, any, any, any>;

export function readRoute<P extends TSchema, Q extends TSchema, R extends TSchema, W = undefined>(
  route: Omit<ReadRoute<P, Q, R, W>, "kind">,
): AnyRoute {
  return { ...route, kind: "read" };
}

export function writeRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W = undefined>(
  route: Omit<WriteRoute<P, Q, B, R, W>, "kind">,
): AnyRoute {
  return { ...route, kind: "write" };
}

export function batchedRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema>(
  route: Omit<BatchedRoute<P, Q, B, R>, "kind">,
): AnyRoute {
  return { ...route, kind: "batched" };
}

export function streamRoute<Q extends TSchema>(route: Omit<StreamRoute<Q>, "kind">): AnyRoute {
  return { ...route, kind: "stream" };
}

export function uploadRoute<B extends TSchema, R extends TSchema, W>(route: Omit<UploadRoute<B, R, W>, "kind">): AnyRoute {
  return { ...route, kind: "upload" };
}

export function contentRoute<P extends TSchema, Q extends TSchema>(route: Omit<ContentRoute<P, Q>, "kind">): AnyRoute {
  return { ...route, kind: "content" };
}

export function personRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W = undefined>(
  route: Omit<PersonRoute<P, Q, B, R, W>, "kind">,
): AnyRoute {
  return { ...route, kind: "person" };
}

export function publicRoute<B extends TSchema, R extends TSchema, P extends TSchema = TSchema, Q extends TSchema = TSchema>(
  route: Omit<PublicRoute<B, R, P, Q>, "kind">,
): AnyRoute {
  return { ...route, kind: "public" };
}

/** Whether a missing body counts as `{}`: for a POST or PATCH whose fields are all optional. */
export function mayLackBody(route: Pick<AnyRoute, "method" | "body" | "kind">): boolean {
  const body = route.body as { type?: unknown; required?: unknown[] } | undefined;
  if (body === undefined || route.kind === "upload" || (route.method !== "POST" && route.method !== "PATCH")) return false;
  return body.type === "object" && (body.required ?? []).length === 0;
}

/** Whether it requires a session: a key gets 403 before any other check. */
export function isPersonal(route: AnyRoute): boolean {
  return route.kind === "person" || (route.kind === "content" && route.personal === true);
}

export function isEphemeralRoute(route: AnyRoute): boolean {
  return route.kind === "write" && route.isEphemeral === true;
}
