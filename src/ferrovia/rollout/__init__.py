"""Rollouts: many games stepped together with rewards, forced decisions played and finished games started again."""
