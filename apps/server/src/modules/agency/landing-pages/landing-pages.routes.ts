import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import * as schema from "./landing-pages.schema.ts";
import type { LandingPagesService } from "./landing-pages.service.ts";

const tag = "Landing pages";
const rules = "A block lacks a field of its type or has a field of another; a second form; media that is not an accepted image";

export function landingPageRoutes(service: LandingPagesService): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => service.exists(ctx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/landing-pages",
      operationId: "listLandingPages",
      tag,
      summary: "List the agency's landing pages",
      scope: "agency:read",
      agencyOnly: true,
      query: schema.ListPagesQuery,
      response: schema.LandingPageList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/landing-pages",
      operationId: "createLandingPage",
      tag,
      summary: "Create a landing page",
      description: "Shown at /p/{slug} on the agency's custom domains and at its `url`, in the brand kit's colours.",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.CreateLandingPage,
      response: schema.LandingPage,
      errors: ["already_exists"],
      rules,
      example: {
        body: {
          slug: "welcome",
          title: "Messages that get answered",
          blocks: [
            { type: "hero", heading: "Messages that get answered", text: "We set up your inbox in a day." },
            { type: "faq", items: [{ heading: "What does it cost?", text: "The first month is free." }] },
          ],
          status: "published",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/landing-pages/:id",
      operationId: "getLandingPage",
      tag,
      summary: "Get a landing page",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: schema.LandingPage,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/agencies/current/landing-pages/:id",
      operationId: "updateLandingPage",
      tag,
      summary: "Update, publish or unpublish a landing page",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: schema.UpdateLandingPage,
      response: schema.LandingPage,
      errors: ["already_exists"],
      rules,
      example: { body: { status: "published" } },
      exists,
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/agencies/current/landing-pages/:id",
      operationId: "deleteLandingPage",
      tag,
      summary: "Delete a landing page",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
