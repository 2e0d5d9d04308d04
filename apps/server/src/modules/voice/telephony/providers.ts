import type { ProviderName, TelephonyProvider } from "./provider.ts";
import { twilio } from "./twilio.ts";

/** A provider with another protocol of this family is added here, and to `providers`. */
export const telephonyProviders: Readonly<Record<ProviderName, TelephonyProvider>> = { twilio };
