"""A folder a package."""
