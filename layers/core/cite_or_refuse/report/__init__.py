"""Turn a run into what a person or a program reads. Text that came from pages is hostile here."""
