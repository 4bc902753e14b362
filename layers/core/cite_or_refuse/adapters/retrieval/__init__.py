"""What a search and a model's window share: passages of a text, and the words that find them."""
