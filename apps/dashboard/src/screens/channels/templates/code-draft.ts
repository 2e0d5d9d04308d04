/** The editable part of an authentication template, as entered and in the platform's form. Pure. */
export interface CodeDraft {
  /** Adds the advice not to share the code. */
  recommends: boolean;
  /** How long the code is valid, shown in the footer. */
  minutes: number | null;
  /** The button's label; empty: the platform's own, in the template's language. */
  label: string;
}

export const emptyCode: CodeDraft = { recommends: true, minutes: null, label: "" };

/**
 * The components to send: the platform writes the texts itself, and turns the OTP button into one of type URL.
 * https://developers.facebook.com/docs/whatsapp/business-management-api/authentication-templates/copy-code-button-authentication-templates
 * (read 2026-11)
 */
export const codeParts = ({ recommends, minutes, label }: CodeDraft) => [
  { part: "body" as const, component: { type: "BODY", add_security_recommendation: recommends } },
  ...(minutes === null ? [] : [{ part: "footer" as const, component: { type: "FOOTER", code_expiration_minutes: minutes } }]),
  {
    part: "buttons" as const,
    component: {
      type: "BUTTONS",
      buttons: [{ type: "OTP", otp_type: "COPY_CODE", ...(label.trim() === "" ? {} : { text: label.trim() }) }],
    },
  },
];

type Json = Readonly<Record<string, unknown>>;
const json = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const upper = (value: unknown): string => (typeof value === "string" ? value.toUpperCase() : "");

function buttonsOf(components: readonly unknown[]): Json[] {
  const { buttons } = json(components.find((each) => upper(json(each)["type"]) === "BUTTONS"));
  return Array.isArray(buttons) ? buttons.map(json) : [];
}

/** Whether its button only copies the code: the others require an app registered at the platform. */
export function copiesCode(components: readonly unknown[]): boolean {
  const [button, ...more] = buttonsOf(components);
  if (button === undefined || more.length > 0) return false;
  return (
    (upper(button["type"]) === "OTP" && upper(button["otp_type"]) === "COPY_CODE") ||
    (upper(button["type"]) === "URL" && upper(button["url"]).includes("OTP_TYPE=COPY_CODE"))
  );
}

export function codeOf(components: readonly unknown[]): CodeDraft {
  const of = (type: string) => json(components.find((each) => upper(json(each)["type"]) === type));
  const minutes = of("FOOTER")["code_expiration_minutes"];
  const label = buttonsOf(components)[0]?.["text"];
  return {
    recommends: of("BODY")["add_security_recommendation"] === true,
    minutes: typeof minutes === "number" ? minutes : null,
    label: typeof label === "string" ? label : "",
  };
}
