/** Media in messages, in both directions, through the simulator. Case numbers: docs/subsystems/channels/media.md. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startObjectStore } from "@parley/simulators/object-store";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const day = 86_400_000;
const pngHead = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
const png = (size = 300) => Buffer.concat([pngHead, randomBytes(size)]);
const mp3 = () => Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), Buffer.from([0xff, 0xfb, 0x90, 0x44]), Buffer.alloc(1_000)]);
let phones = 447700800000;

for (const storage of ["folder", "s3"] as const) {
  describe(`media of messages, in the ${storage}`, () => {
    let t: TestApp;
    let tenant: TestTenant;
    let channel: Awaited<ReturnType<TestApp["channel"]>>;
    let stored: () => Promise<number>;
    /** Removes all stored files; the returned function brings them back. */
    let hide: () => Promise<() => Promise<void>>;
    let env: Record<string, string> = {};
    let close: () => Promise<void> = async () => undefined;

    before(async () => {
      if (storage === "s3") {
        const credentials = { accessKeyId: "k", secretAccessKey: "s" };
        const store = await startObjectStore({ bucket: "media", ...credentials });
        env = { S3_BUCKET: "media", S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" };
        stored = async () => store.objects.size;
        hide = async () => {
          const kept = [...store.objects];
          store.objects.clear();
          return async () => {
            for (const [key, object] of kept) store.objects.set(key, object);
          };
        };
        close = store.close;
      }
      t = await startTestApp({ env });
      if (storage === "folder") {
        stored = async () => (await readdir(t.mediaDir, { recursive: true, withFileTypes: true })).filter((f) => f.isFile()).length;
        hide = async () => {
          const [from, to] = [join(t.mediaDir, tenant.id), join(t.mediaDir, "away")];
          await rename(from, to);
          return () => rename(to, from);
        };
      }
      tenant = await t.tenant();
      channel = await t.channel(tenant);
    });
    after(async () => {
      await t.stop();
      await close();
    });

    const customer = () => t.simulator.customer(String(phones++));
    async function download(path: string) {
      const response = await fetch(path.startsWith("http") ? path : `${t.url}${path}`, {
        headers: path.startsWith("http") ? {} : { authorization: `Bearer ${tenant.key}` },
      });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    }
    const received = async (from: string) =>
      (await tenant.api.get("/api/v1/messages?limit=200&direction=inbound")).body.data.find((m: { from: string }) => m.from === from);
    const mediaOf = async (from: string) => (await received(from)).media[0];
    const eventsOf = async (type: string, id: string) =>
      (await tenant.api.get(`/api/v1/events?limit=100&type=${type}`)).body.data.filter((e: any) => e.data.message.id === id);
    const upload = async (bytes: Buffer, name = "photo.png", fields: Record<string, string> = {}) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), name);
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      const response = await fetch(`${t.url}/api/v1/media`, {
        method: "POST",
        body: form,
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      const body = (await response.json()) as any;
      assert.equal(response.status, 200, JSON.stringify(body));
      return body.id as string;
    };
    async function open(): Promise<string> {
      const person = customer();
      await person.sendText(channel.externalId, "Hi");
      await t.drain();
      return person.waId;
    }
    const send = (to: string, type: string, content: object, more: object = {}) =>
      tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type, content, ...more });
    /** The bytes that the platform has under the id that a send refers to. */
    async function atPlatform(to: string, type: string): Promise<{ bytes: Buffer; part: Record<string, unknown> }> {
      const call = t.simulator.sentTo(to).at(-1) as { body: Record<string, any> };
      assert.equal(call.body["type"], type);
      const part = call.body[type];
      const headers = { authorization: `Bearer token-${channel.externalId}` };
      const { url } = (await (await fetch(`${t.simulator.url}/v25.0/${part.id}`, { headers })).json()) as { url: string };
      return { bytes: Buffer.from(await (await fetch(url, { headers })).arrayBuffer()), part };
    }

    it("8, 9: a customer's file is fetched once and shown in its message; a duplicate callback adds no second one", async () => {
      const person = customer();
      const bytes = png(100_000);
      const messageId = `wamid.${randomBytes(8).toString("hex")}`;
      t.simulator.callbackBehaviour({ duplicate: "other_body" });
      await person.send(channel.externalId, { kind: "image", bytes, caption: "Look", mimeType: "image/jpeg" }, { messageId });
      t.simulator.callbackBehaviour({ duplicate: "none" });
      await t.settle();
      const message = await received(person.waId);
      assert.equal(message.text, "Look");
      assert.equal(message.media.length, 1);
      const [media] = message.media;
      assert.deepEqual(media, {
        id: media.id,
        kind: "image",
        mimeType: "image/png",
        sizeBytes: bytes.length,
        filename: null,
        url: `/api/v1/media/${media.id}`,
        status: "stored",
      });
      assert.ok((await download(media.url)).bytes.equals(bytes));
      const info = (await tenant.api.get(`${media.url}/info`)).body;
      assert.deepEqual([info.source, info.messageId, info.status], ["inbound", message.id, "stored"]);

      const [arrived] = await eventsOf("message.received", message.id);
      assert.deepEqual([arrived.data.message.media[0].id, arrived.data.message.media[0].status], [media.id, "pending"]);
      const events = await eventsOf("message.media", message.id);
      assert.equal(events.length, 1);
      assert.deepEqual(events[0].data.media, media);
      assert.equal(t.simulator.calls.filter((call) => call.path.includes("/_media/") && call.status === 200).length, 1);
    });

    it("10: while the platform is down the media is pending, then stored, without a second message", async () => {
      const person = customer();
      t.simulator.faults.nextManagement({ kind: "error", code: 2, httpStatus: 500 }, 2);
      t.simulator.faults.nextManagement({ kind: "cut_before_accept" }, 1);
      t.simulator.faults.nextManagement({ kind: "html" }, 1);
      const bytes = png();
      await person.send(channel.externalId, { kind: "document", bytes, filename: "plan.png" });
      await t.drain();
      const pending = await mediaOf(person.waId);
      assert.equal(pending.status, "pending");
      const early = await download(pending.url);
      assert.deepEqual([early.status, JSON.parse(early.bytes.toString()).error.code], [409, "conflict"]);
      assert.ok(early.headers.get("retry-after") !== null);
      for (let i = 0; i < 4; i++) {
        t.clock.advance(60_000);
        await t.drain();
      }
      const media = await mediaOf(person.waId);
      assert.deepEqual([media.status, media.filename], ["stored", "plan.png"]);
      assert.ok((await download(media.url)).bytes.equals(bytes));
      t.simulator.faults.clear();
    });

    it("10: a platform that is down for hours is waited for", async () => {
      const person = customer();
      t.simulator.faults.nextManagement({ kind: "error", code: 2, httpStatus: 500 }, 6);
      t.simulator.faults.nextManagement({ kind: "html" }, 6);
      const bytes = png();
      await person.send(channel.externalId, { kind: "image", bytes });
      await t.drain();
      for (let i = 0; i < 11; i++) {
        t.clock.advance(3_600_000);
        await t.drain();
      }
      assert.equal((await mediaOf(person.waId)).status, "pending");
      t.clock.advance(3_600_000);
      await t.drain();
      const media = await mediaOf(person.waId);
      assert.equal(media.status, "stored");
      assert.ok((await download(media.url)).bytes.equals(bytes));
      t.simulator.faults.clear();
    });

    it("10: a platform that stays down ends in expired, with the reason", async () => {
      const person = customer();
      t.simulator.faults.nextManagement({ kind: "error", code: 2, httpStatus: 500 }, 3);
      await person.send(channel.externalId, { kind: "image", bytes: png() });
      await t.drain();
      t.clock.advance(7 * day);
      await t.drain();
      assert.equal((await mediaOf(person.waId)).status, "pending");
      t.clock.advance(3_600_000);
      await t.drain();
      const media = await mediaOf(person.waId);
      assert.equal(media.status, "expired");
      const info = (await tenant.api.get(`${media.url}/info`)).body;
      assert.ok(info.error.length > 0);
      assert.equal((await download(media.url)).status, 409);
      assert.equal((await eventsOf("message.media", (await received(person.waId)).id))[0].data.media.status, "expired");
      t.simulator.faults.clear();
    });

    it("11: a file that the platform no longer has is expired at once", async () => {
      const person = customer();
      const raw = { type: "image", image: { id: "404404404404", mime_type: "image/png" } };
      await person.send(channel.externalId, { kind: "raw", message: raw });
      await t.drain();
      const media = await mediaOf(person.waId);
      assert.equal(media.status, "expired");
      assert.equal((await download(media.url)).status, 409);
    });

    it("11: so is a file that could not be fetched for a week", async () => {
      const person = customer();
      t.simulator.faults.nextManagement({ kind: "error", code: 4, httpStatus: 400 }, 3);
      await person.send(channel.externalId, { kind: "image", bytes: png() });
      await t.drain();
      t.clock.advance(7 * day + 1_000);
      await t.drain();
      assert.equal((await mediaOf(person.waId)).status, "expired");
      t.simulator.faults.clear();
    });

    it("12: an invalid token moves the channel to NeedsReauth, and the content arrives after a reconnect", async () => {
      const own = await t.channel(tenant);
      const person = customer();
      const bytes = png();
      t.simulator.faults.nextManagement({ kind: "token_dead" }, 1);
      await person.send(own.externalId, { kind: "image", bytes });
      await t.drain();
      assert.equal((await mediaOf(person.waId)).status, "pending");
      const seen = (await tenant.api.get(`/api/v1/channels/${own.id}`)).body;
      assert.equal(seen.status, "NeedsReauth");
      t.simulator.registerNumber({
        phoneNumberId: own.externalId,
        businessAccountId: `2${own.externalId.slice(1)}`,
        accessToken: `token-${own.externalId}`,
        displayPhoneNumber: "15550100100",
        callbackUrl: `${t.url}/callbacks/chat-app`,
      });
      t.clock.advance(601_000);
      await t.drain();
      const media = await mediaOf(person.waId);
      assert.equal(media.status, "stored");
      assert.ok((await download(media.url)).bytes.equals(bytes));
    });

    it("13: killed between fetch and store, it is fetched again and shown once", async () => {
      const person = customer();
      const bytes = png();
      // What a killed process leaves behind: the content announced or even stored, the lease still running.
      t.simulator.faults.nextManagement({ kind: "error", code: 2, httpStatus: 500 }, 1);
      await person.send(channel.externalId, { kind: "image", bytes });
      await t.drain();
      await upload(bytes);
      const before = await stored();
      const leased = await withClient(t.database.admin, (admin) =>
        admin.query("update media_fetches set state = 'leased', lease_until = $1, run_at = $2 where state = 'ready'", [
          new Date(t.clock.now().getTime() + 1_000),
          t.clock.now(),
        ]),
      );
      assert.equal(leased.rowCount, 1);
      t.clock.advance(500);
      await t.drain();
      assert.equal((await mediaOf(person.waId)).status, "pending", "somebody else has it");
      t.clock.advance(1_000);
      await t.drain();
      const media = await mediaOf(person.waId);
      assert.equal(media.status, "stored");
      assert.ok((await download(media.url)).bytes.equals(bytes));
      assert.equal(await stored(), before, "the same content is not stored again");
      assert.equal((await eventsOf("message.media", (await received(person.waId)).id)).length, 1);
    });

    it("13: two workers fetching the same file concurrently show it once", async () => {
      const secondApp = await startTestApp({ sharing: t, env });
      try {
        const people = Array.from({ length: 6 }, () => customer());
        const bytes = png();
        await Promise.all(people.map((person) => person.send(channel.externalId, { kind: "image", bytes })));
        await Promise.all([t.drain(), secondApp.drain()]);
        await Promise.all([t.drain(), secondApp.drain()]);
        for (const person of people) {
          const message = await received(person.waId);
          assert.equal(message.media[0].status, "stored");
          assert.equal((await eventsOf("message.media", message.id)).length, 1);
        }
      } finally {
        await secondApp.stop();
      }
    });

    it("a message deleted by its author takes its media with it", async () => {
      const person = customer();
      const sent = await person.send(channel.externalId, { kind: "image", bytes: png() });
      await t.drain();
      const media = await mediaOf(person.waId);
      await person.send(channel.externalId, { kind: "revoke", messageId: sent.messageId });
      await t.drain();
      assert.deepEqual((await received(person.waId)).media, []);
      assert.equal((await download(media.url)).status, 404);
      const count = await stored();
      t.clock.advance(2 * day);
      await t.app.media.maintenance.run();
      assert.equal(await stored(), count - 1);
    });

    it("14: is sent through the platform's upload, byte for byte, with its caption", async () => {
      const to = await open();
      const bytes = png(50_000);
      const id = await upload(bytes);
      const sent = await send(to, "image", { mediaId: id, caption: "Your order" });
      assert.equal(sent.status, 200, sent.text);
      assert.equal(sent.body.text, "Your order");
      assert.deepEqual(sent.body.media, [
        {
          id,
          kind: "image",
          mimeType: "image/png",
          sizeBytes: bytes.length,
          filename: "photo.png",
          url: `/api/v1/media/${id}`,
          status: "stored",
        },
      ]);
      await t.settle();
      const shown = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
      assert.equal(shown.status, "read", JSON.stringify(shown.error));
      assert.deepEqual([shown.media, shown.content, shown.text], [sent.body.media, { mediaId: id, caption: "Your order" }, "Your order"]);
      const arrived = await atPlatform(to, "image");
      assert.ok(arrived.bytes.equals(bytes));
      assert.equal(arrived.part["caption"], "Your order");
      t.clock.advance(40 * day);
      await t.app.media.maintenance.run();
      assert.ok((await download(`/api/v1/media/${id}`)).bytes.equals(bytes), "what a message used is kept");
    });

    it("14: audio and documents, the latter under the requested file name", async () => {
      const to = await open();
      const sound = mp3();
      const voice = await upload(sound, "note.mp3");
      assert.equal((await send(to, "audio", { mediaId: voice })).status, 200);
      await t.settle();
      assert.ok((await atPlatform(to, "audio")).bytes.equals(sound));
      const pdf = await upload(Buffer.from("%PDF-1.7\n..."), "scan.pdf");
      assert.equal((await send(to, "document", { mediaId: pdf, filename: "Invoice 7.pdf" })).status, 200);
      await t.settle();
      assert.equal((await atPlatform(to, "document")).part["filename"], "Invoice 7.pdf");
    });

    it("14: an upload that fails is retried, and the message is sent once", async () => {
      const to = await open();
      const bytes = png();
      const id = await upload(bytes);
      t.simulator.faults.nextManagement({ kind: "html" }, 1);
      t.simulator.faults.nextManagement({ kind: "cut_before_accept" }, 1);
      const sent = await send(to, "image", { mediaId: id });
      for (let i = 0; i < 3; i++) {
        await t.settle();
        t.clock.advance(60_000);
      }
      assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "read");
      assert.equal(t.simulator.sentTo(to).length, 1);
      assert.ok((await atPlatform(to, "image")).bytes.equals(bytes));
      t.simulator.faults.clear();
    });

    it("14: lost content fails the message and says so", async () => {
      const to = await open();
      const sent = await send(to, "image", { mediaId: await upload(png()) });
      const bringBack = await hide();
      await t.drain();
      const failed = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
      assert.deepEqual([failed.status, failed.error.message], ["failed", "The content no longer exists. Upload it again."]);
      assert.equal(t.simulator.sentTo(to).length, 0);
      await bringBack();
    });

    it("15: is refused before it is accepted, naming the field", async () => {
      const to = await open();
      const image = await upload(png());
      const large = await upload(png(5_300_000));
      const pdf = await upload(Buffer.from("%PDF-1.7\n"), "a.pdf");
      const gif = await upload(Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(40)]), "a.gif");
      const html = await upload(Buffer.from("<!doctype html>"), "a.html");
      const sound = await upload(mp3(), "a.mp3");
      const webp = (flags: number) => {
        const head = Buffer.from("RIFF\xf0\x49\x02\0WEBPVP8X\x0a\0\0\0", "latin1");
        return upload(Buffer.concat([head, Buffer.from([flags]), Buffer.alloc(150_000)]), "a.webp");
      };
      const still = await webp(0x10);
      const moving = await webp(0x12);
      assert.equal((await send(to, "sticker", { mediaId: moving })).status, 200);
      const table: [string, string, object, object, number, string, string | undefined][] = [
        ["no content", "image", { mediaId: undefined }, { content: undefined }, 400, "validation_error", "content"],
        ["no media", "image", {}, {}, 400, "validation_error", "content.mediaId"],
        ["text instead of a caption", "image", { mediaId: image }, { text: "x" }, 400, "validation_error", "text"],
        ["a name for a picture", "image", { mediaId: image, filename: "a" }, {}, 400, "validation_error", "content.filename"],
        [
          "a caption too long",
          "image",
          { mediaId: image, caption: "x".repeat(1_025) },
          {},
          422,
          "unsupported_by_channel",
          "content.caption",
        ],
        ["a caption on audio", "audio", { mediaId: sound, caption: "x" }, {}, 422, "unsupported_by_channel", "content.caption"],
        ["a document as a picture", "image", { mediaId: pdf }, {}, 422, "unsupported_by_channel", "content.mediaId"],
        ["a GIF", "image", { mediaId: gif }, {}, 422, "unsupported_by_channel", "content.mediaId"],
        ["HTML", "document", { mediaId: html }, {}, 422, "unsupported_by_channel", "content.mediaId"],
        ["too large", "image", { mediaId: large }, {}, 422, "unsupported_by_channel", "content.mediaId"],
        ["too large for a sticker that does not move", "sticker", { mediaId: still }, {}, 422, "unsupported_by_channel", "content.mediaId"],
        ["media on a text", "text", { mediaId: image }, { text: "x" }, 400, "validation_error", "content.mediaId"],
        ["unknown media", "image", { mediaId: unknownId("med") }, {}, 404, "not_found", "content.mediaId"],
        ["nonsense", "image", { mediaId: "x" }, {}, 404, "not_found", "content.mediaId"],
      ];
      for (const [what, type, content, more, status, code, field] of table) {
        const response = await send(to, type, content, more);
        assert.deepEqual(
          [response.status, response.body.error?.code, response.body.error?.details?.[0].field],
          [status, code, field],
          `${what}: ${response.text}`,
        );
      }
      const other = await t.tenant();
      const theirs = await t.channel(other);
      const foreign = await other.api.post("/api/v1/messages", { channelId: theirs.id, to, type: "image", content: { mediaId: image } });
      const absent = await other.api.post("/api/v1/messages", {
        channelId: theirs.id,
        to,
        type: "image",
        content: { mediaId: unknownId("med") },
      });
      assert.equal(foreign.text, absent.text);
      assert.equal(foreign.status, 404);
      t.clock.advance(2 * day);
      assert.equal((await send(to, "image", { mediaId: image })).body.error.code, "window_closed");
    });

    it("16: a public address serves the content without a key, for half an hour", async () => {
      const bytes = png();
      const id = await upload(bytes);
      const media = await t.app.media.service.forSend(tenant.id, id, "image", null);
      const url = media?.url() ?? "";
      assert.ok(url.startsWith(`${t.url}/public/media/`));
      const got = await download(url);
      assert.deepEqual([got.status, got.headers.get("content-type")], [200, "image/png"]);
      assert.ok(got.bytes.equals(bytes));
      assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
      assert.equal((await fetch(url, { headers: { range: "bytes=0-3" } })).status, 206);
      for (const bad of [url.slice(0, -1), `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`, `${t.url}/public/media/x`])
        assert.equal((await download(bad)).status, 404);
      t.clock.advance(30 * 60_000);
      assert.equal((await download(url)).status, 404);
    });
  });
}
