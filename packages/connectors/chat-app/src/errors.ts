import { createGraphErrors } from "@parley/connector-kit/graph";
import { errors } from "./error-table.ts";

export const { classify, classifyAnswer, classifyElement } = createGraphErrors(errors);
