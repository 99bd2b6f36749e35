"""Everything Ferrovia says to people: the messages of `data/locales` in English, Italian and Portuguese."""
