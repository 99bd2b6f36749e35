/** Languages and their catalogues, one chunk each, loaded on demand. */

export type Language = "en" | "it" | "pt";
export type Catalogue = Record<string, string>;

export const LANGUAGES: readonly Language[] = ["en", "it", "pt"];

/** Whose numbers, dates and plurals: Portuguese is that of its rule book, while a bare `pt` is Brazilian to a browser. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en", it: "it", pt: "pt-PT" };

const loaders: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en"),
  it: () => import("./it"),
  pt: () => import("./pt"),
};

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const { default: catalogue } = await loaders[language]();
  return catalogue;
}
