import { useEffect, useRef, useState } from "react";
import type { Contact, SendMessage } from "@parley/sdk";
import { type LastTry, sendOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { Button } from "../../../ui/Button.tsx";
import { Tag } from "../../../ui/Chip.tsx";
import { reasonOf } from "../../../ui/fields/failure.ts";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { componentsOf, filledText, isComplete, valuesFor, variablesToSet } from "./form.ts";
import { bodyVariables } from "../../../parts/templates/template-content.ts";
import type { BroadcastFormState } from "./useBroadcastForm.ts";

const peopleMax = 5;

type Outcome = { isSent: boolean; text: string };

/** Sends the current message to some people, as an ordinary message of the channel, outside the broadcast. */
export function TestDialog({ making, onClose }: { making: BroadcastFormState; onClose(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [found, setFound] = useState<readonly Contact[]>([]);
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [pending, setPending] = useState(false);
  const verb = useRef<HTMLButtonElement>(null);
  /** By the contact's id. */
  const tries = useRef(new Map<string, LastTry>());
  // The field is remounted for each person, and would lose the focus.
  useEffect(() => {
    if (chosen.length > 0) verb.current?.focus();
  }, [chosen.length]);
  const nameOf = (contact: Contact) => contactName(contact, t("contact.unnamed"));

  async function send() {
    setPending(true);
    for (const contact of chosen.filter(({ id }) => outcomes[id]?.isSent !== true)) {
      const last: LastTry = tries.current.get(contact.id) ?? { current: null };
      tries.current.set(contact.id, last);
      const outcome = await sendTo(making, contact, last).then(
        (reason): Outcome => (reason === null ? { isSent: true, text: t("broadcasts.test.sent") } : { isSent: false, text: t(reason) }),
        (error: unknown): Outcome => ({ isSent: false, text: reasonOf(error, i18n) }),
      );
      setOutcomes((now) => ({ ...now, [contact.id]: outcome }));
    }
    setPending(false);
  }
  return (
    <Dialog title={t("broadcasts.test")} size="medium" isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-4">
          <p className="text-text-2">{t("broadcasts.test.text")}</p>
          <ComboBox
            key={chosen.length}
            label={t("broadcasts.test.to")}
            placeholder={t("start.contact.hint")}
            autoFocus={chosen.length === 0}
            isDisabled={chosen.length >= peopleMax}
            value={null}
            load={async (q, signal) => {
              const { data } = await api.contacts.list(q.trim() === "" ? { limit: 10 } : { q: q.trim(), limit: 10 }, { signal }).page();
              setFound(data);
              return data
                .filter(({ id }) => chosen.every((each) => each.id !== id))
                .map((each) => ({
                  ...{ id: each.id, name: nameOf(each) },
                  ...(each.phone === null ? {} : { description: each.phone }),
                }));
            }}
            onChange={(id) => {
              const next = found.find((each) => each.id === id);
              if (next !== undefined) setChosen((now) => [...now, next]);
            }}
          />
          <ul className="grid gap-2">
            {chosen.map((contact) => (
              <li key={contact.id} className="flex items-center gap-2">
                <Tag
                  removeLabel={t("ui.remove", { name: nameOf(contact) })}
                  onRemove={() => setChosen((now) => now.filter(({ id }) => id !== contact.id))}
                >
                  {nameOf(contact)}
                </Tag>
                <span
                  role="status"
                  className={outcomes[contact.id]?.isSent === true ? "text-12 text-success-text" : "text-12 text-danger-text"}
                >
                  {outcomes[contact.id]?.text}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </DialogContent>
      <DialogFooter>
        <Button onPress={onClose}>{t("common.close")}</Button>
        <Button
          ref={verb}
          variant="primary"
          isPending={pending}
          isDisabled={chosen.every(({ id }) => outcomes[id]?.isSent === true)}
          onPress={() => void send()}
        >
          {t("broadcasts.test.send")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Null: it was sent. Throws the API's refusal. */
async function sendTo({ form, channel, hasTemplates, template }: BroadcastFormState, contact: Contact, last: LastTry) {
  if (channel === undefined) return "broadcasts.check.channel" as const;
  const { kind, externalId, capabilities } = channel;
  const identity = contact.identities.find((each) => each.kind === kind && (each.account === null || each.account === externalId));
  const address = identity?.address ?? (capabilities.startsConversations ? contact.phone : null);
  if (address === null) return "broadcasts.skip.noIdentity" as const;
  const to = { channelId: channel.id, to: address.replace(/^\+/, "") };
  const send = (body: SendMessage) => sendOnce(last, body, (options) => api.messages.send(body, options));
  if (!hasTemplates) {
    const text = filledText(form.text, contact);
    if (text === null) return "broadcasts.skip.missingVariable" as const;
    await send({ ...to, type: "text", text });
    return null;
  }
  const values = valuesFor(form, contact);
  if (template === undefined || !isComplete(form, template)) return "broadcasts.check.variables" as const;
  const names = variablesToSet(form, template);
  if (names.some((name) => values[name] === undefined)) return "broadcasts.skip.missingVariable" as const;
  const { name, language } = template;
  const components = componentsOf(form, template);
  await send({
    ...to,
    type: "template",
    content: {
      ...{ name, language, variables: bodyVariables(template, names, values) },
      ...(components === undefined ? {} : { components }),
    },
  });
  return null;
}
