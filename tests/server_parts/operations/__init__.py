"""Running a site: configuration, deployment, health, load, logs, moderation, links, the lobby."""
