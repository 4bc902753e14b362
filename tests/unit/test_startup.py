from bench.startup import FIRST_DRAFT, STEP, modules_loaded_by, outsiders


def test_the_gate_judges_with_nothing_but_the_standard_library():
    # GIVEN a fresh interpreter
    # WHEN it imports the validate step and judges a draft
    modules = modules_loaded_by(f"{STEP}\n{FIRST_DRAFT}")
    # THEN the gate was loaded, and nothing from elsewhere with it
    assert "cite_or_refuse.gate.check" in modules
    assert outsiders(modules) == []
