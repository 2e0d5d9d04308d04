import type { ConnectorDescription, ProviderApp } from "@parley/connector-kit";
import type { InstalledConnector } from "./connectors.ts";

/** The provider app that acts for a channel with these settings: the tenant's own where they name one, else the installation's. */
export function providerAppFor(installed: InstalledConnector, config: Record<string, unknown>): ProviderApp | null {
  return ownApp(installed.connector.description, config) ?? installed.app;
}

/**
 * As above, for a refresh. A channel entered by hand may know the secret of its own app and not its id, and some platforms
 * refresh by the token alone: such an app has an empty id.
 */
export function refreshAppFor(installed: InstalledConnector, config: Record<string, unknown>): ProviderApp | null {
  const secret = config[installed.connector.description.signingSecretField];
  return providerAppFor(installed, config) ?? (typeof secret === "string" && secret !== "" ? { id: "", secret } : null);
}

export function ownApp(description: ConnectorDescription, config: Record<string, unknown>): ProviderApp | null {
  const id = description.appIdField === undefined ? undefined : config[description.appIdField];
  const secret = config[description.signingSecretField];
  return typeof id === "string" && typeof secret === "string" && id !== "" && secret !== "" ? { id, secret } : null;
}
