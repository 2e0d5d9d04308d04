import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

/** Bounded because every change reads the whole tree. */
export const divisionsMax = 1_000;

export const Division = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: "Unique among the divisions of one parent; case- and accent-insensitive" }),
    description: NullableText(),
    color: NullableText(),
    parent_division_id: NullableText({ description: "null: top level" }),
    memberCount: Type.Integer({ description: "Number of agents, without child divisions" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Division" },
);
export type Division = Static<typeof Division>;

const name = Type.String({ minLength: 1, maxLength: 100 });
/** How snapshots refer to a division. */
export const DivisionPath = Type.Array(name, { minItems: 1, maxItems: 50, description: "Division names, from the top down" });

const optional = {
  description: Type.Optional(NullableText({ maxLength: 500 })),
  color: Type.Optional(
    NullableText({
      maxLength: 50,
      pattern: "^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})|[A-Za-z]{3,30})?$",
      description: "#rgb, #rrggbb or a colour name",
    }),
  ),
  parent_division_id: Type.Optional(NullableText({ maxLength: 100, description: "The parent division; null: top level" })),
};

export const CreateDivision = Type.Object({ name, ...optional }, { title: "CreateDivision" });
export type CreateDivision = Static<typeof CreateDivision>;

export const UpdateDivision = Type.Object(
  { name: Type.Optional(name), ...optional },
  { title: "UpdateDivision", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateDivision = Static<typeof UpdateDivision>;

export const AppId = Type.Optional(Type.String({ maxLength: 100, description: "An app of the tenant; 404 when it does not exist" }));
export const AppQuery = Type.Object({ appId: AppId });
export const DeleteDivisionQuery = Type.Object({
  appId: AppId,
  moveTo: Type.Optional(Type.String({ maxLength: 100, description: "The division that receives its members, children and conversations" })),
});

export const DivisionList = ListOf(Division);
export const ListDivisionsQuery = listQuery({ appId: AppId });
