import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft } from "lucide-react";
import type { Board, Contact, Deal, Stage } from "@parley/sdk";
import { useContactsOf } from "../../api/contacts/useContactsOf.ts";
import { agents, deals } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { showFailure } from "../../parts/show-failure.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Lane } from "../../ui/lists/Lane.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import type { Move } from "./PipelineScreen.tsx";

/** A deal that has not moved for this long is highlighted. */
const staleDays = 14;
const dayMs = 86_400_000;
/** Seconds are of no use on a card. */
const minuteMs = 60_000;

interface Props {
  stage: Stage;
  stages: readonly Stage[];
  sums: Board["stages"][number] | undefined;
  isReadOnly: boolean;
  onMove(move: Move): void;
  onOpen(deal: Deal): void;
}

export function StageLane({ stage, stages, sums, isReadOnly, onMove, onOpen }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const filters = { stageId: stage.id, sort: "position" as const };
  const { data } = useQuery({ ...deals.listQuery(filters), throwOnError: false });
  const items = inOrder(data?.items);
  const customers = useContactsOf(items.map(({ contactId }) => contactId));
  const money = (sums?.totals ?? []).filter((each): each is typeof each & { currency: string } => each.currency !== null);
  const count = sums?.count ?? items.length;
  async function drop(id: string, beforeId: string | null) {
    // It may come from another lane, whose list contains it.
    const deal = items.find((each) => each.id === id) ?? dragged.get(id);
    if (deal === undefined) return;
    let others = items.filter((each) => each.id !== id);
    const last = beforeId === null ? others.at(-1) : undefined;
    if (last !== undefined)
      try {
        const list = () => client.getQueryData(deals.listQuery(filters).queryKey);
        // The deal after the last loaded one is on the next page.
        while (others.at(-1)?.id === last.id && list()?.next != null) {
          await deals.loadMore(client, filters);
          others = inOrder(list()?.items).filter((each) => each.id !== id);
        }
      } catch (error) {
        return showFailure(error, i18n);
      }
    const at = others.findIndex((each) => each.id === (last?.id ?? beforeId));
    const [before, next] = last === undefined ? [others[at - 1], others[at]] : [others[at], others[at + 1]];
    // At the end of another lane the server chooses the position.
    const isChosenThere = at === -1 || (next === undefined && deal.stageId !== stage.id);
    onMove({ deal, stage, position: isChosenThere ? undefined : placeBetween(before, next) });
  }
  return (
    <Lane<Deal>
      kind="deal"
      label={t("pipeline.lane", { stage: stage.name, n: count })}
      items={items}
      nameOf={({ title }) => title}
      isReadOnly={isReadOnly}
      empty={t("pipeline.noDeals")}
      onOpen={onOpen}
      onDrop={(id, beforeId) => void drop(id, beforeId)}
      end={<LoadMore hasMore={data?.next != null} onMore={() => deals.loadMore(client, filters)} />}
      header={
        <>
          <span className="flex items-baseline gap-1.5">
            <b>
              <bdi>{stage.name}</bdi>
            </b>
            <span className="text-text-3 tabular-nums">{format.number(count)}</span>
            <span className="ms-auto tabular-nums">{money.map(({ currency, amount }) => format.money(amount, currency)).join(" · ")}</span>
          </span>
          {/* Kept empty if there is no probability, so that the cards of all lanes start at the same height. */}
          <span className="block text-11 text-text-3 tabular-nums">
            {stage.kind === "open" && money.length > 0
              ? `${format.percent(stage.winProbability / 100)} · ${money.map(({ currency, weightedAmount }) => format.money(weightedAmount, currency)).join(" · ")}`
              : "\u00a0"}
          </span>
        </>
      }
      card={(deal) => (
        <DealCard deal={deal} contact={customers.get(deal.contactId)} stages={stages} isReadOnly={isReadOnly} onMove={onMove} />
      )}
    />
  );
}

/** The deals of all shown lanes, by id: a lane gets only the id of what is dropped on it. */
const dragged = new Map<string, Deal>();

/** As the server sorts them; a deal that is moved within its lane is shown at its new position at once. */
const inOrder = (items: readonly Deal[] = []): Deal[] => [...items].sort((a, b) => a.position - b.position);

/** As far apart as the server puts deals that it adds at the end. */
const positionStep = 1_024;

/** A number between the neighbours' positions. */
function placeBetween(before: Deal | undefined, next: Deal | undefined): number | undefined {
  if (next === undefined) return before === undefined ? undefined : before.position + positionStep;
  return before === undefined ? next.position - 1 : (before.position + next.position) / 2;
}

interface CardProps {
  deal: Deal;
  contact: Contact | undefined;
  stages: readonly Stage[];
  isReadOnly: boolean;
  onMove(move: Move): void;
}

function DealCard({ deal, contact, stages, isReadOnly, onMove }: CardProps) {
  const { t, format } = useI18n();
  dragged.set(deal.id, deal);
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const owner = agentList?.items.find(({ id }) => id === deal.ownerId);
  const ageMs = Date.now() - Date.parse(deal.stageEnteredAt);
  const stale = deal.status === "open" && ageMs > staleDays * dayMs;
  const name = contact === undefined ? "" : contactName(contact, t("contact.unnamed"));
  /** The channels of the contact. */
  const kinds = [...new Set(contact?.identities.map(({ kind }) => kind))];
  return (
    <>
      <span className="flex items-start gap-1">
        <bdi className="grow font-medium">{deal.title}</bdi>
        {!isReadOnly && (
          <Menu
            label={t("pipeline.moveTo")}
            trigger={<Button icon={ArrowRightLeft} label={t("pipeline.moveTo")} variant="ghost" size="small" className="deal-menu" />}
          >
            {stages
              .filter(({ id }) => id !== deal.stageId)
              .map((stage) => (
                <MenuItem key={stage.id} id={stage.id} onAction={() => onMove({ deal, stage, position: undefined })}>
                  {stage.name}
                </MenuItem>
              ))}
          </Menu>
        )}
      </span>
      <span className="flex items-center gap-1.5 text-12 text-text-2">
        <Avatar id={deal.contactId} name={name} size={18} />
        <bdi className="cut">{name}</bdi>
      </span>
      <span className="flex items-center gap-2">
        {deal.amount !== null && deal.currency !== null && <b className="tabular-nums">{format.money(deal.amount, deal.currency)}</b>}
        {kinds.map((kind) => (
          <ChannelGlyph key={kind} kind={kind} />
        ))}
        <span className={`ms-auto text-11 whitespace-nowrap ${stale ? "is-stale text-warn-text" : "text-text-3"}`}>
          {format.duration(Math.max(minuteMs, ageMs - (ageMs % minuteMs)))}
        </span>
        {owner !== undefined && <Avatar id={owner.id} name={owner.name} imageUrl={owner.avatarUrl} size={18} />}
      </span>
    </>
  );
}
