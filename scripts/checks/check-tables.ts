/** `npm run lint`: fails on violations found by scripts/tables/table-rules.ts and scripts/tables/fates.ts. */
import { fateGaps } from "../tables/fates.ts";
import { readTables } from "../tables/read.ts";

const { problems: found, uses, owners, elsewhere, declared, schema } = await readTables();
const problems = [...found, ...(found.length === 0 ? fateGaps(declared, schema) : [])];
for (const problem of problems) console.error(problem);
const foreign = uses.filter(({ table, by }) => owners.get(table) !== by);
const writes = foreign.filter(({ kind }) => kind !== "read");
console.log(
  problems.length === 0
    ? `${owners.size} tables have an owner each. Of others' tables ${writes.length} statements write to one, with a reason, and ${foreign.length - writes.length} read one; ${elsewhere.length} files have SQL and are not *.queries.ts.`
    : `\n${problems.length} problems with tables.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
