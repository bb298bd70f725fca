"""The table of verbs. A verb's file is loaded when it is called, so that `laconic --help` loads none of them."""

from __future__ import annotations

import importlib
from typing import cast

import click

from .. import __version__

# In the order of a working day, not of the alphabet.
VERBS = {
    "demo": "Train on 47,000 real diagnoses, prune, and show what it costs.",
    "train": "Learn a model from labelled documents.",
    "evaluate": "Measure a model on labelled documents.",
    "predict": "Answer: the labels of new documents, as JSON lines.",
    "explain": "Say which words of a text speak for its label, and how loudly.",
    "inspect": "Look inside a model file.",
    "shrink": "Make a model smaller.",
    "methods": "List the methods that --method names.",
}


class Verbs(click.Group):
    """A group whose commands are named above and loaded from the file of their name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in their order."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command object of a verb, from its file."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f".{cmd_name}", __package__)
        return cast(click.Command, module.command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their sentences, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", message="laconic %(version)s")
def laconic() -> None:
    """Compact linear models for text with very many classes.

    \b
    laconic train jobs.jsonl -o jobs.laconic
    laconic evaluate jobs.laconic test.jsonl
    laconic predict jobs.laconic new.jsonl -k 3
    laconic explain jobs.laconic "digital forensics analyst"

    A file is JSON lines ({"text": ..., "label": ...}) or libsvm (label index:value ...), plain or compressed
    (.gz .xz .zst .bz2); '-' is stdin or stdout. Each command tells more: laconic train --help.
    """
