"""Everything Ferrovia says to people: messages of `data/locales` in English, Italian and Portuguese."""
