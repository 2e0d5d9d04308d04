import { type Config, describeSettings } from "../../config.ts";
import type { Simulator } from "../simulators.ts";

/** Ids and secrets of one simulated account; kept in demo.json. */
export type DemoAccount = Record<string, string>;

/** What the demo needs to know of one kind of channel. Everything else about it is in its connector and its simulator. */
export interface DemoKind {
  /** As in addresses: `chat-app`. */
  kind: string;
  newAccount(random: DemoRandom): DemoAccount;
  /** False: somebody set the platform's address by hand, and no simulator takes its place. */
  isSimulated(config: Config): boolean;
  /** The options its simulator starts with. */
  options(config: Config, account: DemoAccount): Record<string, unknown>;
  /** The configuration to run with, pointed at the simulator. */
  configure(config: Config, account: DemoAccount, simulatorUrl: string): Config;
  /** Tells a simulator that knows nothing yet of the account. */
  introduce(simulator: Simulator, account: DemoAccount, serverUrl: string, config: Config): Promise<unknown>;
  /** Body of POST /channels. */
  channel(account: DemoAccount): { kind: string; name: string; config: Record<string, unknown> };
}

export interface DemoRandom {
  digits(count: number): string;
  hex(bytes: number): string;
  text(bytes: number): string;
}

/** The business that the demo's tenant plays on every platform. */
export const business = { name: "Northwind Outdoor", username: "northwind.outdoor" };

/** Whether an address of a platform is still the real one's. */
export function isDefault(name: string, value: string): boolean {
  return value === describeSettings().find((setting) => setting.name === name)?.default;
}
