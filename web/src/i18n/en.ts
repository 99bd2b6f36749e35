import type { Catalogue } from "./catalogues";

const rooms = import.meta.glob<Catalogue>(
  ["@locales/en/*.json", "!@locales/en/terminal.json", "!@locales/en/reasons.json"],
  {
    eager: true,
    import: "default",
  },
);

export default Object.assign({}, ...Object.values(rooms)) as Catalogue;
