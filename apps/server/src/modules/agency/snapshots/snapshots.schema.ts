import { type TSchema, Type, type Static } from "typebox";
import { Nullable, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { leftOutReasons, type SnapshotPart } from "#platform/snapshot/snapshot-part.ts";

export const snapshotVersion = 1;
/** Maximum size of its parts as JSON: a request needs space for the rest of its body. */
export const snapshotBytesMax = 900_000;

export const existingModes = ["update", "keep"] as const;
export type ExistingMode = (typeof existingModes)[number];

/** The existing parts form the schema; the service refuses unknown ones, and can say so. */
export function snapshotSchemas(parts: readonly SnapshotPart[]) {
  const shape: Record<string, TSchema> = Object.fromEntries(parts.map((part) => [part.name, Type.Optional(part.schema)]));
  const Parts = Type.Object(shape, {
    title: "SnapshotParts",
    description: "Every part is optional. Entries refer to one another by name; a path lists the names from the top down",
  });
  const Snapshot = Type.Object(
    {
      version: Type.Literal(snapshotVersion, { description: "Version of the format" }),
      exportedAt: Timestamp,
      parts: Parts,
      withheld: Type.Array(Type.Object({ part: Type.String(), scope: Type.String() }), {
        description: "Parts that the credential cannot read, and the missing scope; only when the request named no parts",
      }),
      leftOut: Type.Array(
        Type.Object({
          part: Type.String(),
          key: Type.String({ description: "Its name" }),
          reason: StringEnum(leftOutReasons, {
            description:
              "duplicate: an older entry has the same name; has_media: included without its files; circular: flows that start one another; names_…: it refers to an agent, a channel or a contact, which a snapshot cannot contain, to a division in a rule, or to something deleted",
          }),
        }),
        { description: "What the organization has but a snapshot cannot contain" },
      ),
    },
    { title: "Snapshot" },
  );
  const SnapshotInput = Type.Object(
    { version: Type.Literal(snapshotVersion), parts: Parts },
    { title: "SnapshotInput", description: "A snapshot as returned by the API, or parts of it" },
  );
  const ApplySnapshot = Type.Object(
    {
      snapshot: SnapshotInput,
      existing: Type.Optional(
        StringEnum(existingModes, {
          default: "update",
          description: "For entries whose name already exists: update them to the snapshot, or keep them as they are",
        }),
      ),
    },
    { title: "ApplySnapshot" },
  );
  return { Snapshot, SnapshotInput, ApplySnapshot };
}

export interface SnapshotInput {
  version: number;
  parts: Record<string, unknown>;
}

export interface Snapshot extends SnapshotInput {
  exportedAt: string;
  withheld: { part: string; scope: string }[];
  leftOut: { part: string; key: string; reason: (typeof leftOutReasons)[number] }[];
}

export interface ApplySnapshot {
  snapshot: SnapshotInput;
  existing?: ExistingMode;
}

export const SnapshotEntryResult = Type.Object(
  {
    part: Type.String(),
    key: Type.String({ description: "The entry's name" }),
    action: StringEnum(["create", "change", "keep", "leave", "conflict"], {
      description: "keep: it differs and is kept, because of `existing`; leave: it already matches the snapshot; conflict: only in a plan",
    }),
    fields: Type.Array(Type.String(), { description: "For change and keep: the fields that differ" }),
    problem: Nullable(
      Type.Object(
        { code: Type.String(), message: Type.String(), field: Type.String() },
        { description: "For a conflict: the error of an apply" },
      ),
    ),
  },
  { title: "SnapshotEntryResult" },
);
export type SnapshotEntryResult = Static<typeof SnapshotEntryResult>;

export const SnapshotResult = Type.Object(
  {
    created: Type.Integer(),
    changed: Type.Integer(),
    kept: Type.Integer(),
    left: Type.Integer(),
    conflicts: Type.Integer({ description: "Always 0 for an apply, which is all or nothing" }),
    entries: Type.Array(SnapshotEntryResult, { description: "In the order of application" }),
  },
  { title: "SnapshotResult" },
);
export type SnapshotResult = Static<typeof SnapshotResult>;

export const SnapshotSetup = Type.Object(
  {
    status: StringEnum(["pending", "applied", "failed"], { description: "failed: nothing was applied, and it is not retried" }),
    problem: Nullable(Type.Object({ code: Type.String(), message: Type.String(), field: Type.String() })),
    updatedAt: Timestamp,
  },
  { title: "SnapshotSetup", description: "The result of the snapshot that a client was created with" },
);
export type SnapshotSetup = Static<typeof SnapshotSetup>;

export const GetSnapshotQuery = Type.Object({
  parts: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "^[A-Za-z]+(,[A-Za-z]+)*$",
      description: "Only these parts, separated by commas. Default: all",
    }),
  ),
});
