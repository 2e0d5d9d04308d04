import { type Static, type TSchema, Type } from "typebox";
import { existings, type SnapshotInput } from "#modules/snapshots/index.ts";
import { ListOf, listQuery, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";

const name = Type.String({ minLength: 1, maxLength: 200, description: "Unique in the agency, without regard to case" });
const description = NullableText({ minLength: 1, maxLength: 2_000 });
const isDefault = Type.Boolean({
  description:
    "Clients that are made without a snapshot of their own are set up with it. One of an agency is: it takes the place of the one before",
});
const parts = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Only these parts",
});
const clientId = Type.String({ maxLength: 100, description: "A client with a grant in force" });

const facts = {
  id: Type.String(),
  name: Type.String(),
  description,
  version: Type.Integer({ minimum: 1, description: "Goes up by one whenever its content is replaced" }),
  isDefault,
  parts: Type.Array(Type.String(), { description: "What is in it" }),
  sizeBytes: Type.Integer({ description: "Of its content as JSON" }),
  fromClientId: NullableText({ description: "The client that the content was taken from; null: it was uploaded" }),
  createdBy: Type.String({ description: "key_… or agt_…" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const AgencySnapshot = Type.Object(facts, { title: "AgencySnapshot" });
export type AgencySnapshot = Static<typeof AgencySnapshot>;
export const AgencySnapshotList = ListOf(AgencySnapshot);
export const ListAgencySnapshotsQuery = listQuery({});

export interface CreateAgencySnapshot {
  name: string;
  description?: string | null;
  isDefault?: boolean;
  snapshot?: SnapshotInput;
  clientId?: string;
  parts?: string[];
}
export type UpdateAgencySnapshot = Partial<CreateAgencySnapshot>;

/** With what a snapshot may hold, which follows from the modules that there are. */
export function librarySchemas(snapshot: TSchema) {
  const content = {
    snapshot: Type.Optional(snapshot),
    clientId: Type.Optional(
      Type.String({
        ...clientId,
        description: "Instead of `snapshot`: as this client is set up now, as far as its grant lets the agency read",
      }),
    ),
    parts: Type.Optional(parts),
  };
  return {
    Detail: Type.Object({ ...facts, snapshot }, { title: "AgencySnapshotWithContent" }),
    Create: Type.Object(
      { name, description: Type.Optional(description), isDefault: Type.Optional(isDefault), ...content },
      { title: "CreateAgencySnapshot", description: "Either `snapshot` or `clientId`" },
    ),
    Update: Type.Object(
      { name: Type.Optional(name), description: Type.Optional(description), isDefault: Type.Optional(isDefault), ...content },
      {
        title: "UpdateAgencySnapshot",
        description: "Fields left out stay as they are; with `snapshot` or `clientId` the content is replaced",
      },
    ),
  };
}

export const ApplyToClient = Type.Object(
  {
    clientId,
    parts: Type.Optional(parts),
    existing: Type.Optional(
      Words(existings, { default: "update", description: "Of entries whose name is there already: update them, or keep them as they are" }),
    ),
  },
  { title: "ApplyAgencySnapshot" },
);
export type ApplyToClient = Static<typeof ApplyToClient>;
