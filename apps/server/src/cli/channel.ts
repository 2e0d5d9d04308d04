import { withApp } from "./open.ts";
import { readPiped } from "./piped.ts";
import { idOf, naming } from "./tenant.ts";
import { type Cli, type Input, UsageError, type Verb } from "./usage.ts";

export const channelVerbs: Verb[] = [
  {
    noun: "channel",
    verb: "create",
    usage: "channel create --tenant ID --kind chat_app|photo_social|short_video --name N --external-id X (--config-stdin | --config JSON)",
    summary: "Connect a channel without asking the platform; you confirm that the account belongs to the tenant",
    details:
      "The configuration holds secrets: use --config-stdin < channel.json. --config is for tests, because other users of the machine see a command's arguments, and the shell keeps them.",
    options: {
      tenant: { type: "string" },
      kind: { type: "string" },
      name: { type: "string" },
      "external-id": { type: "string" },
      config: { type: "string" },
      "config-stdin": { type: "boolean" },
    },
    required: ["tenant", "kind", "name", "external-id"],
    positionals: [],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const config = await readConfig(input, cli);
      return withApp(cli, async (app) => {
        const made = await naming(
          `tenant ${input.text("tenant")}`,
          app.asOperator(tenantId, (ctx) =>
            app.channels.create(
              ctx,
              { kind: input.text("kind"), name: input.text("name"), externalId: input.text("external-id"), config },
              "operator",
            ),
          ),
        );
        return {
          json: { id: made.id, callbackPath: made.callbackPath },
          lines: [`Channel ${made.id} is ${made.status}`, `Callback path ${made.callbackPath}`],
        };
      });
    },
  },
];

/** Far longer than any channel's configuration. */
const bytesMax = 100_000;

async function readConfig(input: Input, cli: Cli): Promise<Record<string, unknown>> {
  const given = input.maybe("config");
  const fromStdin = input.flag("config-stdin");
  if (given !== undefined && fromStdin) throw new UsageError("Give either --config-stdin or --config.");
  if (given !== undefined) return readObject(given, "--config", ` Put it in single quotes for the shell: --config '{"accessToken":"…"}'`);
  if (!fromStdin) throw new UsageError("Missing the configuration: pipe a JSON object in with --config-stdin, or give it in --config.");
  if (cli.stdin.isTTY === true)
    throw new UsageError("--config-stdin reads a pipe or a file, and a terminal would show the secrets: --config-stdin < channel.json");
  return readObject(await readPiped(cli, "--config-stdin", bytesMax), "--config-stdin", "");
}

function readObject(text: string, flag: string, remedy: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which holds secrets.
    throw new UsageError(`${flag} takes a JSON object, and this is not valid JSON.${remedy}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UsageError(`${flag} takes a JSON object.`);
  return value as Record<string, unknown>;
}
