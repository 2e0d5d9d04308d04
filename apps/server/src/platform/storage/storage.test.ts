import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { type ObjectStore, startObjectStore } from "@parley/simulators/object-store";
import { createFolderStorage } from "./folder.ts";
import { createS3Storage } from "./s3.ts";
import { createStaging, type Staging, TooLarge } from "./staging.ts";
import { type MediaStorage, StorageMissing } from "./storage.ts";

const credentials = { accessKeyId: "access", secretAccessKey: "secret/with+signs" };

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function* chunksOf(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const newKey = () => `${randomUUID()}/${randomUUID()}`;

let folder: string;
let staging: Staging;
let store: ObjectStore;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-storage-"));
  staging = createStaging(join(folder, "staging"), { newName: randomUUID });
  store = await startObjectStore({ bucket: "media", ...credentials });
});
after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const staged = () => readdir(join(folder, "staging")).catch(() => []);

const makers: [string, () => MediaStorage][] = [
  ["the folder", () => createFolderStorage(join(folder, "media"))],
  ["S3", () => createS3Storage({ bucket: "media", region: "us-east-1", endpoint: store.url, credentials })],
];

for (const [name, make] of makers) {
  describe(`media storage in ${name}`, () => {
    let storage: MediaStorage;
    before(() => {
      storage = make();
    });
    after(() => storage.close());

    it("returns what was stored, whole and in parts, from one byte to more than fits into one call's memory", async () => {
      for (const size of [1, 70_000, 9 * 1024 * 1024]) {
        const bytes = randomBytes(size);
        const key = newKey();
        await storage.put(key, await staging.write(chunksOf(bytes), size), "image/png");
        assert.ok((await bytesOf(await storage.read(key))).equals(bytes));
        const range = { start: Math.floor(size / 3), end: Math.floor(size / 2) };
        assert.ok((await bytesOf(await storage.read(key, range))).equals(bytes.subarray(range.start, range.end + 1)));
        assert.ok((await bytesOf(await storage.read(key, { start: size - 1, end: size - 1 }))).equals(bytes.subarray(-1)));
      }
      assert.deepEqual(await staged(), [], "nothing stays in the staging folder");
    });

    it("accepts the same content twice", async () => {
      const key = newKey();
      for (let i = 0; i < 2; i++) await storage.put(key, await staging.write(chunksOf(Buffer.from("same")), 10), "text/plain");
      assert.equal((await bytesOf(await storage.read(key))).toString(), "same");
    });

    it("reports what is missing, and can remove contents repeatedly", async () => {
      const key = newKey();
      await assert.rejects(storage.read(key), StorageMissing);
      await storage.put(key, await staging.write(chunksOf(Buffer.from("x")), 10), "text/plain");
      await storage.remove(key);
      await storage.remove(key);
      await assert.rejects(storage.read(key), StorageMissing);
    });

    it("accepts only keys of two UUIDs", async () => {
      const file = await staging.write(chunksOf(Buffer.from("x")), 10);
      for (const key of ["x", "../../etc/passwd", `${randomUUID()}/../${randomUUID()}`, `${randomUUID()}/`]) {
        await assert.rejects(storage.put(key, file, "text/plain"), /two uuids/);
        await assert.rejects(storage.read(key), /two uuids/);
      }
      await file.discard();
    });

    it("reports that it is usable", async () => {
      assert.match(await storage.check(), /^media in the /);
    });
  });
}

