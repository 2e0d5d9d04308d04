import { type Static, Type } from "typebox";
import { conversationStatuses, priorities } from "#modules/inbox/conversations/index.ts";
import { LabelReference } from "#modules/inbox/labels/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const actionTypes = [
  "add_label",
  "remove_label",
  "assign",
  "set_status",
  "set_priority",
  "snooze",
  "send_message",
  "add_note",
] as const;
export type ActionType = (typeof actionTypes)[number];
export const visibilities = ["private", "shared"] as const;

export const MacroAction = Type.Object(
  {
    type: StringEnum(actionTypes),
    label: Type.Optional(LabelReference),
    assigneeId: Type.Optional(
      NullableText({ maxLength: 100, description: "For assign: a member; null: unassigned; me: the member who runs it" }),
    ),
    status: Type.Optional(StringEnum(conversationStatuses)),
    priority: Type.Optional(StringEnum(priorities)),
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 525_600, description: "For snooze: the duration" })),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, description: "For send_message and add_note, with the variables of canned replies" }),
    ),
    cannedReplyId: Type.Optional(Type.String({ maxLength: 100, description: "For send_message, instead of text" })),
  },
  {
    title: "MacroAction",
    description:
      "add_label, remove_label: label. assign: assigneeId. set_status: status. set_priority: priority. snooze: minutes. send_message: text or cannedReplyId. add_note: text.",
  },
);
export type MacroAction = Static<typeof MacroAction>;

export const Macro = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    visibility: StringEnum(visibilities, { description: "private: only for its owner" }),
    ownerId: Type.String({ description: "The member or API key that created it" }),
    actions: Type.Array(MacroAction),
    usageCount: Type.Integer(),
    lastUsedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Macro" },
);
export type Macro = Static<typeof Macro>;

const name = Type.String({ minLength: 1, maxLength: 100 });
const actions = Type.Array(MacroAction, { minItems: 1, maxItems: 20, description: "Executed in this order" });

export const CreateMacro = Type.Object(
  { name, visibility: Type.Optional(StringEnum(visibilities, { default: "private" })), actions },
  { title: "CreateMacro" },
);
export type CreateMacro = Static<typeof CreateMacro>;

export const UpdateMacro = Type.Object(
  { name: Type.Optional(name), visibility: Type.Optional(StringEnum(visibilities)), actions: Type.Optional(actions) },
  { title: "UpdateMacro", description: "Omitted fields keep their values; actions replaces all actions" },
);
export type UpdateMacro = Static<typeof UpdateMacro>;

export const MacroList = ListOf(Macro);
export const ListMacrosQuery = listQuery({ visibility: Type.Optional(StringEnum(visibilities)) });

export const RunMacro = Type.Object({ conversationId: Type.String({ minLength: 1, maxLength: 100 }) }, { title: "RunMacro" });

export const MacroRun = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    results: Type.Array(
      Type.Object({
        type: StringEnum(actionTypes),
        changed: Type.Boolean({ description: "false: nothing had to change" }),
        messageIds: Type.Array(Type.String(), { description: "The accepted messages, or the note" }),
      }),
      { description: "One per action, in order" },
    ),
  },
  { title: "MacroRun" },
);
export type MacroRun = Static<typeof MacroRun>;
