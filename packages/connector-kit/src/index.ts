export type * from "./connector.ts";
export type * from "./events.ts";
export type * from "./outbound.ts";
export { callbackUnreadable, isCallbackUnreadable, isHttpFailure, providerErrorOf, providerFailure } from "./errors.ts";
export { filePart, formBody } from "./form.ts";
export { parseJsonKeepingDigits } from "./json.ts";
export {
  type ButtonPart,
  fillVariables,
  oneLine,
  type HeaderPart,
  templateParts,
  type TemplateParts,
  type TextPart,
  variablesOf,
} from "./template-parts.ts";
