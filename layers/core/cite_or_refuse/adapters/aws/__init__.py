"""Everything that is asked of AWS: where runs live, the workflow, notices, documents."""
