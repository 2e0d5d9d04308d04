import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PreviewTemplate, Template } from "@parley/sdk";
import { api } from "../client.ts";
import { fetchAll } from "../live/list.ts";
import { fresh } from "../live/live.ts";
import { pagedQuery } from "../paged.ts";

/** A channel's templates, to choose from. */
export function templatesQuery(channelId: string) {
  return queryOptions({
    queryKey: ["templates", "list", channelId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "templates", null, () => fetchAll(api.channels.templates.list(channelId, { limit: 100 }, { signal }))),
  });
}

/** All of them, page by page. */
export const allTemplatesQuery = (channelId: string, status: Template["status"] | undefined) =>
  pagedQuery<Template>("templates", [channelId, "pages", status ?? null], (page, options) =>
    api.channels.templates.list(channelId, { ...page, status }, options),
  );

export function templateQuery(channelId: string, id: string) {
  return queryOptions({
    queryKey: ["templates", "detail", id] as const,
    queryFn: ({ client, signal }) => fresh(client, "templates", id, () => api.channels.templates.get(channelId, id, { signal })),
  });
}

/** A template with these values, as a customer would receive it. */
export function templatePreviewQuery(channelId: string, id: string, values: PreviewTemplate) {
  return queryOptions({
    queryKey: ["template-previews", "detail", id, values] as const,
    queryFn: ({ signal }) => api.channels.templates.preview(channelId, id, values, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: false,
    meta: { still: true },
  });
}
