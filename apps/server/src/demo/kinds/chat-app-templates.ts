/** The approved templates of the demo's business account: four in three languages, in the platform's format. */

const languages = ["en", "de", "es"] as const;
type Language = (typeof languages)[number];
type Texts = Record<Language, string>;

const body = (texts: Texts, samples: string[]) => (language: Language) => ({
  type: "BODY",
  text: texts[language],
  ...(samples.length === 0 ? {} : { example: { body_text: [samples] } }),
});
const footer = { type: "FOOTER", text: "Northwind" };
const replies =
  (...buttons: Texts[]) =>
  (language: Language) => ({
    type: "BUTTONS",
    buttons: buttons.map((texts) => ({ type: "QUICK_REPLY", text: texts[language] })),
  });

const templates = [
  {
    name: "order_shipped",
    category: "UTILITY",
    parts: [
      body(
        {
          en: "Hello {{1}}, your order {{2}} is on its way and should arrive on {{3}}.",
          de: "Hallo {{1}}, Ihre Bestellung {{2}} ist unterwegs und sollte am {{3}} ankommen.",
          es: "Hola {{1}}, tu pedido {{2}} está en camino y debería llegar el {{3}}.",
        },
        ["Amina", "2291", "Friday"],
      ),
      () => footer,
    ],
  },
  {
    name: "appointment_reminder",
    category: "UTILITY",
    parts: [
      body(
        {
          en: "Hello {{1}}, we look forward to seeing you on {{2}} at {{3}}. Does that still suit you?",
          de: "Hallo {{1}}, wir freuen uns auf Ihren Besuch am {{2}} um {{3}} Uhr. Passt es noch?",
          es: "Hola {{1}}, te esperamos el {{2}} a las {{3}}. ¿Te sigue viniendo bien?",
        },
        ["Amina", "12 March", "10:30"],
      ),
      replies({ en: "Yes", de: "Ja", es: "Sí" }, { en: "Another day", de: "Anderer Tag", es: "Otro día" }),
    ],
  },
  {
    name: "seasonal_offer",
    category: "MARKETING",
    parts: [
      (language: Language) => ({
        type: "HEADER",
        format: "TEXT",
        text: { en: "Something for you", de: "Etwas für Sie", es: "Algo para ti" }[language],
      }),
      body(
        {
          en: "Hi {{1}}, until Sunday you get {{2}} off all jackets.",
          de: "Hallo {{1}}, bis Sonntag bekommen Sie {{2}} Rabatt auf alle Jacken.",
          es: "Hola {{1}}, hasta el domingo tienes un {{2}} de descuento en todas las chaquetas.",
        },
        ["Amina", "20 %"],
      ),
      () => footer,
      replies({ en: "Stop offers", de: "Keine Angebote mehr", es: "No más ofertas" }),
    ],
  },
  {
    name: "how_was_it",
    category: "MARKETING",
    parts: [
      body(
        {
          en: "Thank you for shopping with us! How was it?",
          de: "Danke für Ihren Einkauf! Wie war es?",
          es: "¡Gracias por tu compra! ¿Qué tal ha ido?",
        },
        [],
      ),
      replies({ en: "Great", de: "Sehr gut", es: "Genial" }, { en: "Not so good", de: "Nicht so gut", es: "Regular" }),
    ],
  },
];

export const demoTemplates = templates.flatMap(({ name, category, parts }) =>
  languages.map((language) => ({ name, language, category, status: "APPROVED", components: parts.map((part) => part(language)) })),
);
