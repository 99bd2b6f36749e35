"""Running a site: configuration, deployment, moderation, links, the lobby."""
