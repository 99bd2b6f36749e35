"""Training: masked PPO self-play with a full-information critic. Needs torch (extra `train`)."""
