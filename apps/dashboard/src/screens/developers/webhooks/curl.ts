import type { DeliveryDetail } from "@parley/sdk";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The last attempt as a command, to be repeated against a local server. Without the signature. */
export function curlOf(url: string, { event, attempts }: Pick<DeliveryDetail, "event" | "attempts">): string {
  const headers = Object.entries(attempts.at(-1)?.requestHeaders ?? { "content-type": "application/json" }).flatMap(([name, value]) =>
    value === null ? [] : [`  -H ${quoted(`${name}: ${value}`)}`],
  );
  return [`curl ${quoted(url)}`, ...headers, `  -d ${quoted(JSON.stringify(event))}`].join(" \\\n");
}
