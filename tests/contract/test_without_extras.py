"""Without an extra, what needs it says which one to install."""

from __future__ import annotations

import subprocess
import sys


def test_estimators_without_scikit_learn_name_the_extra() -> None:
    program = "import sys; sys.modules['sklearn'] = None\nimport laconic.estimators"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "pip install 'laconic[sklearn]'" in done.stderr
