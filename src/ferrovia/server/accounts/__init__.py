"""Optional accounts with passkeys: verifying them, and whom the key of a browser stands for."""
