import type { Ticket, UpdateTicket } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { DateTimePicker } from "../../ui/fields/DatePicker.tsx";
import { InlineEdit } from "../../ui/fields/InlineEdit.tsx";

interface Props {
  ticket: Pick<Ticket, "dueAt">;
  isReadOnly: boolean;
  onSave(patch: Pick<UpdateTicket, "dueAt">): Promise<unknown>;
}

/** When a ticket is due, edited in place; emptied, it is never. */
export function TicketDue({ ticket: { dueAt }, isReadOnly, onSave }: Props) {
  const { t, format } = useI18n();
  const label = t("tickets.due");
  const shown = dueAt === null ? null : format.when(dueAt);
  const content = dueAt !== null && (
    <time className="cut" dateTime={dueAt} title={format.instant(dueAt)}>
      {shown}
    </time>
  );
  if (isReadOnly) return <span className="inline-read">{dueAt === null ? t("common.none") : content}</span>;
  return (
    <InlineEdit<string | null>
      {...{ label, shown, content }}
      placeholder={t("contact.add")}
      value={dueAt}
      onSave={(next) => onSave({ dueAt: next })}
    >
      {({ value, onChange, error, autoFocus }) => (
        <DateTimePicker {...{ label, hideLabel: true, size: "small", autoFocus, error, value, onChange }} />
      )}
    </InlineEdit>
  );
}
