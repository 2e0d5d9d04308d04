/**
 * (g) Recall of the knowledge search on XQuAD: 240 paragraphs per language as sources of one tenant each, 1,190 questions per language
 * through `GET /knowledge/search`; and all five languages in one tenant. A hit at k: the question's paragraph is the source of one of the
 * first k passages. The data is not part of the repository: `--data=FOLDER`, otherwise ../shared/data/xquad next to it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Outcome, Row } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { api, type BenchTenant, createTenant, parleyOf } from "./lib/tenant.ts";

/** Recall at 5 below which the search has become worse: measured before it was built, with the same ranking. */
const floors: Record<string, number> = { en: 0.98, de: 0.96, tr: 0.96, zh: 0.98, th: 0.98 };
const first = 10;
const connections = 4;

interface Paragraph {
  context: string;
  questions: string[];
}

export async function run(options: Map<string, string>): Promise<Outcome> {
  const data = options.get("data") ?? findData();
  const languages = (options.get("languages") ?? Object.keys(floors).join(",")).split(",");
  /** Every nth question of each language, in the tenant with all languages. */
  const mixedEvery = Number(options.get("mixed-every") ?? 4);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9" });
  const database = await joinDatabase(dataDir);
  try {
    const rows: Row[] = [];
    const notes: string[] = [];
    const sets = new Map(languages.map((language) => [language, readSet(data, language)]));
    for (const [language, set] of sets) {
      const tenant = await createTenant(database.admin, dataDir, `Bench ${language}`);
      const loaded = await load(server.url, tenant, set);
      const asked = await ask(
        server.url,
        tenant,
        set.flatMap((p, i) => p.questions.map((q) => ({ q, source: loaded.ids[i] as string }))),
      );
      const floor = floors[language];
      const name = (what: string) => `${language}: ${what}`;
      rows.push(
        {
          name: name("recall at 5"),
          value: round(asked.at5, 4),
          unit: "",
          better: "higher",
          ...(floor === undefined ? {} : { target: floor }),
        },
        { name: name("recall at 1"), value: round(asked.at1, 4), unit: "", better: "higher" },
        { name: name("MRR at 10"), value: round(asked.mrr, 4), unit: "", better: "higher" },
        { name: name("p50"), value: round(asked.p50, 1), unit: "ms", better: "lower" },
        { name: name("p99"), value: round(asked.p99, 1), unit: "ms", better: "lower" },
      );
      const wrong = loaded.languages.filter((found) => found !== language);
      notes.push(
        `${language}: ${asked.count} questions; ${set.length} paragraphs read in ${Math.round(loaded.ms)} ms; language found wrongly for ${wrong.length}${wrong.length > 0 ? ` (${[...new Set(wrong)].join(", ")})` : ""}; best score of the right paragraph: 5 % below ${round(asked.rightScore5, 2)}, half below ${round(asked.rightScore50, 2)}.`,
      );
      say(`${language}: recall@5 ${asked.at5.toFixed(4)} recall@1 ${asked.at1.toFixed(4)} p50 ${asked.p50.toFixed(1)} ms`);
    }
    if (mixedEvery > 0) {
      const tenant = await createTenant(database.admin, dataDir, "Bench all");
      // As many as a tenant may have.
      const all = [...sets.values()].flatMap((set) => set.slice(0, Math.floor(1_000 / sets.size)));
      const { ids } = await load(server.url, tenant, all);
      const questions = all
        .flatMap((p, i) => p.questions.map((q) => ({ q, source: ids[i] as string })))
        .filter((_, i) => i % mixedEvery === 0);
      const asked = await ask(server.url, tenant, questions);
      rows.push(
        { name: "all languages in one tenant: recall at 5", value: round(asked.at5, 4), unit: "", better: "higher" },
        { name: "all languages in one tenant: p50", value: round(asked.p50, 1), unit: "ms", better: "lower" },
        { name: "all languages in one tenant: p99", value: round(asked.p99, 1), unit: "ms", better: "lower" },
      );
      notes.push(`All languages in one tenant: ${all.length} paragraphs, ${asked.count} questions.`);
    }
    return { rows, notes };
  } finally {
    await database.close();
    await server.stop();
    folder.remove();
  }
}

function findData(): string {
  const tried = ["..", "../.."].map((up) => resolve(import.meta.dirname, "..", up, "shared/data/xquad"));
  const found = tried.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`no XQuAD data in ${tried.join(" or ")}: give --data=FOLDER with xquad.en.json and so on`);
  return found;
}

function readSet(folder: string, language: string): Paragraph[] {
  const { data } = JSON.parse(readFileSync(join(folder, `xquad.${language}.json`), "utf8")) as {
    data: { paragraphs: { context: string; qas: { question: string }[] }[] }[];
  };
  return data.flatMap(({ paragraphs }) =>
    paragraphs.map(({ context, qas }) => ({ context, questions: qas.map(({ question }) => question) })),
  );
}

/** Adds the paragraphs and waits until all are processed. Their names are meaningless, so that only their text is found. */
async function load(url: string, tenant: BenchTenant, set: Paragraph[]): Promise<{ ids: string[]; languages: string[]; ms: number }> {
  const { knowledge } = parleyOf(url, tenant);
  const startedAt = performance.now();
  const ids: string[] = [];
  for (const { context } of set) {
    const made = await knowledge.sources.create({ name: "§", kind: "text", text: context });
    ids.push(made.id);
  }
  for (;;) {
    const { sources } = await knowledge.stats();
    if (sources.ready === ids.length) break;
    if (sources.failed > 0) throw new Error(`sources failed: ${JSON.stringify(sources)}`);
    await new Promise((r) => {
      setTimeout(r, 100);
    });
  }
  const ms = performance.now() - startedAt;
  const languages: string[] = [];
  for (const id of ids) languages.push((await knowledge.sources.get(id)).language ?? "");
  return { ids, languages, ms };
}

async function ask(url: string, tenant: BenchTenant, questions: { q: string; source: string }[]) {
  const times: number[] = [];
  const ranks: number[] = [];
  const scores: number[] = [];
  const next = questions.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const { q, source } of next) {
        const at = performance.now();
        const answer = (await api(url, tenant, "GET", `/api/v1/knowledge/search?limit=${first}&q=${encodeURIComponent(q)}`)) as {
          data: { sourceId: string; score: number }[];
        };
        times.push(performance.now() - at);
        const distinct = [...new Set(answer.data.map((found) => found.sourceId))];
        ranks.push(distinct.indexOf(source) + 1);
        scores.push(answer.data.find((found) => found.sourceId === source)?.score ?? 0);
      }
    }),
  );
  const within = (k: number) => ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length;
  const { p50, p99 } = percentilesOf(Float64Array.from(times));
  scores.sort((a, b) => a - b);
  return {
    count: ranks.length,
    at1: within(1),
    at5: within(5),
    mrr: ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length,
    p50,
    p99,
    rightScore5: scores[Math.floor(scores.length * 0.05)] ?? 0,
    rightScore50: scores[Math.floor(scores.length * 0.5)] ?? 0,
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
