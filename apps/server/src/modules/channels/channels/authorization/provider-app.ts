import type { ConnectorDescription, ProviderApp } from "@parley/connector-kit";
import type { InstalledConnector } from "../connectors.ts";

/** The provider app that issued credentials at a sign-in. */
export interface IssuedBy {
  app: "installation" | "own";
  id: string;
}

export function issuedBy(row: { credentials_app: IssuedBy["app"] | null; credentials_app_id: string | null }): IssuedBy | null {
  return row.credentials_app === null ? null : { app: row.credentials_app, id: row.credentials_app_id ?? "" };
}

/**
 * The provider app for a sign-in with these settings: the tenant's own if they name one, otherwise the installation's.
 */
export function signInApp(installed: InstalledConnector, config: Record<string, unknown>): (ProviderApp & { by: IssuedBy["app"] }) | null {
  const own = ownApp(installed.connector.description, config);
  if (own !== null) return { ...own, by: "own" };
  return installed.app === null ? null : { ...installed.app, by: "installation" };
}

/** The same app, with its current secret; null: it no longer exists. */
export function sameApp(installed: InstalledConnector, config: Record<string, unknown>, issued: IssuedBy): ProviderApp | null {
  const app = issued.app === "own" ? ownApp(installed.connector.description, config) : installed.app;
  return app?.id === issued.id ? app : null;
}

/**
 * The app that refreshes credentials: the one that issued them, whatever app the channel names now. For credentials
 * entered by hand the tenant decides: the app in the settings, otherwise the installation's. Such a channel may have
 * the secret of its own app but not its id, and some platforms refresh by the token alone: that app has an empty id.
 */
export function refreshAppFor(installed: InstalledConnector, config: Record<string, unknown>, issued: IssuedBy | null): ProviderApp | null {
  if (issued?.app === "installation") return installed.app;
  if (issued?.app === "own") return sameApp(installed, config, issued);
  const { description } = installed.connector;
  const secret = config[description.signingSecretField];
  return ownApp(description, config) ?? installed.app ?? (typeof secret === "string" && secret !== "" ? { id: "", secret } : null);
}

function ownApp(description: ConnectorDescription, config: Record<string, unknown>): ProviderApp | null {
  const id = description.appIdField === undefined ? undefined : config[description.appIdField];
  const secret = config[description.signingSecretField];
  return typeof id === "string" && typeof secret === "string" && id !== "" && secret !== "" ? { id, secret } : null;
}
