import { type TSchema, Type, type Static } from "typebox";
import { Nullable, Timestamp, Words } from "#platform/http/schemas.ts";
import { leftOutReasons, type SnapshotPart } from "#platform/snapshot/snapshot-part.ts";

export const snapshotVersion = 1;
/** Of its parts as JSON: with room left in a request for what goes around them. */
export const snapshotBytesMax = 900_000;

export const existings = ["update", "keep"] as const;
export type Existing = (typeof existings)[number];

/** The parts that there are make the schema; unknown ones are refused by the service, which can say so. */
export function snapshotSchemas(parts: readonly SnapshotPart[]) {
  const shape: Record<string, TSchema> = Object.fromEntries(parts.map((part) => [part.name, Type.Optional(part.schema)]));
  const Parts = Type.Object(shape, {
    title: "SnapshotParts",
    description: "Each may be left out. Entries name one another by their names; a path is the names from the top down",
  });
  const Snapshot = Type.Object(
    {
      version: Type.Literal(snapshotVersion, { description: "Of the format" }),
      exportedAt: Timestamp,
      parts: Parts,
      withheld: Type.Array(Type.Object({ part: Type.String(), scope: Type.String() }), {
        description: "Parts that the credential may not read, and what it lacks; only where the request did not name its parts",
      }),
      leftOut: Type.Array(
        Type.Object({
          part: Type.String(),
          key: Type.String({ description: "Its name" }),
          reason: Words(leftOutReasons, {
            description:
              "duplicate: an older entry has the name; has_media: it is there without its files; circular: flows that start one another; names_…: it names an agent, a channel or a contact, which are no part of a snapshot, a division in a rule, or something deleted",
          }),
        }),
        { description: "What the organization has and a snapshot cannot hold" },
      ),
    },
    { title: "Snapshot" },
  );
  const SnapshotInput = Type.Object(
    { version: Type.Literal(snapshotVersion), parts: Parts },
    { title: "SnapshotInput", description: "A snapshot as it was read, or parts of it" },
  );
  const ApplySnapshot = Type.Object(
    {
      snapshot: SnapshotInput,
      existing: Type.Optional(
        Words(existings, {
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
  existing?: Existing;
}

export const SnapshotEntryResult = Type.Object(
  {
    part: Type.String(),
    key: Type.String({ description: "The entry's name" }),
    action: Words(["create", "change", "keep", "leave", "conflict"], {
      description: "keep: it is different and stays, as `existing` says; leave: it is as the snapshot wants it; conflict: only in a plan",
    }),
    fields: Type.Array(Type.String(), { description: "Of change and keep: which ones differ" }),
    problem: Nullable(
      Type.Object(
        { code: Type.String(), message: Type.String(), field: Type.String() },
        { description: "Of a conflict: what an apply answers" },
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
    conflicts: Type.Integer({ description: "Always 0 of an apply, which is done whole or not at all" }),
    entries: Type.Array(SnapshotEntryResult, { description: "In the order in which they are applied" }),
  },
  { title: "SnapshotResult" },
);
export type SnapshotResult = Static<typeof SnapshotResult>;

export const SnapshotSetup = Type.Object(
  {
    status: Words(["pending", "applied", "failed"], { description: "failed: nothing of it was applied, and it is not tried again" }),
    problem: Nullable(Type.Object({ code: Type.String(), message: Type.String(), field: Type.String() })),
    updatedAt: Timestamp,
  },
  { title: "SnapshotSetup", description: "What became of the snapshot that a client was made with" },
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
