import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ReceivedOrder } from "@parley/sdk";
import { createFormat } from "../../../../../i18n/format.ts";
import { webAddress } from "./web-address.ts";
import { formAnswers } from "./form-answers.ts";
import { lineAmount, orderLines, orderTotal } from "./order-lines.ts";
import { referralFacts } from "./referral-facts.ts";

const format = createFormat("en");
const amounts = (order: ReceivedOrder) => orderLines(order).map((line) => lineAmount(line, format));

describe("what a customer sends besides text", () => {
  it("is a link only by http or https", () => {
    assert.equal(webAddress("https://shop.example/post?a=1"), "https://shop.example/post?a=1");
    for (const other of [
      "javascript:alert(1)",
      " JavaScript:alert(1)",
      "data:text/html,x",
      "//shop.example",
      "post",
      "",
      7,
      undefined,
      null,
    ])
      assert.equal(webAddress(other), null, String(other));
  });

  it("an order has its lines and its total", () => {
    const productItems = [
      { productRetailerId: "SOCKS", quantity: 2, itemPrice: 12.5, currency: "EUR" },
      { productRetailerId: "SCARF", name: "Wool scarf", quantity: 1, itemPrice: 0.1, currency: "EUR" },
    ];
    assert.deepEqual(
      orderLines({ productItems }).map(({ name }) => name),
      ["SOCKS", "Wool scarf"],
    );
    assert.deepEqual(amounts({ productItems }), ["2 × €12.50", "1 × €0.10"]);
    assert.deepEqual(orderTotal(orderLines({ productItems })), { amount: 25.1, currency: "EUR" });
  });

  it("an order's total is not guessed where a price is missing, too long for a number, or in another currency", () => {
    const sock = { productRetailerId: "SOCKS", quantity: 1, itemPrice: 5, currency: "EUR" };
    for (const other of [{ ...sock, itemPrice: "12345678901234567.89" }, { ...sock, currency: "GBP" }, { productRetailerId: "SCARF" }])
      assert.equal(orderTotal(orderLines({ productItems: [sock, other] })), null, JSON.stringify(other));
    assert.equal(orderTotal(orderLines({})), null);
  });

  it("an order's line shows whatever of it is given", () => {
    const productItems = [
      { quantity: "12345678901234567890", itemPrice: "12345678901234567.89", currency: "EUR" },
      { quantity: 3 },
      { itemPrice: 5, currency: "not a currency" },
      {},
    ];
    const odd = { productItems: [null, "socks", { productRetailerId: 7, quantity: {}, itemPrice: null, currency: 9 }] };
    assert.deepEqual(orderLines(odd as object as ReceivedOrder), [{ name: null, quantity: null, price: null, currency: null }]);
    assert.deepEqual(orderLines({ productItems: { one: {} } } as object as ReceivedOrder), []);
    assert.deepEqual(amounts({ productItems }), ["12345678901234567890 × 12345678901234567.89 EUR", "3", "5", ""]);
  });

  it("a form has a row for each answer, nested ones too, and none for the platform's own token", () => {
    const form = {
      flow_token: "ft_1",
      delivery_date: "2026-11-30",
      gift: true,
      size: 42,
      extras: ["wrap", "card"],
      address: { city: "Oslo", floor: null, lines: [{ street: "Storgata 1" }] },
      comment: "",
    };
    assert.deepEqual(formAnswers(form), [
      { label: "address · city", value: "Oslo" },
      { label: "address · lines · 1 · street", value: "Storgata 1" },
      { label: "delivery date", value: "2026-11-30" },
      { label: "extras", value: "wrap, card" },
      { label: "gift", value: true },
      { label: "size", value: "42" },
    ]);
  });

  it("a form's answers are in the order of their screens, which the platform's names begin with", () => {
    const form = { screen_10_Remark_0: "c", screen_2_Size_1: "b", screen_2_Size_0: "a" };
    assert.deepEqual(
      formAnswers(form).map(({ value }) => value),
      ["a", "b", "c"],
    );
  });

  it("a form that is no list of answers is shown as it is, and a very deep one as JSON", () => {
    assert.deepEqual(formAnswers("rating=5"), [{ label: null, value: "rating=5" }]);
    assert.deepEqual(formAnswers(null), []);
    assert.deepEqual(formAnswers({ a: { b: { c: { d: { e: 1 } } } } }), [{ label: "a · b · c · d", value: '{"e":1}' }]);
  });

  it("a referral is read from each platform's own members", () => {
    assert.deepEqual(
      referralFacts({ sourceUrl: "https://fb.me/2demo", headline: "Chat with Northwind", body: "Autumn jackets are here" }),
      {
        title: "Chat with Northwind",
        body: "Autumn jackets are here",
        ref: null,
        url: "https://fb.me/2demo",
      },
    );
    assert.deepEqual(referralFacts({ ref: "autumn-1", adsContextData: { adTitle: "Autumn sale" } }), {
      title: "Autumn sale",
      body: null,
      ref: "autumn-1",
      url: null,
    });
    assert.deepEqual(referralFacts({ source: "ad", ad: { adName: "Autumn DM ad", embedUrl: "https://video.example/1" } }), {
      title: "Autumn DM ad",
      body: null,
      ref: null,
      url: "https://video.example/1",
    });
    assert.equal(referralFacts({ source: "short_link", shortLink: { ref: "poster_7" } }).ref, "poster_7");
    assert.equal(referralFacts({ sourceUrl: "javascript:alert(1)" }).url, null);
  });
});
