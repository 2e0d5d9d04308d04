import { useQuery } from "@tanstack/react-query";
import type { Ticket, UpdateTicket } from "@parley/sdk";
import { labels } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { hueOfColor } from "../../parts/hue.ts";
import { Label } from "../../ui/Chip.tsx";
import { InlineEdit } from "../../ui/fields/InlineEdit.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";

interface Props {
  ticket: Pick<Ticket, "labels">;
  isReadOnly: boolean;
  onSave(patch: Pick<UpdateTicket, "labels">): Promise<unknown>;
}

/** A ticket's labels, edited in place: the team's are suggested, and any other word can be one. */
export function TicketLabels({ ticket, isReadOnly, onSave }: Props) {
  const { t } = useI18n();
  const { data } = useQuery({ ...labels.listQuery(), throwOnError: false });
  const known = data?.items ?? [];
  const label = t("inbox.labels");
  const shown = (
    <span className="flex flex-wrap gap-2">
      {ticket.labels.map((name) => (
        <Label key={name} hue={hueOfColor(known.find((each) => each.name === name)?.color)}>
          {name}
        </Label>
      ))}
    </span>
  );
  if (isReadOnly) return <span className="inline-read">{ticket.labels.length === 0 ? t("common.none") : shown}</span>;
  return (
    <InlineEdit<string[]>
      label={label}
      value={ticket.labels}
      shown={ticket.labels.length === 0 ? null : ticket.labels.join(", ")}
      content={shown}
      placeholder={t("contact.add")}
      onSave={(next) => onSave({ labels: next })}
    >
      {({ value, onChange, error, autoFocus }) => (
        <TagInput {...{ label, hideLabel: true, autoFocus, error, value, onChange }} suggestions={known.map(({ name }) => name)} />
      )}
    </InlineEdit>
  );
}