describe("S3", () => {
  const put = async (storage: MediaStorage, bytes: Buffer, sha256?: Buffer) => {
    const file = await staging.write(chunksOf(bytes), bytes.length);
    try {
      await storage.put(newKey(), sha256 === undefined ? file : { ...file, sha256 }, "image/png");
    } finally {
      await file.discard();
    }
  };
  const with_ = (changes: object) =>
    createS3Storage({ bucket: "media", region: "us-east-1", endpoint: store.url, credentials, ...changes });

  it("a wrong secret, key, region or bucket is refused with the reason", async () => {
    for (const [changes, code] of [
      [{ credentials: { ...credentials, secretAccessKey: "wrong" } }, "SignatureDoesNotMatch"],
      [{ credentials: { ...credentials, accessKeyId: "nobody" } }, "InvalidAccessKeyId"],
      [{ region: "eu-central-1" }, "AuthorizationHeaderMalformed"],
      [{ bucket: "other" }, "NoSuchBucket"],
    ] as const) {
      const storage = with_(changes);
      await assert.rejects(put(storage, Buffer.from("x")), (error: Error) => error.name === code, code);
      await assert.rejects(storage.check());
      storage.close();
    }
  });

  it("detects bytes that differ from the announced hash, sent from memory and streamed", async () => {
    const storage = with_({});
    for (const size of [10, 9 * 1024 * 1024])
      await assert.rejects(put(storage, randomBytes(size), randomBytes(32)), (error: Error) => error.name === "XAmzContentSHA256Mismatch");
    storage.close();
  });

  it("is retried when the store is busy", async () => {
    const storage = with_({});
    store.failNext(1, 503);
    await put(storage, Buffer.from("x"));
    storage.close();
  });

  /** A minimal store. */
  async function withStore(answer: RequestListener, use: (storage: MediaStorage) => Promise<void>, silenceMs = 200): Promise<void> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const storage = with_({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, silenceMs });
    try {
      await use(storage);
    } finally {
      storage.close();
      server.closeAllConnections();
      server.close();
    }
  }

  it("gives up on a store that accepts calls but sends nothing", { timeout: 120_000 }, async () => {
    const silent: RequestListener = (request) => void request.resume();
    await withStore(silent, async (storage) => {
      // The end of the last try, or of all of them together.
      const givenUp = (error: Error) => error.name === "TimeoutError" || error.name === "AbortError";
      await Promise.all([
        assert.rejects(storage.read(newKey()), givenUp),
        assert.rejects(storage.remove(newKey()), givenUp),
        assert.rejects(storage.check(), givenUp),
        ...[10, 9 * 1024 * 1024].map((size) => assert.rejects(put(storage, randomBytes(size)), givenUp)),
      ]);
    });
    assert.deepEqual(await staged(), []);
  });

  it("gives up on a store that stops in the middle of an error or a content", { timeout: 120_000 }, async () => {
    const halfAnError: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(403, { "content-length": 1_000 }).write("<Error>");
    };
    await withStore(halfAnError, async (storage) => {
      await assert.rejects(storage.read(newKey()));
      await assert.rejects(put(storage, Buffer.from("x")));
    });
    const half: RequestListener = (_, response) => void response.writeHead(200, { "content-length": 1_000 }).write("half");
    await withStore(half, async (storage) => {
      await assert.rejects(bytesOf(await storage.read(newKey())), /sent nothing for 200 ms/);
    });
  });

  it("tolerates a reader that pauses", async () => {
    const bytes = randomBytes(3_000_000);
    const whole: RequestListener = (_, response) => void response.writeHead(200, { "content-length": bytes.length }).end(bytes);
    await withStore(
      whole,
      async (storage) => {
        const body = await storage.read(newKey());
        await new Promise((resolve) => setTimeout(resolve, 800));
        assert.ok((await bytesOf(body)).equals(bytes));
      },
      300,
    );
  });

  it("has sockets for further reads and for writes while many readers are slow", { timeout: 120_000 }, async () => {
    const storage = with_({});
    const bytes = randomBytes(300_000);
    const key = newKey();
    await storage.put(key, await staging.write(chunksOf(bytes), bytes.length), "image/png");
    const slow: Readable[] = [];
    try {
      for (let n = 0; n < 60; n++) slow.push(await storage.read(key));
      await put(storage, Buffer.from("x"));
      assert.ok((await bytesOf(await storage.read(key))).equals(bytes));
    } finally {
      for (const body of slow) body.destroy();
      storage.close();
    }
  });
});

describe("staging", () => {
  it("hashes while writing and keeps the head", async () => {
    const bytes = randomBytes(200_000);
    const file = await staging.write(chunksOf(bytes, 777), 200_000);
    assert.equal(file.sizeBytes, 200_000);
    assert.ok(file.head.equals(bytes.subarray(0, 65_536)));
    assert.equal(file.sha256.toString("hex"), (await import("node:crypto")).createHash("sha256").update(bytes).digest("hex"));
    await file.discard();
    await file.discard();
  });

  it("leaves nothing behind of a content that is too large or breaks off", async () => {
    await assert.rejects(staging.write(chunksOf(randomBytes(30_000)), 29_999), TooLarge);
    await assert.rejects(
      staging.write(
        (async function* () {
          yield Buffer.from("half");
          throw new Error("cut");
        })(),
        100,
      ),
      /cut/,
    );
    assert.deepEqual(await staged(), []);
  });

  it("removes a crash's leftovers after a day", async () => {
    await staging.write(chunksOf(Buffer.from("left")), 100);
    assert.equal(await staging.sweep(new Date()), 0);
    assert.equal(await staging.sweep(new Date(Date.now() + 86_500_000)), 1);
    assert.deepEqual(await staged(), []);
  });
});
