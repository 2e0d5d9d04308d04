import { type Static, Type } from "typebox";
import { memberRoles, memberStatuses, suspenders } from "#platform/auth/roles.ts";
import { ListOf, listQuery, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

const present = memberStatuses.filter((status) => status !== "removed");

export const Member = Type.Object(
  {
    id: Type.String({ description: "As used in messages, notes and assignments" }),
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: StringEnum(memberRoles),
    status: StringEnum(present),
    suspendedBy: NullableEnum(suspenders, {
      description: "null: not suspended. An organization cannot undo a suspension by the platform",
    }),
    createdAt: Timestamp,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

export const MemberList = ListOf(Member);
export const ListMembersQuery = listQuery({
  role: Type.Optional(StringEnum(memberRoles)),
  status: Type.Optional(StringEnum(present)),
});
export type ListMembersQuery = Static<typeof ListMembersQuery>;

export const UpdateMember = Type.Object(
  {
    role: Type.Optional(StringEnum(memberRoles, { description: "At most the agency's own" })),
    status: Type.Optional(
      StringEnum(present, { description: "suspended: the member's sessions end, and their conversations are unassigned" }),
    ),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { title: "UpdateMember" },
);
export type UpdateMember = Static<typeof UpdateMember>;
