import type { AnyRoute } from "../route.ts";
import type { Json } from "./json.ts";

/**
 * Links from each POST that creates a resource to the operations that take its id: `POST /contacts` to all of
 * `/contacts/{id}`, and `POST /conversations/{id}/tickets`, which returns a ticket, to all of `/tickets/{id}`.
 */
export function linksBetween(routes: readonly AnyRoute[]): (operationId: string) => Json {
  const titleOf = (route: AnyRoute) => (route.response as { title?: string }).title;
  const hasId = (route: AnyRoute) => (route.response as { properties?: { id?: unknown } }).properties?.id !== undefined;
  /**
   * The path where the resource of that title is read, per kind of caller: `/tickets/:id`. An agency and its client
   * read the same resource at different paths.
   */
  const readers = (route: AnyRoute, title: string) => `${title} ${route.agencyOnly === true} ${route.platformOnly === true}`;
  const home = new Map<string, string>();
  for (const route of routes) {
    const title = titleOf(route);
    if (title !== undefined && route.method === "GET" && /^\/[a-z-]+(\/[a-z-]+)*\/:id$/.test(route.path))
      home.set(readers(route, title), route.path);
  }
  const byId = new Map(routes.map((route) => [route.operationId, route]));

  function targetOf(route: AnyRoute): string | undefined {
    // Changing the caller's own account creates nothing.
    if (route.method !== "POST" || route.kind === "public" || !hasId(route) || route.path.includes("/me/")) return undefined;
    const below = routes.find(({ path }) => path.startsWith(`${route.path}/:`) && !path.slice(route.path.length + 2).includes("/"))?.path;
    const title = titleOf(route);
    const own = title === undefined ? undefined : home.get(readers(route, title));
    // The response is the parent that gained an element, or the resource that was acted upon.
    if (own !== undefined && route.path.startsWith(`${own}/`)) return undefined;
    return below ?? own;
  }

  return (operationId) => {
    const route = byId.get(operationId);
    const target = route === undefined ? undefined : targetOf(route);
    if (route === undefined || target === undefined) return {};
    const made = target.split("/:").at(-1) as string;
    return Object.fromEntries(
      routes
        .filter(({ path }) => path === target || path.startsWith(`${target}/`))
        .filter(({ path }) => namesIn(path).every((name) => name === made || namesIn(route.path).includes(name)))
        .map((led) => [
          led.operationId,
          {
            operationId: led.operationId,
            parameters: Object.fromEntries(
              namesIn(led.path).map((name) => [name, name === made ? "$response.body#/id" : `$request.path.${name}`]),
            ),
          },
        ]),
    );
  };
}

const namesIn = (path: string) => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name as string);
