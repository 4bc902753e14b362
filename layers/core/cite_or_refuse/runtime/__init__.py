"""The one room that knows what stands behind each port: settings, wiring, engine, command line."""
