import type { ConnectorDescription, ProviderApp } from "@parley/connector-kit";
import type { InstalledConnector } from "../connectors.ts";

/** Which provider app issued credentials at a sign-in. */
export interface IssuedBy {
  app: "installation" | "own";
  id: string;
}

export function issuedBy(row: { credentials_app: IssuedBy["app"] | null; credentials_app_id: string | null }): IssuedBy | null {
  return row.credentials_app === null ? null : { app: row.credentials_app, id: row.credentials_app_id ?? "" };
}

/** The provider app of a sign-in with these settings: the tenant's own where they name one, else the installation's. */
export function signInApp(installed: InstalledConnector, config: Record<string, unknown>): (ProviderApp & { by: IssuedBy["app"] }) | null {
  const own = ownApp(installed.connector.description, config);
  if (own !== null) return { ...own, by: "own" };
  return installed.app === null ? null : { ...installed.app, by: "installation" };
}

/** The same app once more, with the secret it has now; null: it is gone. */
export function sameApp(installed: InstalledConnector, config: Record<string, unknown>, issued: IssuedBy): ProviderApp | null {
  const app = issued.app === "own" ? ownApp(installed.connector.description, config) : installed.app;
  return app?.id === issued.id ? app : null;
}

/**
 * The app that refreshes credentials: the one that issued them, whatever else the channel names by now. Of credentials entered
 * by hand it is the tenant's word: the app that the settings name, else the installation's. Such a channel may know the secret of
 * its own app and not its id, and some platforms refresh by the token alone: that app has an empty id.
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
