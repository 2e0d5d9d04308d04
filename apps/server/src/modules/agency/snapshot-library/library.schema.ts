import { type Static, type TSchema, Type } from "typebox";
import { existingModes, type SnapshotInput } from "#modules/agency/snapshots/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

const name = Type.String({ minLength: 1, maxLength: 200, description: "Unique in the agency; case-insensitive" });
const description = NullableText({ minLength: 1, maxLength: 2_000 });
const isDefault = Type.Boolean({
  description:
    "Clients created without a snapshot of their own are set up with the default snapshot. An agency has at most one: setting it replaces the previous one",
});
const parts = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Only these parts",
});
const clientId = Type.String({ maxLength: 100, description: "A client with a current grant" });

const facts = {
  id: Type.String(),
  name: Type.String(),
  description,
  version: Type.Integer({ minimum: 1, description: "Incremented each time its content is replaced" }),
  isDefault,
  parts: Type.Array(Type.String(), { description: "Its parts" }),
  sizeBytes: Type.Integer({ description: "Size of its content as JSON" }),
  fromClientId: NullableText({ description: "The client that the content was taken from; null: uploaded" }),
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

/** Includes the contents of a snapshot, which depend on the installed modules. */
export function librarySchemas(snapshot: TSchema) {
  const content = {
    snapshot: Type.Optional(snapshot),
    clientId: Type.Optional(
      Type.String({
        ...clientId,
        description: "Instead of `snapshot`: take this client's current configuration, as far as its grant lets the agency read it",
      }),
    ),
    parts: Type.Optional(parts),
  };
  return {
    Detail: extending(AgencySnapshot, { snapshot }, { title: "AgencySnapshotWithContent" }),
    Create: Type.Object(
      { name, description: Type.Optional(description), isDefault: Type.Optional(isDefault), ...content },
      { title: "CreateAgencySnapshot", description: "Either `snapshot` or `clientId`" },
    ),
    Update: Type.Object(
      { name: Type.Optional(name), description: Type.Optional(description), isDefault: Type.Optional(isDefault), ...content },
      {
        title: "UpdateAgencySnapshot",
        description: "Omitted fields keep their values; with `snapshot` or `clientId` the content is replaced",
      },
    ),
  };
}

export const ApplyToClient = Type.Object(
  {
    clientId,
    parts: Type.Optional(parts),
    existing: Type.Optional(
      StringEnum(existingModes, {
        default: "update",
        description: "For entries whose name already exists: update them, or keep them as they are",
      }),
    ),
  },
  { title: "ApplyAgencySnapshot" },
);
export type ApplyToClient = Static<typeof ApplyToClient>;
