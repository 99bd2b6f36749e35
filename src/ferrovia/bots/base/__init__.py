"""What a bot is: the class, the reasons it gives, and a compiled bot behind that class."""
