"""The doors and the steps of the stack on AWS: what the functions call."""
