import type { Config } from "../../config.ts";
import type { SimulatorProcess } from "../simulator-process.ts";

/** Ids and secrets of one simulated account; kept in demo.json. */
export type DemoAccount = Record<string, string>;

/** What the demo needs to know of one kind of channel. Everything else about it is in its connector and its simulator. */
export interface DemoKind {
  /** As in addresses: `chat-app`. */
  kind: string;
  newAccount(random: DemoRandom): DemoAccount;
  /** False: somebody set the platform's address by hand, and no simulator takes its place. */
  isSimulated(config: Config): boolean;
  /** The simulator's process: its file below apps/simulators/src and its environment. */
  process(config: Config, account: DemoAccount): { main: string; environment: Record<string, string> };
  /** The configuration to run with, pointed at the simulator. */
  configure(config: Config, account: DemoAccount, simulatorUrl: string): Config;
  /** Tells a simulator that knows nothing yet of the account. */
  introduce(simulator: SimulatorProcess, account: DemoAccount, serverUrl: string): Promise<unknown>;
  /** Body of POST /channels. */
  channel(account: DemoAccount): { kind: string; name: string; config: Record<string, unknown> };
}

export interface DemoRandom {
  digits(count: number): string;
  hex(bytes: number): string;
  text(bytes: number): string;
}
