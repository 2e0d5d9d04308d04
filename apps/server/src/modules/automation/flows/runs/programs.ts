import type { Tx } from "#platform/db/database.ts";
import { findVersion } from "../definition/flows.queries.ts";
import { compileProgram, type Instruction } from "../definition/program.ts";
import type { RunRow } from "./runs.queries.ts";

const programsMax = 2_000;

/** Versions never change, so a compiled program stays valid. */
export function createPrograms() {
  const programs = new Map<string, Instruction[]>();

  return {
    async of(tx: Tx, row: Pick<RunRow, "flow_id" | "version">): Promise<Instruction[]> {
      const key = `${tx.tenantId}/${row.flow_id}/${row.version}`;
      const known = programs.get(key);
      if (known !== undefined) return known;
      const version = await findVersion(tx, row.flow_id, row.version);
      if (version === null) throw new Error("a run without its version");
      const program = compileProgram(version.definition.steps);
      if (programs.size >= programsMax) programs.clear();
      programs.set(key, program);
      return program;
    },
  };
}

export type Programs = ReturnType<typeof createPrograms>;
