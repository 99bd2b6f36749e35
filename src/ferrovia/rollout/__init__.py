"""Rollouts: many games stepped together, with rewards; forced decisions are played, and finished games start again."""
