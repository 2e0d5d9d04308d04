/** What fills a template: its values are checked and filled in alike on a send and in the preview. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

describe("a template's values", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: { id: string; externalId: string };
  const path = (rest = "") => `/api/v1/channels/${channel.id}/templates${rest}`;

  before(async () => {
    t = await startTestApp();
  });
  after(() => t.stop());
  beforeEach(async () => {
    tenant = await t.tenant();
    channel = await t.channel(tenant);
    await t.drain();
  });

  /** The platform's account has these templates, and we have fetched them. */
  async function offer(templates: object[]): Promise<void> {
    t.simulator.registerNumber({
      phoneNumberId: channel.externalId,
      businessAccountId: `2${channel.externalId.slice(1)}`,
      accessToken: `token-${channel.externalId}`,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      templates: templates as never,
    });
    await tenant.api.post(path("/sync"));
  }

  it("are checked in header, body and buttons by name and index, on a send as in the preview, and filled in", async () => {
    const rich = {
      name: "rich",
      language: "en",
      status: "APPROVED",
      parameterFormat: "NAMED",
      components: [
        { type: "HEADER", format: "TEXT", text: "For {{who}}" },
        { type: "BODY", text: "Dear {{first_name}}, your order {{order}} is here." },
        { type: "FOOTER", text: "Northwind" },
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Thanks" },
            { type: "URL", text: "Track", url: "https://a.example/{{1}}" },
          ],
        },
      ],
    };
    await offer([rich]);
    const [template] = (await tenant.api.get(path())).body.data;
    const header = { type: "header", parameters: [{ type: "text", parameter_name: "who", text: "you" }] };
    const button = { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "2291" }] };
    const good = {
      variables: [
        { name: "order", value: "2291" },
        { name: "first_name", value: "Amina" },
      ],
      components: [header, button],
    };

    const cases: [object, string[]][] = [
      [{}, ["variables[0]", "variables[1]", "components.header[0]", "components.button[1]"]],
      [{ ...good, variables: [{ name: "order", value: "1" }] }, ["variables.first_name"]],
      [{ ...good, variables: [...good.variables, { name: "colour", value: "1" }] }, ["variables.colour"]],
      [
        { ...good, components: [{ ...header, parameters: [{ type: "text", parameter_name: "whom", text: "x" }] }, button] },
        ["components.header.who", "components.header.whom"],
      ],
      [{ ...good, components: [header] }, ["components.button[1]"]],
      [{ ...good, components: [header, button, { ...button, index: "7" }] }, ["components.button[7]"]],
      [{ ...good, components: [header, { ...button, parameters: [{ type: "text", text: " " }] }] }, ["components.button[1]"]],
      [{ ...good, components: [header, { ...button, sub_type: undefined }] }, ["components.button[1].sub_type"]],
    ];
    for (const [given, fields] of cases) {
      const calls = t.simulator.calls.length;
      const preview = await tenant.api.post(path(`/${template.id}/preview`), given);
      assert.deepEqual([preview.status, preview.body.error?.code], [422, "template_variables_mismatch"], preview.text);
      assert.deepEqual(
        preview.body.error.details.map((d: { field: string }) => d.field),
        fields,
      );
      const content = { name: "rich", language: "en", ...given };
      const send = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
      assert.deepEqual(
        [send.status, send.body.error.details.map((d: { field: string }) => d.field)],
        [422, fields.map((field) => `content.${field}`)],
      );
      assert.equal(t.simulator.calls.length, calls);
    }

    const preview = await tenant.api.post(path(`/${template.id}/preview`), good);
    assert.deepEqual(preview.body, {
      header: { format: "TEXT", text: "For you" },
      body: "Dear Amina, your order 2291 is here.",
      footer: "Northwind",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks", url: null },
        { type: "URL", text: "Track", url: "https://a.example/2291" },
      ],
    });
    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: "447700900123",
      type: "template",
      content: { name: "rich", language: "en", ...good },
    });
    assert.deepEqual([sent.status, sent.body.text], [200, "Dear Amina, your order 2291 is here."], sent.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "read");
  });

  it("refuse a header without a usable file or location, and a button without a code, on a send as in the preview", async () => {
    const coupon = { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy code" }] };
    const withHeader = (name: string, format: string, ...more: object[]) => ({
      name,
      language: "en",
      components: [{ type: "HEADER", format }, { type: "BODY", text: "Hello" }, ...more],
    });
    await offer([withHeader("picture", "IMAGE", coupon), withHeader("place", "LOCATION")]);
    const templates: { id: string; name: string }[] = (await tenant.api.get(path())).body.data;
    const image = (value?: unknown) => ({ type: "header", parameters: [{ type: "image", image: value }] });
    const location = (value?: unknown) => ({ type: "header", parameters: [{ type: "location", location: value }] });
    const code = (value?: unknown) => ({
      type: "button",
      sub_type: "copy_code",
      index: 0,
      parameters: [{ type: "coupon_code", coupon_code: value }],
    });
    const link = { link: "https://n.example/a.png" };
    const cases: [string, object[], [string, string][]][] = [
      ["picture", [image(), code("X")], [["header[0].image", "required"]]],
      ["picture", [image({}), code("X")], [["header[0].image.link", "required"]]],
      ["picture", [image({ link: "a.png" }), code("X")], [["header[0].image.link", "invalid_format"]]],
      ["picture", [image({ link: "ftp://n.example/a.png" }), code("X")], [["header[0].image.link", "invalid_format"]]],
      ["picture", [image("https://n.example/a.png"), code("X")], [["header[0].image", "invalid_type"]]],
      ["picture", [image({ link: "https:a.png" }), code("X")], [["header[0].image.link", "invalid_format"]]],
      ["picture", [image({ ...link, id: "880" }), code("X")], [["header[0].image.link", "not_allowed"]]],
      ["picture", [image({ id: " " }), code("X")], [["header[0].image.id", "required"]]],
      ["picture", [image({ id: ["880"] }), code("X")], [["header[0].image.id", "invalid_type"]]],
      ["picture", [image(link), { ...code("X"), sub_type: "url" }], [["button[0].sub_type", "not_allowed"]]],
      ["picture", [image(link), { ...code("X"), parameters: [{ type: "text", text: "X" }] }], [["button[0].type", "invalid_type"]]],
      ["picture", [image(link), code()], [["button[0].coupon_code", "required"]]],
      ["picture", [image(link), code(" ")], [["button[0].coupon_code", "required"]]],
      ["picture", [image(link), code(20)], [["button[0].coupon_code", "invalid_type"]]],
      ["place", [location()], [["header[0].location", "required"]]],
      [
        "place",
        [location({ latitude: "north", longitude: "180.1" })],
        [
          ["header[0].location.latitude", "invalid_format"],
          ["header[0].location.longitude", "out_of_range"],
        ],
      ],
      [
        "place",
        [location({ latitude: 91 })],
        [
          ["header[0].location.latitude", "out_of_range"],
          ["header[0].location.longitude", "required"],
        ],
      ],
      ["picture", [image(link), code("SAVE20")], []],
      ["picture", [image({ id: "880", link: null }), code("SAVE20")], []],
      ["place", [location({ latitude: "52.5", longitude: 13.4, name: "Office", address: "Main St 1" })], []],
    ];
    for (const [name, components, wrong] of cases) {
      const { id } = templates.find((template) => template.name === name)!;
      const preview = await tenant.api.post(path(`/${id}/preview`), { components });
      const message = { channelId: channel.id, to: "447700900123", type: "template", content: { name, language: "en", components } };
      const calls = t.simulator.calls.length;
      const send = await tenant.api.post("/api/v1/messages", message);
      if (wrong.length === 0) {
        assert.deepEqual([preview.status, send.status], [200, 200], send.text);
        await t.settle();
        assert.equal((await tenant.api.get(`/api/v1/messages/${send.body.id}`)).body.status, "read");
        continue;
      }
      const at = (prefix: string) => wrong.map(([field, issue]) => ({ field: `${prefix}components.${field}`, issue }));
      assert.deepEqual([preview.status, preview.body.error?.details], [422, at("")], preview.text);
      assert.deepEqual([send.status, send.body.error?.details], [422, at("content.")], send.text);
      assert.equal(t.simulator.calls.length, calls);
    }
  });

  it("for authentication take the code once, and send it in the button too", async () => {
    await offer([
      {
        name: "login_code",
        language: "en",
        category: "AUTHENTICATION",
        components: [
          { type: "BODY", text: "*{{1}}* is your code." },
          { type: "BUTTONS", buttons: [{ type: "URL", text: "Copy code", url: "https://a.example/otp?code={{1}}" }] },
        ],
      },
    ]);
    const content = { name: "login_code", language: "en", variables: ["481516"] };
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
    assert.deepEqual([sent.status, sent.body.text], [200, "*••••••* is your code."], sent.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "read");
  });
});
