/** Converts a flow to a file and a file to a flow. The server validates what comes from a file. */
import type { Flow } from "@parley/sdk";
import { type Definition, definitionOf, modelOf } from "./model/model.ts";

/** In the API's own format: the body of `POST /flows`. */
interface FlowFile extends Definition {
  name: string;
  description: string | null;
}

export function fileOf({ name, description, trigger, conditions, steps, oncePerContact }: Flow): FlowFile {
  return { name, description, trigger, conditions, steps, oncePerContact };
}

/** Longer than a browser may take to ask where to save the file. */
const urlMs = 60_000;

export function exportFlow(flow: Flow): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(fileOf(flow), null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${flow.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || flow.id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlMs);
}

const plain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** null: not a flow file. Names and types are checked here, the meaning by the server. */
export function readFile(text: string): FlowFile | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!plain(given) || !plain(given["trigger"]) || typeof given["trigger"]["type"] !== "string") return null;
  if (!Array.isArray(given["steps"]) || !areSteps(given["steps"])) return null;
  const { name, description, conditions } = given;
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : null,
    ...definitionOf(
      modelOf({
        trigger: given["trigger"] as never,
        conditions: plain(conditions) && Array.isArray(conditions["rules"]) ? (conditions as never) : null,
        steps: given["steps"] as never,
        oncePerContact: given["oncePerContact"] === true,
      }),
    ),
  };
}

const areSteps = (list: unknown[]): boolean =>
  list.every(
    (step) =>
      plain(step) &&
      typeof step["type"] === "string" &&
      ["then", "else", "onTimeout", "onError"].every((slot) => !Array.isArray(step[slot]) || areSteps(step[slot])),
  );
