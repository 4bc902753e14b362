"""The stack on this machine: `make up` and `make down`. Runs under the tools' own interpreter."""
