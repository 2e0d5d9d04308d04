import { type Static, Type } from "typebox";
import { memberRoles, memberStatuses, suspenders } from "#platform/auth/roles.ts";
import { ListOf, listQuery, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

const present = memberStatuses.filter((status) => status !== "removed");

export const Member = Type.Object(
  {
    id: Type.String({ description: "As used in messages, notes and assignments" }),
    userId: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: Words(memberRoles),
    status: Words(present),
    suspendedBy: NullableWords(suspenders, {
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
  role: Type.Optional(Words(memberRoles)),
  status: Type.Optional(Words(present)),
});
export type ListMembersQuery = Static<typeof ListMembersQuery>;

export const UpdateMember = Type.Object(
  {
    role: Type.Optional(Words(memberRoles, { description: "At most the agency's own" })),
    status: Type.Optional(Words(present, { description: "suspended: the member's sessions end, and their conversations are unassigned" })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { title: "UpdateMember" },
);
export type UpdateMember = Static<typeof UpdateMember>;
