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
  /** Only for credentials that reach every organization; all others get 403 forbidden, before anything is looked at. */
  platformOnly?: boolean;
  /** What a person needs instead, where the words of a key's scope are not about people. */
  sessionScope?: Scope;
  /** Needed as well, by keys and people alike: the answer holds what these scopes guard. */
  alsoScopes?: readonly Scope[];
  /** Only for credentials of an agency; all others get 403 forbidden, likewise. */
  agencyOnly?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** The answer shows a secret this once: kept sealed for idempotent replays. */
  secretAnswer?: boolean;
  /** Documented besides 400, 401, 403, 404, 429 and 5xx; validation_error: also as 422. */
  errors?: ErrorCode[];
  /** What is 422 validation_error: right in its shape, refused by a rule (`brokenRule`). */
  rules?: string;
  example?: { body?: unknown; response?: unknown };
}

/** Reads in one transaction. `prepare` as of a write: network calls, before it. */
export interface ReadRoute<P extends TSchema, Q extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, TSchema, R> {
  kind: "read";
  prepare?(ctx: Context, input: Input<P, Q, TSchema>): Promise<W>;
  handle(ctx: TxContext, input: Input<P, Q, TSchema>, prepared: W): Promise<Static<R>>;
}

/**
 * Writes in one transaction, opened by the platform, so that idempotency claim, effect, events and stored answer commit
 * together. `exists` runs first and throws not_found for the path's resource: 404 comes before the body's 400.
 * `prepare` is for network calls: it runs before, outside any transaction, and its result reaches `handle`.
 */
export interface WriteRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, B, R> {
  kind: "write";
  /** Who is to hear of it after the commit, besides the readers of the event log. */
  wakes?: Topic[];
  exists?(ctx: TxContext, params: Static<P>): Promise<void>;
  prepare?(ctx: Context, input: Input<P, Q, B>): Promise<W>;
  handle(ctx: TxContext, input: Input<P, Q, B>, prepared: W): Promise<Static<R>>;
  /** After the commit, not for a replayed answer: wake-ups. */
  committed?(): void;
}

/** A write that brings its own transaction and idempotency (group commit). Returns the JSON text of the answer. */
export interface BatchedRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> extends RouteBase<P, Q, B, R> {
  kind: "batched";
  handle(ctx: Context, input: Input<P, Q, B>, idempotency: IdempotencyRequest | null): Promise<BatchedAnswer>;
}

export interface BatchedAnswer {
  body: string;
  replayed: boolean;
}

export interface IdempotencyRequest {
  key: string;
  /** SHA-256 of method, path, query and raw body. */
  fingerprint: Buffer;
}

/** An endless answer (SSE). `open` gets the raw response after authentication and headers. */
export interface StreamRoute<Q extends TSchema> extends RouteBase<TSchema, Q, TSchema, TSchema> {
  kind: "stream";
  /** Before anything is answered: throws where there is no room for it. What it answers is called when the stream is over. */
  admit(ctx: Context, credential: Credential): Promise<() => void>;
  open(
    ctx: Context,
    input: { query: Static<Q>; lastEventId: string | undefined },
    stream: StreamSink,
    credential: Credential,
  ): Promise<void>;
}

export interface StreamSink {
  /** False once the client is gone. */
  write(chunk: string): boolean;
  /** Bytes that the client has not taken yet. */
  buffered(): number;
  end(): void;
  onClose(listener: () => void): void;
}

/**
 * A write that takes a file as a multipart form or as the body itself, or a JSON body instead. `receive` reads it outside of any transaction; its
 * value reaches `handle`, which runs like that of a write. `done` is called in every case.
 */
export interface UploadRoute<B extends TSchema, R extends TSchema, W> extends RouteBase<TSchema, TSchema, B, R> {
  kind: "upload";
  /** The form's fields; for the description only. */
  form: TSchema;
  /** Media ranges of a file that may be the whole body, as if it came in a form's field `file`; absent: none. */
  files?: readonly string[];
  receive(ctx: Context, source: { parts: AsyncIterable<UploadPart> } | { body: Static<B> }): Promise<Received<W>>;
  handle(ctx: TxContext, value: W): Promise<Static<R>>;
}

export interface Received<W> {
  value: W;
  /** Stands for the form in the idempotency fingerprint: the same text for the same fields and bytes. */
  fingerprint: string;
  done(): Promise<void>;
}

/** Answers with the bytes of a file: GET and HEAD, ranges, conditions. `open` throws not_found and conflict. */
export interface ContentRoute<P extends TSchema, Q extends TSchema> extends RouteBase<P, Q, TSchema, TSchema> {
  kind: "content";
  /** What the document says of its type; absent: CSV by its path (`….csv`), else any. */
  contentType?: string;
  /** Made of what there is at the moment: nobody keeps it. */
  changing?: boolean;
  /** Only for a session, by the person's own sign-in, as a PersonRoute. */
  personal?: true;
  open(ctx: Context, params: Static<P>, query: Static<Q>): Promise<Content>;
}

/**
 * A person's own affair: only a session will do (a key gets 403). `prepare` runs before, outside any transaction, for what takes its
 * time (hashing). Writes are idempotent like any other.
 */
export interface PersonRoute<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema, W> extends RouteBase<P, Q, B, R> {
  kind: "person";
  /** Also for sessions by somebody else's login link; otherwise these get 403. */
  bound?: "allowed";
  prepare?(ctx: Omit<PersonContext, "tx">, input: Input<P, Q, B>): Promise<W>;
  handle(ctx: PersonContext, input: Input<P, Q, B>, prepared: W): Promise<Static<R>>;
}

/**
 * Needs no credential: signing in, and what a mail's token allows. Brings its own transactions and its own limits, per address and per
 * account. There is no tenant yet, so no idempotency key: what is done twice must do no harm.
 */
export interface PublicRoute<B extends TSchema, R extends TSchema, P extends TSchema> extends RouteBase<P, TSchema, B, R> {
  kind: "public";
  /** Its answers have `cacheSeconds`: whoever has one is told when it is still good (304). */
  cached?: true;
  handle(ctx: PublicContext, body: Static<B>, params: Static<P>): Promise<PublicAnswer<Static<R>>>;
}

export interface PublicAnswer<T> {
  body: T;
  /** The browser's session from now on: a new one, or none. Absent: as it was. */
  session?: { token: string; expiresAt: Date } | null;
  /** How long anybody may keep it, under its ETag; absent: nobody may. Of a GET alone. */
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
  | PublicRoute<any, any, any>;

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

export function publicRoute<B extends TSchema, R extends TSchema, P extends TSchema = TSchema>(
  route: Omit<PublicRoute<B, R, P>, "kind">,
): AnyRoute {
  return { ...route, kind: "public" };
}

/** Whether a request without a body is taken for one with `{}`: of a POST or PATCH whose fields may all be left out. */
export function mayLackBody(route: Pick<AnyRoute, "method" | "body" | "kind">): boolean {
  const body = route.body as { type?: unknown; required?: unknown[] } | undefined;
  if (body === undefined || route.kind === "upload" || (route.method !== "POST" && route.method !== "PATCH")) return false;
  return body.type === "object" && (body.required ?? []).length === 0;
}

/** Whether only a session will do: a key gets 403, before anything is looked at. */
export function isPersonal(route: AnyRoute): boolean {
  return route.kind === "person" || (route.kind === "content" && route.personal === true);
}
