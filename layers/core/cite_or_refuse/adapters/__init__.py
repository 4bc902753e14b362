"""What stands behind the ports: models, searches, fetchers and stores."""
