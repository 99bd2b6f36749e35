"""The HTTP interface: tables, rules, replays, lessons, bots, and the browser client itself."""
