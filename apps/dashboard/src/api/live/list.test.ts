import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createChangeLog } from "./change-log.ts";
import { createCollector } from "./coalesce.ts";
import { appendPage, type Compare, fetchAll, fetchPages, type ListData, mapItems, mergeIntoList, shareItems, wholeMax } from "./list.ts";
import { createOverlay } from "./overlay.ts";

interface Row {
  id: string;
  at: number;
  open: boolean;
}

/** Newest first, then by id. */
const compare: Compare<Row> = (a, b) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** The list as a server would return it. */
const ordered = (rows: ReadonlyMap<string, Row>) => [...rows.values()].filter(({ open }) => open).sort(compare);

function fetcher(rows: ReadonlyMap<string, Row>) {
  return async (cursor: string | undefined, limit: number) => {
    const all = ordered(rows);
    const after = cursor === undefined ? null : (JSON.parse(cursor) as Row);
    const rest = after === null ? all : all.filter((row) => compare(row, after) > 0);
    const data = rest.slice(0, limit).map((row) => ({ ...row }));
    return { data, pageInfo: { nextCursor: rest.length > limit ? JSON.stringify(data.at(-1)) : null } };
  };
}

const id = fc.nat(30).map((n) => `id${String(n).padStart(2, "0")}`);
const row = fc.record({ id, at: fc.nat(20), open: fc.boolean() }, { noNullPrototype: true });

describe("a loaded part of a list", () => {
  it("equals the server's list in the loaded range after each change, and continues after it", async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant("change" as const), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
      fc.record({ what: fc.constant("remove" as const), id }),
      fc.record({ what: fc.constant("more" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 30 }), async (first, wanted, steps) => {
        const rows = new Map(first.map((each) => [each.id, each]));
        const fetchPage = fetcher(rows);
        let list = await fetchPages(fetchPage, wanted, 3);
        for (const each of steps) {
          if (each.what === "more") {
            if (list.next !== null) list = appendPage(list, list.next, await fetchPage(list.next, 3), compare);
          } else {
            const changed = new Set(each.what === "remove" ? [each.id] : each.rows.map(({ id }) => id));
            if (each.what === "remove") rows.delete(each.id);
            else for (const next of each.rows) rows.set(next.id, next);
            const matching = ordered(rows).filter(({ id }) => changed.has(id));
            list = mergeIntoList(list, changed, matching, compare);
          }
          const { end } = list;
          assert.deepEqual(
            list.items,
            ordered(rows).filter((item) => end === null || compare(item, end) <= 0),
          );
          assert.equal(list.next === null, end === null);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the object of every unchanged record", () => {
    const list: ListData<Row> = { items: [3, 2, 1].map((at) => ({ id: `id${at}`, at, open: true })), next: null, end: null, wanted: 50 };
    const same = mergeIntoList(list, new Set(["id2"]), [{ id: "id2", at: 2, open: true }], compare);
    assert.equal(same, list, "an equal record changes nothing");
    const moved = mergeIntoList(list, new Set(["id1"]), [{ id: "id1", at: 9, open: true }], compare);
    assert.deepEqual(
      moved.items.map(({ id }) => id),
      ["id1", "id3", "id2"],
    );
    assert.equal(moved.items[1], list.items[0]);
    const again = shareItems({ ...list, items: list.items.map((item) => ({ ...item })) }, list);
    assert.ok(again.items.every((item, index) => item === list.items[index]));
    assert.equal(
      mapItems(list, (item) => item),
      list,
    );
  });

  it("drops a page that arrives after the list was fetched again", () => {
    const list: ListData<Row> = { items: [], next: "new", end: { id: "id1", at: 1, open: true }, wanted: 50 };
    assert.equal(appendPage(list, "old", { data: [{ id: "id0", at: 0, open: true }], pageInfo: { nextCursor: null } }, compare), list);
  });
});

describe("changes without a response yet", () => {
  const base: Row = { id: "id1", at: 1, open: true };

  it("apply to whatever the server returns meanwhile, and end one by one", () => {
    const overlay = createOverlay<Row>();
    const first = overlay.begin(base, (item) => ({ ...item, open: false }));
    const second = overlay.begin(overlay.current(base), (item) => ({ ...item, at: item.at + 10 }));
    assert.deepEqual(overlay.current(base), { id: "id1", at: 11, open: false });
    assert.deepEqual(overlay.show({ ...base, at: 5 }), { id: "id1", at: 15, open: false });
    assert.deepEqual(second(), { ...base, at: 5 }, "what the server said last");
    assert.deepEqual(overlay.current(base), { id: "id1", at: 5, open: false });
    first();
    assert.equal(overlay.show(base), base);
  });
});

describe("changes during a fetch", () => {
  it("are reported once, to each fetch that marked its beginning", () => {
    const log = createChangeLog();
    log.note("tickets", "before");
    const mark = log.mark("tickets");
    const other = log.mark("deals");
    log.note("tickets", "a");
    log.note("tickets", "a");
    assert.deepEqual([...(mark.take() ?? [])], ["a"]);
    assert.deepEqual([mark.take()?.size, other.take()?.size], [0, 0]);
    log.noteAll();
    assert.deepEqual([mark.take(), other.take()], [null, null]);
  });

  it("count as everything if there are too many to fetch individually", () => {
    const log = createChangeLog();
    const mark = log.mark("tickets");
    for (let i = 0; i < 10_000; i++) log.note("tickets", `id${i}`);
    assert.equal(mark.take(), null);
  });
});

describe("a whole list", () => {
  it("has the records of all pages, and reads no further than its limit", async () => {
    let read = 0;
    async function* records(count: number) {
      for (read = 1; read <= count; read++) yield { id: String(read) };
    }
    assert.deepEqual(
      (await fetchAll(records(150))).data.map(({ id }) => id),
      Array.from({ length: 150 }, (_, n) => String(n + 1)),
    );
    const { data } = await fetchAll(records(wholeMax + 500));
    assert.deepEqual([data.length, read], [wholeMax, wholeMax]);
  });
});

describe("collecting", () => {
  it("processes the first item at once, the rest together, and never two rounds at a time", async () => {
    const rounds: string[][] = [];
    let open = 0;
    const collector = createCollector<string>({
      intervalMs: 5,
      keyOf: (item) => item,
      async run(items) {
        open += 1;
        assert.equal(open, 1);
        rounds.push(items);
        await new Promise((resolve) => setTimeout(resolve, 10));
        open -= 1;
      },
    });
    collector.add("a");
    for (const each of ["b", "c", "b"]) collector.add(each);
    await collector.idle();
    assert.deepEqual(rounds, [["a"], ["b", "c"]]);
  });

  it("processes failed items again, with those that arrived since", async () => {
    const rounds: string[][] = [];
    const collector = createCollector<string>({
      intervalMs: 0,
      keyOf: (item) => item,
      async run(items) {
        rounds.push(items);
        if (rounds.length === 1) throw new Error("the line is away");
      },
    });
    collector.add("a");
    collector.add("b");
    // As when the line is back: without the interval.
    await new Promise((resolve) => setImmediate(resolve));
    collector.flush();
    await collector.idle();
    assert.deepEqual(rounds, [["a"], ["a", "b"]]);
  });
});
