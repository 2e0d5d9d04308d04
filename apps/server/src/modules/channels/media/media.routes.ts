import type { FastifyInstance } from "fastify";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { type AnyRoute, contentRoute, readRoute, uploadRoute } from "#platform/http/route.ts";
import { sendContent } from "#platform/http/reading/content.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { ImportMedia, Media, UploadForm } from "./media.schema.ts";
import type { MediaService } from "./media.service.ts";

const tag = "Media";

/** For a file that is the whole body. Its bytes determine its type. */
const fileTypes = [
  "image/*",
  "video/*",
  "audio/*",
  "application/octet-stream",
  "application/pdf",
  "application/zip",
  "application/msword",
  "application/vnd.*",
  "text/plain",
  "text/csv",
];

export function mediaRoutes(service: MediaService): AnyRoute[] {
  return [
    uploadRoute({
      method: "POST",
      path: "/media",
      operationId: "uploadMedia",
      tag,
      summary: "Upload a file to send with messages",
      description:
        "Send a form with the file, the file itself with its own content type (and its name in `Content-Disposition`), or JSON with an address to download it from. The type is detected from the content; the declared type is ignored. Files that nothing uses (no message, canned reply, knowledge source or page) are removed after some time.",
      scope: "media:write",
      body: ImportMedia,
      form: UploadForm,
      files: fileTypes,
      response: Media,
      errors: ["provider_error"],
      example: { body: { url: "https://example.com/catalogue.pdf" } },
      receive: (ctx, source) => service.receive(ctx, source),
      handle: (ctx, media) => service.create(ctx, media),
    }),
    contentRoute({
      method: "GET",
      path: "/media/:id",
      operationId: "getMediaContent",
      tag,
      summary: "Download the content of a media file",
      description:
        "Supports Range, If-None-Match and HEAD. Content that a browser could execute is sent as an attachment of type application/octet-stream. 409 while the content is not available yet: see the status in its metadata.",
      scope: "media:read",
      params: IdParams,
      response: Media,
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/media/:id/info",
      operationId: "getMedia",
      tag,
      summary: "Get the metadata of a media file",
      scope: "media:read",
      params: IdParams,
      response: Media,
      handle: async (ctx, { params }) => service.get(ctx.tx, params.id, await readViewer(ctx)),
    }),
  ];
}

/** `/public/media/{token}`: for platforms, which have no key. `/public/files/{token}`: logos and page pictures, for everybody. */
export function registerPublicMedia(app: FastifyInstance, service: MediaService): void {
  app.route<{ Params: { token: string } }>({
    method: ["GET", "HEAD"],
    url: "/public/media/:token",
    config: { responseMsMax: 3_600_000 },
    handler: async (request, reply) => sendContent(request, reply, await service.openPublic(request.params.token), "private, max-age=600"),
  });
  app.route<{ Params: { token: string } }>({
    method: ["GET", "HEAD"],
    url: "/public/files/:token",
    config: { publicRead: true, responseMsMax: 60_000 },
    handler: async (request, reply) => {
      // Mail clients and pages on other hosts show them too.
      reply.header("cross-origin-resource-policy", "cross-origin");
      return sendContent(request, reply, await service.openPublicFile(request.params.token), "public, max-age=3600");
    },
  });
}
