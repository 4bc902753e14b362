"""Search providers: each file one, its wire format from the provider's documentation."""
