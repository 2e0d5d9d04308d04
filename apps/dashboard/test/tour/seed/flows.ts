import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";

export interface SeededFlows {
  flow: string;
  flowRun: string;
  flowDraft: string;
}

/** A flow that has run, and an incomplete draft. */
export async function drawFlows(stage: Stage, contactId: string): Promise<SeededFlows> {
  const { api } = stage.tenant;
  const make = (body: object) => answered<{ id: string }>(api.post("/api/v1/flows", body));
  const big = await make({
    ...{ name: "Questions about tents", description: "Asks for the size, and gives the answer to a person" },
    trigger: { type: "message.keyword", keywords: ["tent", "tents"] },
    conditions: { rules: [{ field: "tags", op: "has_none", value: ["dealer"] }] },
    steps: [
      { type: "add_tag", tag: "camping" },
      {
        type: "branch",
        conditions: { rules: [{ field: "language", op: "eq", value: "de" }] },
        // biome-ignore lint/suspicious/noThenProperty: steps
        then: [{ type: "add_tag", tag: "writes German" }],
        else: [{ type: "add_tag", tag: "writes English" }],
      },
      { type: "wait_for_reply", timeoutSeconds: 172_800, onTimeout: [{ type: "stop" }] },
      { type: "hand_over" },
    ],
  });
  await answered(
    api.patch(`/api/v1/flows/${big.id}`, { conditions: { rules: [{ field: "tags", op: "has_none", value: ["dealer", "press"] }] } }),
  );
  await answered(api.post(`/api/v1/flows/${big.id}/activate`, {}));
  const run = await answered<{ id: string }>(api.post(`/api/v1/flows/${big.id}/runs`, { contactId }));
  const draft = await make({
    name: "Boots in spring",
    trigger: { type: "webhook" },
    steps: [{ type: "http_request" }, { type: "send_message" }],
  });
  await answered(
    api.post("/api/v1/flow-secrets", { name: "WAREHOUSE_TOKEN", value: "kept to ourselves", hosts: ["api.warehouse.example"] }),
  );
  return { flow: big.id, flowRun: run.id, flowDraft: draft.id };
}
