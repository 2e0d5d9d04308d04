import type { ChannelConnector, PlatformHttp, ProviderApp } from "@parley/connector-kit";

/**
 * A connector as configured by the composition root: with the platform's address and the secrets of the shared provider
 * app.
 */
export interface InstalledConnector {
  connector: ChannelConnector;
  http: PlatformHttp;
  /** Those of the one provider app for all tenants; absent: only tenants' own apps can call back. */
  sharedSecret: string | undefined;
  sharedVerifyToken: string | undefined;
  /** The one provider app for all tenants; null: only tenants' own apps can authorise. */
  app: ProviderApp | null;
}

export interface ConnectorRegistry {
  /** null for a kind that is not installed. */
  byKind(kind: string): InstalledConnector | null;
  bySlug(slug: string): InstalledConnector | null;
  kinds(): string[];
}

export function createConnectorRegistry(installed: InstalledConnector[]): ConnectorRegistry {
  const kinds = new Map(installed.map((i) => [i.connector.description.kind, i]));
  const slugs = new Map(installed.map((i) => [i.connector.description.slug, i]));
  return {
    byKind: (kind) => kinds.get(kind) ?? null,
    bySlug: (slug) => slugs.get(slug) ?? null,
    kinds: () => [...kinds.keys()],
  };
}
