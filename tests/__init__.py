"""The tests of Ferrovia: one folder for each part of the program. `docs/testing.md` is their map."""
