import { type Config, describeSettings } from "../../config.ts";
import type { Simulator } from "../simulators.ts";

/** Ids and secrets of one simulated account; stored in demo.json. */
export type DemoAccount = Record<string, string>;

/** Everything that the demo needs for one kind of channel. The rest is in its connector and its simulator. */
export interface DemoKind {
  /** As in paths: `chat-app`. */
  kind: string;
  newAccount(random: DemoRandom): DemoAccount;
  /** False: the platform's URL was set explicitly, and no simulator replaces it. */
  isSimulated(config: Config): boolean;
  /** Customers can call; a voice agent answers. */
  takesCalls?: true;
  /** Options that its simulator starts with. */
  options(config: Config, account: DemoAccount): Record<string, unknown>;
  /** The configuration to run with, with the simulator's URL. */
  configure(config: Config, account: DemoAccount, simulatorUrl: string): Config;
  /** Registers the account with a simulator that has no state yet. */
  introduce(simulator: Simulator, account: DemoAccount, serverUrl: string, config: Config): Promise<unknown>;
  /** Body of POST /channels. */
  channel(account: DemoAccount): { kind: string; name: string; config: Record<string, unknown> };
}

export interface DemoRandom {
  digits(count: number): string;
  hex(bytes: number): string;
  text(bytes: number): string;
}

/** The demo tenant's business on every platform. */
export const business = { name: "Northwind Outdoor", username: "northwind.outdoor" };

/** Whether a platform's URL is still the real one. */
export function isDefault(name: string, value: string): boolean {
  return value === describeSettings().find((setting) => setting.name === name)?.default;
}
