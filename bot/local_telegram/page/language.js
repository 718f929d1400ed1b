// The page's own words, in the language of the town; by itself the local Telegram speaks English.

let spoken = { code: "en", is_rtl: false, sentences: {} };

export function speak(language) {
  spoken = language;
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.is_rtl ? "rtl" : "ltr";
}

export const language = () => spoken.code;

// Marks a sentence of a table, for `phrase` to say later.
export const sentence = (words) => words;

export function phrase(words, values = {}) {
  return (spoken.sentences[words] ?? words).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
