import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { RunRow } from "../runs.queries.ts";
import type { ActionDeps, Performers } from "./step-kit.ts";

const customPrefix = "customFields.";
type ContactInput = Exclude<Parameters<ContactsService["update"]>[2], (contact: never) => unknown>;

/** The contact fields that a flow may set, besides customFields.KEY. */
export const settableFields = ["name", "email", "phone", "language", "timezone", "country", "ownerId", "stageId", "source"] as const;

export function createContactSteps(deps: Pick<ActionDeps, "contacts">) {
  async function setField(ctx: TxContext, row: RunRow, field: string, value: unknown): Promise<void> {
    const change = field.startsWith(customPrefix) ? { customFields: { [field.slice(customPrefix.length)]: value } } : { [field]: value };
    await deps.contacts.update(ctx, wireId("cnt", row.contact_id), change as ContactInput);
  }

  const performers: Performers<"add_tag" | "remove_tag" | "set_field"> = {
    async add_tag({ ctx, row }, { tag }) {
      await deps.contacts.update(ctx, wireId("cnt", row.contact_id), ({ tags }) => (tags.includes(tag) ? {} : { tags: [...tags, tag] }));
      return {};
    },
    async remove_tag({ ctx, row }, { tag }) {
      await deps.contacts.update(ctx, wireId("cnt", row.contact_id), ({ tags }) => ({ tags: tags.filter((known) => known !== tag) }));
      return {};
    },
    async set_field({ ctx, row }, { field, value }) {
      await setField(ctx, row, field, value);
      return {};
    },
  };
  return { setField, performers };
}
