"""The bot interface: the class, the reasons a bot gives, and a compiled bot behind that class."""
