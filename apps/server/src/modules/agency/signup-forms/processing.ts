import type { ClientsService } from "#modules/agency/agencies/index.ts";
import { type ContactsService, type CreateContact, tagsMax } from "#modules/contacts/contacts/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { textOf } from "./answers.ts";
import type { SubmissionRow } from "./submissions.queries.ts";

export interface ProcessingDeps {
  contacts: Pick<ContactsService, "create" | "update" | "findByPhone" | "findByEmail" | "lockEmail">;
  clients: Pick<ClientsService, "make">;
}

type SubmittedAnswers = Pick<SubmissionRow, "answers" | "target">;

/**
 * The contact of a submission (uuid). An existing one with the phone, or otherwise the e-mail, gets the tags and no other change, because
 * anybody can write anybody's address into a form; otherwise a new one is created. Rejects with already_exists if one is created
 * concurrently, with entitlement_exceeded beyond the contact limit.
 */
export async function createSubmissionContact(
  deps: ProcessingDeps,
  ctx: TxContext,
  { answers, target }: SubmittedAnswers,
): Promise<string> {
  const [name, email, phone] = ["name", "email", "phone"].map((key) => textOf(answers, key));
  const tags = target.tags ?? [];
  // Two concurrent forms would both find nobody and create two.
  if (email !== undefined) await deps.contacts.lockEmail(ctx.tx, email);
  const byPhone = phone === undefined ? [] : await deps.contacts.findByPhone(ctx.tx, phone);
  const [known] = byPhone.length > 0 || email === undefined ? byPhone : await deps.contacts.findByEmail(ctx.tx, email);
  if (known !== undefined) {
    // As many as fit: a stranger's form is not refused because a contact has many tags.
    const add = ({ tags: present }: { tags: string[] }) => ({
      tags: [...new Set([...present, ...tags])].slice(0, Math.max(tagsMax, present.length)),
    });
    if (tags.length > 0) await deps.contacts.update(ctx, wireId("cnt", known), add);
    return known;
  }
  const input: CreateContact = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(tags.length === 0 ? {} : { tags }),
    source: "signup_form",
  };
  // Also for a member who processes it: the form did not ask for the organization's required fields.
  const made = await deps.contacts.create(ctx, input, false);
  return parseWireId("cnt", made.id) as string;
}

/**
 * The client of a submission (uuid), with an invited owner. In a transaction of the cross-tenant worker, under the
 * submission's lock.
 */
export async function createSubmissionClient(deps: ProcessingDeps, ctx: TxContext, { answers, target }: SubmittedAnswers): Promise<string> {
  const name = textOf(answers, "name");
  const made = await deps.clients.make(ctx, {
    name: textOf(answers, "company") as string,
    ownerEmail: textOf(answers, "email") as string,
    ...(name === undefined ? {} : { ownerName: name }),
    ...(target.snapshotId === undefined ? {} : { snapshotId: target.snapshotId }),
    ...(target.grantScopes === undefined || target.grantScopes.length === 0 ? {} : { grant: { scopes: target.grantScopes } }),
  });
  return parseWireId("org", made.id) as string;
}
