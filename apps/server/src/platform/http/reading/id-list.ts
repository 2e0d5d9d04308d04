import { Type } from "typebox";
import { invalidField } from "../../errors/app-error.ts";
import { parseWireId, type WirePrefix } from "../../ids/ids.ts";

const idsMax = 100;

/** A list's records by id, within its other filters: clients that keep a list request these after an event. */
export const IdList = (what: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: idsMax * 40,
      description: `Only these ${what}: up to ${idsMax} ids, separated by commas; unknown ones match nothing`,
    }),
  );

/** Stored ids, without those that cannot exist; undefined: no filter. Throws validation_error. */
export function readIdList(prefix: WirePrefix, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const wires = new Set(text.split(","));
  if (wires.size > idsMax) throw invalidField("ids", "too_many");
  return [...wires].flatMap((wire) => parseWireId(prefix, wire) ?? []);
}
