"""`search`: determinized rollouts with successive halving over the promising actions."""
