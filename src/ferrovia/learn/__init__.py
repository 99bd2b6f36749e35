"""Training: masked PPO self-play with a critic that sees everything. Needs torch (extra `train`)."""
