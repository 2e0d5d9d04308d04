import { type TSchema, Type } from "typebox";

/** Shapes shared by all resources. A schema's `title` is its name among the components of openapi.json. */
export const Timestamp = Type.String({ format: "date-time", description: "ISO 8601, UTC, milliseconds" });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A closed set of words. */
export const StringEnum = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: "string", enum: [...values], ...options });

export const NullableEnum = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T | null>({ type: ["string", "null"], enum: [...values, null], ...options });

export const NullableText = (options: object = {}) => Type.Unsafe<string | null>({ type: ["string", "null"], ...options });

export const NullableTimestamp = (options: object = {}) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time", ...options });

/** What fields were and are, by their names. */
export const FieldChanges = (description: string) =>
  Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { title: "Change" }), { description });

export const IdParams = Type.Object({ id: Type.String() });

export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, { title: "Deleted" });

export const PageInfo = Type.Object(
  {
    hasNextPage: Type.Boolean(),
    nextCursor: NullableText({ description: "Opaque; null at the end of the list" }),
  },
  { title: "PageInfo" },
);

export const ListOf = <T extends TSchema>(item: T) => Type.Object({ data: Type.Array(item), pageInfo: PageInfo });

/** `limit` and `cursor`, and the list's other filters. */
export const listQuery = <T extends Record<string, TSchema>>(
  filters: T,
  limits: { default: number; max: number } = { default: 25, max: 100 },
) =>
  Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: limits.max, default: limits.default, description: `1 to ${limits.max}` }),
    // No maximum length: every cursor that is not ours, even a long one, is invalid_cursor.
    cursor: Type.Optional(Type.String({ description: "nextCursor of the previous page; use the same filters" })),
    ...filters,
  });
