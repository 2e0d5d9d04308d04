import { refuseUnknown, type CannedRepliesService } from "#modules/inbox/canned-replies/index.ts";
import type { LabelsService } from "#modules/inbox/labels/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ActionType, MacroAction } from "./macros.schema.ts";

/** As stored: labels by id, so that they can be renamed. */
export type StoredAction = Omit<MacroAction, "label"> & { labelId?: string };

type Field = Exclude<keyof MacroAction, "type">;

/** The fields of each type; if several are listed, exactly one is required. */
const fieldsByType: Readonly<Record<ActionType, readonly Field[]>> = {
  add_label: ["label"],
  remove_label: ["label"],
  assign: ["assigneeId"],
  set_status: ["status"],
  set_priority: ["priority"],
  snooze: ["minutes"],
  send_message: ["text", "cannedReplyId"],
  add_note: ["text"],
};
const fields = ["label", "assigneeId", "status", "priority", "minutes", "text", "cannedReplyId"] as const;

/** Each field has an effect or is rejected. Throws validation_error with the field. Pure. */
export function checkActions(actions: MacroAction[]): void {
  for (const [i, action] of actions.entries()) {
    const at = (field: string) => `actions[${i}].${field}`;
    const mine = fieldsByType[action.type];
    for (const field of fields) {
      if (action[field] !== undefined && !mine.includes(field))
        throw invalidField(at(field), "not_allowed", `${action.type} takes ${mine.join(" or ")}.`);
    }
    const given = mine.filter((field) => action[field] !== undefined);
    if (given.length === 0) throw invalidField(at(mine[0] as string), "required", `${action.type} needs ${mine.join(" or ")}.`);
    if (given.length > 1) throw invalidField(at(given[1] as string), "not_allowed", `Send either ${given.join(" or ")}.`);
    if (action.text !== undefined) {
      if (action.text.trim() === "") throw invalidField(at("text"), "too_short");
      refuseUnknown(action.text, at("text"));
    }
  }
}

export function createMacroActions(deps: { labels: LabelsService; cannedReplies: Pick<CannedRepliesService, "get"> }) {
  return {
    /** Throws validation_error, and not_found for an unknown member or canned reply. An unknown label is created. */
    async toStored(ctx: TxContext, actions: MacroAction[]): Promise<StoredAction[]> {
      checkActions(actions);
      const stored: StoredAction[] = [];
      for (const [i, { label, ...action }] of actions.entries()) {
        if (action.assigneeId != null && action.assigneeId !== "me")
          action.assigneeId = wireId("agt", (await getMember(ctx.tx, action.assigneeId)).userId);
        if (action.cannedReplyId !== undefined) await deps.cannedReplies.get(ctx.tx, action.cannedReplyId);
        const [made] = label === undefined ? [] : await deps.labels.ensure(ctx, [label], () => `actions[${i}].label`);
        stored.push(made === undefined ? action : { ...action, labelId: made.id });
      }
      return stored;
    },

    /** As on the wire; an action whose label was deleted has none. */
    async render(tx: Tx, actions: StoredAction[]): Promise<MacroAction[]> {
      const ids = actions.flatMap((action) => action.labelId ?? []);
      const names = new Map((await deps.labels.named(tx, ids)).map((label) => [label.id, label.name]));
      return actions.map(({ labelId, ...action }) => {
        const label = labelId === undefined ? undefined : names.get(labelId);
        return label === undefined ? action : { ...action, label };
      });
    },
  };
}

export type MacroActions = ReturnType<typeof createMacroActions>;
