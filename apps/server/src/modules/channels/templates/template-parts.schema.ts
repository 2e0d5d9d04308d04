import { type TProperties, type TSchema, Type } from "typebox";
import { documentedAs } from "#platform/http/openapi/schemas.ts";

/**
 * The parts of templates in the platform's own format, as the API document shows them. The connector checks what is
 * given (template-rules.ts, template-variables.ts), with its place in the answer; what a platform adds is passed on.
 */
const text = (options: { description?: string } = {}) => Type.Optional(Type.String(options));
const passThrough = (title: string, properties: TProperties, description: string) =>
  documentedAs(Type.Unknown(), Type.Object(properties, { title, description, additionalProperties: true }));
const shown = (schema: TSchema) => Type.Optional(schema);

const TemplateButton = passThrough(
  "TemplateButton",
  {
    type: Type.String({ description: "QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP and others of the platform" }),
    text: text({ description: "Its label" }),
    url: text({ description: "Of type URL; may end with a variable" }),
    phone_number: text({ description: "Of type PHONE_NUMBER" }),
    otp_type: text({ description: "Of type OTP: COPY_CODE and others" }),
    example: shown(
      Type.Union([Type.String(), Type.Array(Type.String())], { description: "A sample of the address, or of the code that is copied" }),
    ),
  },
  "A button in the platform's format",
);

const NamedSample = Type.Object({ param_name: Type.String(), example: Type.String() }, { title: "TemplateNamedSample" });

export const TemplateComponent = passThrough(
  "TemplateComponent",
  {
    type: Type.String({ description: "HEADER, BODY, FOOTER or BUTTONS" }),
    format: text({ description: "Of a HEADER: TEXT (default), IMAGE, VIDEO, DOCUMENT or LOCATION" }),
    text: text({ description: "With its variables: {{1}}, or {{first_name}}" }),
    buttons: shown(Type.Array(TemplateButton, { description: "Of BUTTONS" })),
    add_security_recommendation: shown(Type.Boolean({ description: "Of the BODY of an authentication template" })),
    code_expiration_minutes: shown(Type.Integer({ description: "Of the FOOTER of an authentication template" })),
    example: shown(
      Type.Object(
        {
          header_text: shown(Type.Array(Type.String())),
          header_handle: shown(Type.Array(Type.String(), { description: "Of POST /channels/{id}/templates/samples" })),
          header_text_named_params: shown(Type.Array(NamedSample)),
          body_text: shown(Type.Array(Type.Array(Type.String()))),
          body_text_named_params: shown(Type.Array(NamedSample)),
        },
        { title: "TemplateExample", description: "A sample for every variable", additionalProperties: true },
      ),
    ),
  },
  "A part of a template in the platform's format",
);

const plainValue = Type.Union([Type.String(), Type.Number()]);

/** What fills a variable of the body. */
export const TemplateVariable = documentedAs(
  Type.Unknown(),
  Type.Union(
    [
      Type.String(),
      Type.Number(),
      Type.Object(
        { name: text({ description: "Of a template with named variables" }), value: plainValue },
        { title: "NamedTemplateVariable", additionalProperties: true },
      ),
    ],
    { title: "TemplateVariable", description: "A value; { name, value } for a named variable" },
  ),
);

/** What fills header and buttons. */
export const TemplateParameters = passThrough(
  "TemplateParameters",
  {
    type: Type.String({ description: "header, body or button" }),
    sub_type: text({ description: "Of a button: url, quick_reply, copy_code" }),
    index: shown(Type.Union([Type.String(), Type.Integer()], { description: "Of a button: which one, from 0" })),
    parameters: shown(
      Type.Array(
        passThrough(
          "TemplateParameter",
          {
            type: text({ description: "text, image, video, document, location, currency, date_time, payload, coupon_code" }),
            text: text(),
            parameter_name: text({ description: "Of a named variable" }),
          },
          "A value in the platform's format",
        ),
      ),
    ),
  },
  "Values for a part of a template in the platform's format",
);
