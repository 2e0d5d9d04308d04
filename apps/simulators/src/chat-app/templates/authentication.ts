import type { TemplateComponent } from "./templates.ts";

const label = "Copy code";
const sample = "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp";

/**
 * How the platform completes an authentication template: it writes body and footer itself, and a button of type OTP becomes one of type
 * URL.
 * https://developers.facebook.com/docs/whatsapp/business-management-api/authentication-templates/copy-code-button-authentication-templates
 * (read 2026-11)
 */
export function authored(components: readonly TemplateComponent[]): TemplateComponent[] {
  return components.map((component) => {
    switch (component.type.toUpperCase()) {
      case "BODY": {
        const recommendation = component["add_security_recommendation"] === true ? " For your security, do not share this code." : "";
        return { ...component, text: `*{{1}}* is your verification code.${recommendation}`, example: { body_text: [["123456"]] } };
      }
      case "FOOTER":
        return { ...component, text: `This code expires in ${String(component["code_expiration_minutes"])} minutes.` };
      case "BUTTONS":
        return { ...component, buttons: (component.buttons ?? []).map(buttonOf) };
      default:
        return component;
    }
  });
}

function buttonOf(button: NonNullable<TemplateComponent["buttons"]>[number]) {
  const { otp_type: kind } = button as { otp_type?: unknown };
  if (button.type.toUpperCase() !== "OTP" || String(kind).toUpperCase() !== "COPY_CODE") return button;
  return { type: "URL", text: button.text ?? label, url: `${sample}{{1}}`, example: [`${sample}123456`] };
}
