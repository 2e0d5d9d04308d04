import "../../styles/screens/contacts.css";
import { Columns3, Inbox, List } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";
import { Chip } from "../Chip.tsx";
import { EmptyState } from "../feedback/EmptyState.tsx";
import { Switch } from "../fields/Switch.tsx";
import { FilterBar, FilterButton, FilterPill } from "../lists/FilterBar.tsx";
import { LoadMore } from "../lists/LoadMore.tsx";
import { Segmented } from "../lists/Segmented.tsx";
import { Table, type TableColumn, type TableSort } from "../lists/Table.tsx";
import { Splitter } from "../lists/Splitter.tsx";
import { Tabs } from "../lists/Tabs.tsx";
import { VirtualList } from "../lists/VirtualList.tsx";
import { Group, Line } from "./Group.tsx";

interface Delivery {
  id: string;
  event: string;
  state: number;
  tries: number;
}

const deliveries: readonly Delivery[] = [
  { id: "evt_8f3a", event: "message.received", state: 200, tries: 1 },
  { id: "evt_8f39", event: "message.status", state: 200, tries: 1 },
  { id: "evt_8f2c", event: "message.sent", state: 503, tries: 2 },
];
const columns: readonly TableColumn<Delivery>[] = [
  { id: "event", name: "Event", isSortable: true, cell: (row) => <code>{row.event}</code> },
  { id: "id", name: "Id", cell: (row) => <code className="text-text-3">{row.id}</code> },
  { id: "state", name: "State", cell: (row) => <Chip tone={row.state === 200 ? "ok" : "bad"}>{row.state}</Chip> },
  { id: "tries", name: "Tries", align: "end", isSortable: true, cell: (row) => row.tries },
  { id: "kept", name: "Kept", cell: (row) => <Kept id={row.id} /> },
];

export function ListsPart() {
  const [status, setStatus] = useState<"open" | "pending" | "resolved">("open");
  const [layout, setLayout] = useState<"board" | "list">("board");
  const [tab, setTab] = useState<"timeline" | "orders">("timeline");
  const [sort, setSort] = useState<TableSort>({ column: "event", direction: "ascending" });
  const [selected, setSelected] = useState<Set<string> | "all">(new Set(["evt_8f39"]));
  const shared = { columns, rowId: (row: Delivery) => row.id };
  return (
    <>
      <Group title="Segmented, Tabs">
        <Line>
          <Segmented
            label="Status"
            value={status}
            onChange={setStatus}
            segments={[
              { id: "open", name: "Open", count: 14 },
              { id: "pending", name: "Pending", count: 6 },
              { id: "resolved", name: "Resolved" },
            ]}
          />
          <Segmented
            label="Layout"
            size="small"
            iconsOnly
            value={layout}
            onChange={setLayout}
            segments={[
              { id: "board", name: "Board", icon: Columns3 },
              { id: "list", name: "List", icon: List },
            ]}
          />
        </Line>
        <Tabs
          label="About the contact"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: "timeline", name: "Timeline" },
            { id: "orders", name: "Orders", count: 3 },
          ]}
        >
          <p className="p-4">The {tab} is here.</p>
        </Tabs>
      </Group>
      <Group title="FilterBar, LoadMore">
        <Filters />
      </Group>
      <Group title="VirtualList, Splitter">
        <Long />
      </Group>
      <Group title="Table" wide>
        <Table
          label="Deliveries"
          {...shared}
          rows={deliveries.toSorted((a, b) => {
            const by = sort.column === "tries" ? a.tries - b.tries : a.event.localeCompare(b.event);
            return sort.direction === "ascending" ? by : -by;
          })}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          rowHref={(row) => `/gallery?part=lists&density=compact#${row.id}`}
          bulk={() => <Button size="small">Replay</Button>}
          currentId="evt_8f2c"
          empty={null}
        />
      </Group>
      <Group title="Table: loading">
        <Table label="Deliveries that load" {...shared} rows={undefined} empty={null} />
      </Group>
      <Group title="Table: empty">
        <Table
          label="No deliveries"
          {...shared}
          rows={[]}
          empty={<EmptyState icon={Inbox} title="No delivery yet" call="POST /api/v1/webhooks" />}
        />
      </Group>
    </>
  );
}

function Kept({ id }: { id: string }) {
  const [kept, setKept] = useState(false);
  return <Switch label={`Keep ${id}`} isSelected={kept} onChange={setKept} />;
}

function Filters() {
  const [owner, setOwner] = useState<string | null>("Ines");
  return (
    <>
      <FilterBar label="Filters" onClear={() => setOwner(null)} end={<FilterButton count={2}>Here they are.</FilterButton>}>
        <FilterPill name="Owner" value={owner} onClear={() => setOwner(null)}>
          {(close) => (
            <Button
              onPress={() => {
                setOwner("Bima");
                close();
              }}
            >
              Bima
            </Button>
          )}
        </FilterPill>
        <FilterPill name="Status">Open or not.</FilterPill>
      </FilterBar>
      <LoadMore hasMore onMore={() => Promise.reject(new Error("lost"))} />
      <LoadMore hasMore onMore={() => new Promise(() => undefined)} />
    </>
  );
}

const many = Array.from({ length: 2_000 }, (_, at) => ({ id: `conv-${at}`, name: `Conversation ${at + 1}` }));

function Long() {
  const [cursor, setCursor] = useState<string | null>("conv-0");
  const [open, setOpen] = useState<string | null>("conv-1");
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(["conv-2"]));
  const [sizePx, setSizePx] = useState(200);
  return (
    <div className="flex h-60">
      <div id="long" className="flex" style={{ inlineSize: sizePx }}>
        <VirtualList
          className="grow"
          label="Conversations"
          items={many}
          itemId={({ id }) => id}
          itemLabel={({ name }) => name}
          rowSizePx={34}
          selectedId={open}
          cursorId={cursor}
          onCursor={setCursor}
          onOpen={setOpen}
          checked={checked}
          onCheck={(id) => setChecked(new Set(checked.has(id) ? [...checked].filter((each) => each !== id) : [...checked, id]))}
        >
          {({ name }, { isSelected, isChecked }) => (
            <span className={isSelected ? "option bg-accent-soft" : "option"}>
              {name} {isChecked && <Chip tone="accent">checked</Chip>}
            </span>
          )}
        </VirtualList>
      </div>
      <Splitter label="Width of the list" controls="long" sizePx={sizePx} minPx={120} maxPx={320} pane="start" onSize={setSizePx} />
      <div className="grow border-s border-line p-3">Open: {open}</div>
    </div>
  );
}
