/** What modules declare about their tables, for tests that go through all of them. */
import { tables } from "../../src/composition/tables.ts";
import { planExport } from "../../src/modules/administration/organization-exports/index.ts";

export const { dataMap, exportMap } = tables;
export const exportedTables = planExport(exportMap).tables;
