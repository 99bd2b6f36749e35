import type { Catalogue } from "./catalogues";

const rooms = import.meta.glob<Catalogue>(
  ["@locales/it/*.json", "!@locales/it/terminal.json", "!@locales/it/reasons.json"],
  {
    eager: true,
    import: "default",
  },
);

export default Object.assign({}, ...Object.values(rooms)) as Catalogue;
