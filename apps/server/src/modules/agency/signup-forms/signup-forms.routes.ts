import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import * as schema from "./signup-forms.schema.ts";
import type { FormsService } from "./signup-forms.service.ts";
import type { SubmissionsService } from "./submissions.service.ts";
import type { Submitting } from "./submitting.ts";

const tag = "Sign-up forms";
/** Submissions concern people who may become contacts. */
const alsoScopes = ["contacts:read"] as const;
const formRules = "The form cannot work: duplicate keys, a select without options, or a target without the fields it needs";

export function formRoutes(service: FormsService): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => service.exists(ctx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/signup-forms",
      operationId: "listSignupForms",
      tag,
      summary: "List the agency's sign-up forms",
      scope: "agency:read",
      agencyOnly: true,
      query: schema.ListFormsQuery,
      response: schema.SignupFormList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/signup-forms",
      operationId: "createSignupForm",
      tag,
      summary: "Create a sign-up form",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.CreateSignupForm,
      response: schema.SignupForm,
      errors: ["already_exists"],
      rules: formRules,
      example: {
        body: {
          slug: "start",
          title: "Start with us",
          fields: [
            { key: "company", label: "Company", type: "text", required: true },
            { key: "name", label: "Your name", type: "text" },
            { key: "email", label: "E-mail", type: "email", required: true },
          ],
          consentText: "I agree that Northwind sets up an account for my company and looks after its contacts.",
          target: { kind: "create_client", grantScopes: ["contacts:read", "contacts:write"] },
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/signup-forms/:id",
      operationId: "getSignupForm",
      tag,
      summary: "Get a sign-up form",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: schema.SignupForm,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/agencies/current/signup-forms/:id",
      operationId: "updateSignupForm",
      tag,
      summary: "Update a sign-up form",
      description: "Existing submissions do not change, nor does the consent text they contain.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: schema.UpdateSignupForm,
      response: schema.SignupForm,
      errors: ["already_exists"],
      rules: formRules,
      example: { body: { active: false } },
      exists,
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/agencies/current/signup-forms/:id",
      operationId: "deleteSignupForm",
      tag,
      summary: "Delete a sign-up form; its submissions stay",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}

export function submissionRoutes(service: SubmissionsService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/form-submissions",
      operationId: "listFormSubmissions",
      tag,
      summary: "List form submissions",
      scope: "agency:read",
      alsoScopes,
      agencyOnly: true,
      query: schema.ListSubmissionsQuery,
      response: schema.FormSubmissionList,
      errors: ["invalid_cursor", "not_found"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/form-submissions/:id",
      operationId: "getFormSubmission",
      tag,
      summary: "Get a form submission",
      scope: "agency:read",
      alsoScopes,
      agencyOnly: true,
      params: IdParams,
      response: schema.FormSubmission,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/agencies/current/form-submissions/:id",
      operationId: "updateFormSubmission",
      tag,
      summary: "Process a form submission or mark it as spam",
      description:
        "new and spam can be changed into each other. processed is final and carries out the target once: create_client creates the client and invites its owner; create_contact creates or finds the contact, and needs `contacts:write`.",
      scope: "agency:write",
      alsoScopes,
      agencyOnly: true,
      params: IdParams,
      body: schema.UpdateSubmission,
      response: schema.FormSubmission,
      errors: ["invalid_transition", "insufficient_scope", "entitlement_exceeded"],
      example: { body: { status: "processed" } },
      exists: async (ctx, params) => service.exists(ctx, params.id),
      prepare: (ctx, { params, body }) => service.prepare(ctx, params.id, body),
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
  ];
}

export function publicFormRoutes(submitting: Submitting): AnyRoute[] {
  return [
    publicRoute({
      method: "GET",
      path: "/public/signup-forms/:slug",
      operationId: "getPublicSignupForm",
      tag,
      summary: "Get a form to fill in",
      description: "By its slug on the agency's custom domains, or by its public key here.",
      scope: null,
      params: schema.SlugParams,
      response: schema.PublicForm,
      async handle(ctx, _body, params) {
        return { body: submitting.show(await submitting.findActive(ctx.host, params.slug), ctx.now) };
      },
    }),
    publicRoute({
      method: "POST",
      path: "/public/signup-forms/:slug",
      operationId: "submitSignupForm",
      tag,
      summary: "Submit a form",
      description:
        "Include the token of the form. Submitting it again with the same answers counts as one submission. At most ten submissions in ten minutes per address.",
      scope: null,
      params: schema.SlugParams,
      body: schema.SubmitForm,
      response: schema.Submitted,
      errors: ["conflict"],
      rules: "The form was submitted faster than a person can fill it in",
      example: { body: { token: "AZO…", answers: { company: "Harbour Bakery", email: "ada@example.com" }, consent: true } },
      async handle(ctx, body, params) {
        return { body: await submitting.submit(ctx, await submitting.findActive(ctx.host, params.slug), body) };
      },
    }),
  ];
}
