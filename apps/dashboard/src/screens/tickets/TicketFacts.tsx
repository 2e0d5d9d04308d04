import "../../styles/facts.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Ticket, UpdateTicket } from "@parley/sdk";
import { agents, divisions, ticketCategories, ticketFields } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { CustomFact } from "../../parts/fields/CustomFact.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import type { Option } from "../../ui/fields/Options.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TicketDue } from "./TicketDue.tsx";
import { TicketLabels } from "./TicketLabels.tsx";
import { priorityIcons } from "./TicketRow.tsx";

const priorities = ["low", "medium", "high", "urgent"] as const;
/** The next statuses of a ticket. The server decides. */
const nextStatuses: Readonly<Record<Ticket["status"], readonly Ticket["status"][]>> = {
  open: ["open", "in_progress", "resolved"],
  in_progress: ["in_progress", "pending", "resolved"],
  pending: ["pending", "open", "resolved"],
  resolved: ["resolved", "open", "closed"],
  closed: ["closed"],
};

interface Props {
  ticket: Ticket;
  isReadOnly: boolean;
  /** `quiet`: a refusal is thrown instead of notified, for a field that shows it. */
  onChange(patch: UpdateTicket, options?: { quiet: boolean }): Promise<unknown>;
}

/** The fields of a ticket, one row for each. */
export function TicketFacts({ ticket, isReadOnly, onChange }: Props) {
  const { t, format } = useI18n();
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: categories } = useQuery({ ...ticketCategories.listQuery(), throwOnError: false });
  const { data: fields } = useQuery({ ...ticketFields.listQuery(), throwOnError: false });
  const none = { id: "", name: t("common.none") };
  const orNull = (id: string) => (id === "" ? null : id);
  const people = (agentList?.items ?? []).filter(({ status, id }) => status === "active" || id === ticket.assigneeId);
  return (
    <dl className="facts ticket-fact-rows">
      <Choice
        label={t("inbox.status")}
        value={ticket.status}
        isReadOnly={isReadOnly}
        options={nextStatuses[ticket.status].map((id) => ({ id, name: format.sentence(t(`ticket.status.${id}`)) }))}
        onChange={(status) => onChange({ status: status as Ticket["status"] })}
      />
      <Choice
        label={t("inbox.priority")}
        value={ticket.priority}
        isReadOnly={isReadOnly}
        options={priorities.map((id) => {
          const { icon: Icon, tone } = priorityIcons[id];
          return { id, name: t(`priority.${id}`), start: <Icon className={`icon icon-14 ${tone}`} aria-hidden /> };
        })}
        onChange={(priority) => onChange({ priority: priority as Ticket["priority"] })}
      />
      <Choice
        label={t("inbox.assignee")}
        value={ticket.assigneeId ?? ""}
        isReadOnly={isReadOnly}
        options={[{ id: "", name: t("inbox.nobody") }, ...people.map(({ id, name }) => ({ id, name }))]}
        onChange={(id) => onChange({ assigneeId: orNull(id) })}
      />
      {(divisionList?.items.length ?? 0) > 0 && (
        <Choice
          label={t("inbox.division")}
          value={ticket.divisionId ?? ""}
          isReadOnly={isReadOnly}
          options={[none, ...(divisionList?.items ?? []).map(({ id, name }) => ({ id, name }))]}
          onChange={(id) => onChange({ divisionId: orNull(id) })}
        />
      )}
      {(categories?.items.length ?? 0) > 0 && (
        <Choice
          label={t("tickets.category")}
          value={ticket.category ?? ""}
          isReadOnly={isReadOnly}
          options={[none, ...(categories?.items ?? []).map(({ name }) => ({ id: name, name }))]}
          onChange={(category) => onChange({ category: orNull(category) })}
        />
      )}
      <Fact label={t("tickets.subject")}>
        <InlineField
          label={t("tickets.subject")}
          value={ticket.subject}
          isReadOnly={isReadOnly}
          onSave={(subject) => onChange({ subject }, { quiet: true })}
        />
      </Fact>
      {ticket.autoCloseAt !== null && (
        <Fact label={t("tickets.closes")}>
          <time className="inline-read" dateTime={ticket.autoCloseAt} title={format.instant(ticket.autoCloseAt)}>
            {format.when(ticket.autoCloseAt)}
          </time>
        </Fact>
      )}
      <Fact label={t("tickets.due")}>
        <TicketDue ticket={ticket} isReadOnly={isReadOnly} onSave={(patch) => onChange(patch, { quiet: true })} />
      </Fact>
      <Fact label={t("inbox.labels")}>
        <TicketLabels ticket={ticket} isReadOnly={isReadOnly} onSave={(patch) => onChange(patch, { quiet: true })} />
      </Fact>
      {(fields?.items ?? []).map((field) => (
        <CustomFact
          key={field.id}
          field={field}
          value={ticket.customFields[field.key] ?? null}
          isReadOnly={isReadOnly}
          onSave={(value) => onChange({ customFields: { [field.key]: value } }, { quiet: true })}
        />
      ))}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  isReadOnly: boolean;
  onChange(id: string): Promise<unknown>;
}

function Choice({ label, value, options, isReadOnly, onChange }: ChoiceProps) {
  return (
    <Fact label={label}>
      <Select
        label={label}
        hideLabel
        size="small"
        className="fact-choice"
        value={value}
        options={options}
        isReadOnly={isReadOnly}
        onChange={(id) => void onChange(id)}
      />
    </Fact>
  );
}
