import { asObject, listAt, own, textAt } from "@parley/connector-kit/read";
import type { Problem } from "./template-rules.ts";

const TYPES = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE", "FLOW", "OTP", "CATALOG", "MPM", "SPM", "REQUEST_CONTACT_INFO"];
const BUTTONS_MAX = 10;
const LABEL_MAX = 25;
const URL_MAX = 2_000;
const PHONE_MAX = 20;
const MOST_OF_A_KIND: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };
/** The platform supplies the label of the other types. */
const LABELLED = new Set(["QUICK_REPLY", "URL", "PHONE_NUMBER", "FLOW"]);

export function buttonProblems(buttons: unknown[], at: string, problem: Problem): void {
  if (buttons.length === 0) return problem(at, "required", "At least one button is needed.");
  if (buttons.length > BUTTONS_MAX) problem(at, "out_of_range", `At most ${BUTTONS_MAX} buttons.`);
  const types = buttons.map((button) => textAt(button, "type")?.toUpperCase() ?? "");
  for (const [index, button] of buttons.entries()) checkButton(types[index] ?? "", button, `${at}[${index}]`, problem);
  for (const [type, most] of Object.entries(MOST_OF_A_KIND)) {
    if (types.filter((t) => t === type).length > most) problem(at, "out_of_range", `At most ${most} of type ${type}.`);
  }
  const first = types.indexOf("QUICK_REPLY");
  const last = types.lastIndexOf("QUICK_REPLY");
  if (types.slice(first, last).some((type) => first >= 0 && type !== "QUICK_REPLY"))
    problem(at, "invalid_format", "Quick replies must be grouped, before or after the other buttons.");
}

function checkButton(type: string, button: unknown, at: string, problem: Problem): void {
  if (asObject(button) === undefined) return problem(at, "invalid_type", "A button must be an object.");
  if (type === "") return problem(`${at}.type`, "required", `Types: ${TYPES.join(", ")}.`);
  if (!TYPES.includes(type)) return problem(`${at}.type`, "unknown_value", `Types: ${TYPES.join(", ")}.`);
  if (LABELLED.has(type) || (type === "OTP" && own(button, "text") !== undefined)) checkLabel(button, at, problem);
  if (type === "URL") checkUrl(button, at, problem);
  if (type === "COPY_CODE" && listAt(button, "example").length === 0)
    problem(`${at}.example`, "required", "A sample of the code is required.");
  if (type === "PHONE_NUMBER") {
    const phone = textAt(button, "phone_number") ?? "";
    if (phone === "") problem(`${at}.phone_number`, "required", "The number to call is required.");
    else if (phone.length > PHONE_MAX || !/^\+?[\d ()-]+$/.test(phone))
      problem(`${at}.phone_number`, "invalid_format", "It must be a phone number in international format.");
  }
}

function checkLabel(button: unknown, at: string, problem: Problem): void {
  const label = own(button, "text");
  if (typeof label !== "string" || label.trim() === "") return problem(`${at}.text`, "required", "A button needs a label.");
  if ([...label].length > LABEL_MAX) problem(`${at}.text`, "too_long", `At most ${LABEL_MAX} characters.`);
  if (/\{\{/.test(label)) problem(`${at}.text`, "not_allowed", "A label cannot have variables.");
}

/** One variable, at the end of the URL, with a sample. */
function checkUrl(button: unknown, at: string, problem: Problem): void {
  const url = textAt(button, "url") ?? "";
  if (url === "") return problem(`${at}.url`, "required", "The URL to open is required.");
  if (url.length > URL_MAX) problem(`${at}.url`, "too_long", `At most ${URL_MAX} characters.`);
  if (!/^https?:\/\/[^/]/i.test(url)) problem(`${at}.url`, "invalid_format", "It must be an absolute URL with http or https.");
  if (!/\{\{/.test(url)) return;
  if (!/^[^{}]*\{\{1\}\}$/.test(url)) problem(`${at}.url`, "invalid_format", "A URL can have one variable, {{1}}, at its end.");
  if (listAt(button, "example").length === 0) problem(`${at}.example`, "required", "A sample of the URL is required.");
}
