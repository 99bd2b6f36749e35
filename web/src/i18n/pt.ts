import type { Catalogue } from "./catalogues";

const rooms = import.meta.glob<Catalogue>(
  ["@locales/pt/*.json", "!@locales/pt/terminal.json", "!@locales/pt/reasons.json"],
  {
    eager: true,
    import: "default",
  },
);

export default Object.assign({}, ...Object.values(rooms)) as Catalogue;
