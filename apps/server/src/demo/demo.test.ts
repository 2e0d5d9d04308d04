import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "../../test/eventually.ts";
import { killAll, repository, type Started, startCommand } from "../../test/process.ts";

/** Process ids whose command line names the folder, or whose parent is `parent`. */
function processesOf(folder: string, parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        const ppid = Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
        return command.includes(folder) || ppid === parent;
      } catch {
        return false; // gone between the listing and the look
      }
    });
}

/** With headers that fetch keeps for itself. */
function rawGet(url: string, headers: Record<string, string>): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (incoming) => {
      incoming.resume();
      resolve({ status: incoming.statusCode ?? 0 });
    }).on("error", reject);
  });
}

describe("the demo", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-demo-"));
  });
  after(async () => {
    killAll();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Started & { text: string }> {
    const started = startCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], {
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      LOG_LEVEL: "warn",
    });
    await eventually("the demo presents itself", () => {
      if (started.child.exitCode !== null) throw new Error("the server ended");
      return started.stdout().includes("Watch the events");
    });
    return { ...started, text: started.stdout() };
  }
  const part = (text: string, name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(text)?.[1] ?? "";
  const inbox = async (text: string) => {
    const answer = await fetch(`${part(text, "URL")}/api/v1/conversations`, {
      headers: { authorization: `Bearer ${part(text, "API key")}` },
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { data: { lastMessage: { preview: string } }[] }).data;
  };

  /** As the start message lists them. */
  const channelsOf = (text: string) => [...text.matchAll(/(chn_\w+) {2}\((chat-app|photo-social|short-video)\)/g)].map(([, id]) => id);
  /** A customer writes on a channel, by the phone. */
  async function write(text: string, kind: string, words: string): Promise<void> {
    const phone = `${part(text, "URL")}/phone/api/${kind}`;
    const { accounts, customers } = (await (await fetch(phone)).json()) as Record<"accounts" | "customers", { id: string }[]>;
    const thread = [accounts[0]?.id, customers[1]?.id].map((id) => encodeURIComponent(id as string)).join("/");
    const answer = await fetch(`${phone}/threads/${thread}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "text", text: words }),
    });
    assert.equal(answer.status, 200, await answer.text());
    await eventually(`${words} shows`, async () => (await inbox(text)).some(({ lastMessage }) => lastMessage.preview === words));
  }

  const accountsKnown = async (text: string) => {
    for (const kind of ["chat-app", "photo-social", "short-video"]) {
      const answer = await fetch(`${part(text, "URL")}/phone/api/${kind}`);
      if (!answer.ok || ((await answer.json()) as { accounts: unknown[] }).accounts.length === 0) return false;
    }
    return true;
  };

  it("proves itself at the first start, shows the same key at the next one, and leaves no process behind", async () => {
    const first = await start();
    assert.match(first.text, /Proof: 1 message in, answered, delivered and read in \d+ ms/);
    assert.equal((await inbox(first.text)).length, 1);
    assert.deepEqual(channelsOf(first.text).length, 3);
    assert.equal(statSync(join(folder, "data/demo.json")).mode & 0o777, 0o600);

    const [, email, password] = /Login\s+(\S+) \/ (\S+)/.exec(first.text) as unknown as [string, string, string];
    const auth = (path: string, body: object, text = first.text) =>
      fetch(`${part(text, "URL")}/api/v1/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const signedIn = await auth("sign-in", { email, password });
    assert.equal(signedIn.status, 200, await signedIn.clone().text());
    const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] as string;
    const me = (await (await fetch(`${part(first.text, "URL")}/api/v1/me`, { headers: { cookie } })).json()) as { user: { role: string } };
    assert.equal(me.user.role, "owner");
    assert.equal((await auth("password-reset", { email })).status, 200);
    const mails = async (text = first.text) => {
      const answer = await fetch(`${part(text, "URL")}/demo/mails`);
      return ((await answer.json()) as { data: { to: string; text: string }[] }).data;
    };
    await eventually("the mail is shown", async () => (await mails())[0]?.to === email);
    for (const headers of [{ host: "evil.example" }, { "x-forwarded-for": "192.0.2.1" }, { "sec-fetch-site": "cross-site" }]) {
      assert.equal((await rawGet(`${part(first.text, "URL")}/demo/mails`, headers)).status, 403, JSON.stringify(headers));
    }

    const command = /curl -s (\S+\/customers\/\S+) -d '(.+)'/.exec(first.text);
    assert.ok(command !== null);
    const moved = await fetch(`${part(first.text, "URL")}/phone/api/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"advanceMs":3600000}',
    });
    assert.equal(moved.status, 200);
    assert.equal((await fetch(command[1] as string, { method: "POST", body: command[2] as string })).status, 200);
    await eventually("the customer's word shows", async () => (await inbox(first.text))[0]?.lastMessage.preview === "Thank you!");

    first.child.kill("SIGTERM");
    const ended = await first.ended;
    assert.equal(ended.code, 0, ended.stderr);
    const afterStop = ended.stdout.slice(ended.stdout.lastIndexOf('"msg":"stopping"')).split("\n");
    assert.deepEqual(
      afterStop.filter((line) => /"level":"(warn|error)"/.test(line)),
      [],
      "a stop that was asked for is nothing to warn of",
    );
    await eventually("nothing is left after SIGTERM", () => processesOf(folder, first.child.pid as number).length === 0);

    const second = await start();
    assert.equal(second.text.includes("Proof:"), false);
    assert.equal(part(second.text, "API key"), part(first.text, "API key"));
    assert.match(second.text, new RegExp(`Login\\s+${email} / ${password}`));
    // The first mail's link is void: its hour was let pass.
    assert.equal((await auth("password-reset", { email }, second.text)).status, 200);
    await eventually("another mail is shown", async () => {
      const all = await mails(second.text);
      return all.length === 2 && (all[0]?.text ?? "").includes("?token=");
    });
    const token = /\?token=(\S+)/.exec((await mails(second.text))[0]?.text ?? "")?.[1] as string;
    const chosen = await auth("password-reset/confirm", { token, password: "a password of my own" }, second.text);
    assert.equal(chosen.status, 200, await chosen.text());
    assert.equal((await inbox(second.text)).length, 1);
    const { clock } = (await (await fetch(`${part(second.text, "URL")}/phone/api/kinds`)).json()) as { clock: { offsetMs: number } };
    assert.equal(clock.offsetMs, 3_600_000, "time does not run backwards over a restart");

    assert.deepEqual(channelsOf(second.text), channelsOf(first.text));
    await write(second.text, "photo-social", "by photo");
    await write(second.text, "short-video", "by video");

    const pid = second.child.pid as number;
    const [simulators] = processesOf("apps/simulators/src/main.ts", -1).filter((one) => processesOf(folder, pid).includes(one));
    process.kill(simulators as number, "SIGKILL");
    const kinds = async () => {
      const answer = await fetch(`${part(second.text, "URL")}/phone/api/kinds`);
      return answer.ok && ((await answer.json()) as { kinds: string[] }).kinds.length === 3;
    };
    await eventually("new simulators know the accounts", async () => (await kinds()) && (await accountsKnown(second.text)));
    await write(second.text, "short-video", "after the crash");

    const children = processesOf(folder, pid);
    assert.ok(children.length > 0);
    second.child.kill("SIGKILL");
    await second.ended;
    await eventually("nothing is left after kill -9", () => processesOf(folder, pid).length === 0);
    const third = await start();
    assert.match(third.text, /Login\s+\S+ \/ \(the password was changed\)/);
    assert.equal((await inbox(third.text)).length, 3);
    third.child.kill("SIGTERM");
    assert.equal((await third.ended).code, 0);
  });
});
