import { type Static, Type } from "typebox";
import { AppId } from "#modules/people/divisions/index.ts";
import { memberRoles, suspenders } from "#platform/auth/roles.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const availabilities = ["online", "busy", "away", "offline"] as const;
export const agentStatuses = ["invited", "active", "suspended"] as const;

const NullableInteger = (options: object) => Type.Unsafe<number | null>({ type: ["integer", "null"], ...options });

export const Agent = Type.Object(
  {
    id: Type.String({ description: "As used in messages, notes and assignments" }),
    userId: NullableText({ description: "null: invited, not joined yet" }),
    invitationId: NullableText({ description: "The open invitation, if invited" }),
    name: Type.String(),
    email: Type.String(),
    avatarUrl: NullableText(),
    role: StringEnum(memberRoles),
    status: StringEnum(agentStatuses),
    suspendedBy: NullableEnum(suspenders, {
      description: "null: not suspended. An organization cannot undo a suspension by the platform",
    }),
    availability: StringEnum(availabilities),
    divisionIds: Type.Array(Type.String()),
    channelIds: Type.Array(Type.String(), { description: "Channels whose conversations are assigned automatically; empty: all" }),
    skills: Type.Array(Type.String()),
    languages: Type.Array(Type.String()),
    maxOpenConversations: NullableInteger({
      description: "Maximum of open conversations for automatic assignment; null: as in the settings",
    }),
    openConversations: Type.Integer({ description: "Current number of conversations with status open" }),
    signature: NullableText(),
    lastSeenAt: NullableTimestamp({ description: "Rounded to the minute" }),
    createdAt: Timestamp,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "Agent" },
);
export type Agent = Static<typeof Agent>;

const Ids = (description: string) => Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description }));
const TextList = (maxLength: number, options: object) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength, ...options }), { maxItems: 50 }));

const profile = {
  avatarUrl: Type.Optional(NullableText({ minLength: 1, maxLength: 2_000, pattern: "^https://[^\\s]+$", description: "An https address" })),
  divisionIds: Ids("Replaces all existing ones"),
  channelIds: Ids("Replaces all existing ones; empty: all channels"),
  skills: TextList(100, {}),
  languages: TextList(35, { pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", description: "Language tags, for example en or pt-BR" }),
  maxOpenConversations: Type.Optional(NullableInteger({ minimum: 0, maximum: 10_000 })),
  signature: Type.Optional(NullableText({ minLength: 1, maxLength: 2_000 })),
};
const name = Type.String({ minLength: 1, maxLength: 200 });

export const CreateAgent = Type.Object(
  {
    name,
    email: Type.String({ minLength: 3, maxLength: 320 }),
    role: Type.Optional(StringEnum(memberRoles, { default: "agent", description: "At most the agency's own" })),
    ...profile,
  },
  { title: "CreateAgent" },
);
export type CreateAgent = Static<typeof CreateAgent>;

export const UpdateAgent = Type.Object(
  {
    name: Type.Optional(name),
    role: Type.Optional(StringEnum(memberRoles, { description: "At most the agency's own" })),
    status: Type.Optional(StringEnum(["active", "suspended"], { description: "Not for an invited member" })),
    availability: Type.Optional(StringEnum(availabilities, { description: "Not for an invited member" })),
    ...profile,
  },
  { title: "UpdateAgent", description: "Omitted fields keep their values" },
);
export type UpdateAgent = Static<typeof UpdateAgent>;

export const SetAvailability = Type.Object({ availability: StringEnum(availabilities) }, { title: "SetAvailability" });

export const AgentList = ListOf(Agent);
export const ListAgentsQuery = listQuery({
  appId: AppId,
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name or the e-mail; case-insensitive" })),
  status: Type.Optional(StringEnum(agentStatuses)),
  divisionId: Type.Optional(Type.String({ maxLength: 100, description: "Members of this division, without its child divisions" })),
});
export type ListAgentsQuery = Static<typeof ListAgentsQuery>;

export const LoginLinkQuery = Type.Object({
  agentId: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "The agent to sign in. Default: the caller; for a key, the person who created it, otherwise the oldest agent it may sign in",
    }),
  ),
});
export const LoginLink = Type.Object(
  {
    agentId: Type.String(),
    url: Type.String({ description: "A page that signs in when its button is pressed" }),
    token: Type.String({ description: "For POST /auth/login-link" }),
    expiresAt: Timestamp,
  },
  { title: "LoginLink" },
);
