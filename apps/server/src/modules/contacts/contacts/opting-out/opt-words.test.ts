import assert from "node:assert/strict";
import { test } from "node:test";
import { optInWords, optOutWords, normalizeForOptWords, readOptDecision } from "./opt-words.ts";

const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "tr", "ar", "hi", "id", "ja", "zh", "ru"];
const allOut = Object.values(optOutWords).flat();
const allIn = Object.values(optInWords).flat();

test("every language has keywords, and none means both", () => {
  for (const table of [optOutWords, optInWords]) assert.deepEqual(Object.keys(table).sort(), [...languages].sort());
  const out = new Set(allOut.map(normalizeForOptWords));
  for (const word of allIn) assert.ok(!out.has(normalizeForOptWords(word)), word);
});

test("every keyword counts in any case, with punctuation and greetings around it", () => {
  for (const [words, verdict] of [
    [allOut, "opted_out"],
    [allIn, "opted_in"],
  ] as const) {
    for (const word of words)
      for (const text of [
        word,
        word.toUpperCase(),
        ` ${word}\n`,
        `${word}!!!`,
        `"${word}".`,
        `${word} 🛑`,
        `${word}。`,
        `\u200f${word}\u200e`,
        word.normalize("NFD"),
      ])
        assert.equal(readOptDecision(text), verdict, JSON.stringify(text));
  }
  for (const text of [
    "STOP",
    "ＳＴＯＰ",
    "Opt-Out",
    "opt_out",
    "stop all",
    "Stop\u00a0all",
    "DURDUR",
    "ARRÊT",
    "Désabonner",
    "تَوَقَّف",
    "توقـــف",
  ])
    assert.equal(readOptDecision(text), "opted_out", text);
});

test("keywords inside a sentence do not count", () => {
  const phrases = [
    "please don't stop",
    "Please don’t stop!",
    "don't stop",
    "do not stop",
    "stop?",
    "Stop？",
    "توقف؟",
    "stop it",
    "stop by tomorrow",
    "bus stop",
    "non-stop",
    "nonstop",
    "stops",
    "stopped",
    "full stop",
    "where is the stop",
    "I want to stop my order",
    "can you unsubscribe me from the list of my wife and add my own number please",
    "start tomorrow",
    "when do we start",
    "cancel",
    "Cancel",
    "end",
    "quit",
    "no",
    "nein",
    "non",
    "s t o p",
    "bitte nicht stoppen",
    "ne pas arrêter",
    "il arrête",
    "la baja temporada",
    "más baja",
    "pode parar amanhã",
    "não pare",
    "non disiscrivermi",
    "niet stoppen",
    "lütfen durma",
    "durma",
    "duru",
    "لا تتوقف",
    "मत रोको",
    "jangan berhenti",
    "停止しないで",
    "止",
    "不要退订",
    "не отписывайте",
    "стоп-кран",
    "",
    "   ",
    "!!!",
    "👍",
    "0",
  ];
  for (const text of phrases) assert.equal(readOptDecision(text), null, text);
});

test("a tenant's own keywords count in addition, in any spelling", () => {
  const own = { optOutWords: ["Cancel", "Pas de pub !"], optInWords: ["Encore"] };
  assert.equal(readOptDecision("CANCEL.", own), "opted_out");
  assert.equal(readOptDecision("pas de pub", own), "opted_out");
  assert.equal(readOptDecision("encore!", own), "opted_in");
  assert.equal(readOptDecision("stop", own), "opted_out");
  assert.equal(readOptDecision("cancel my order", own), null);
});
