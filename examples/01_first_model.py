"""A first model: texts and labels in, labels out, and what the words gave.

python examples/01_first_model.py
"""

from laconic import train
from laconic.datasets import tiny
from laconic.pipeline import fit_texts
from laconic.predict import Engine, explain, word_shares

jobs = tiny()  # 240 invented lines about twelve trades, and 60 to test on

model = train(fit_texts(jobs.train_texts, jobs.train_labels))
engine = Engine(model)

answers = engine.topk(jobs.test_texts).labels()
right = sum(answer == truth for (answer,), truth in zip(answers, jobs.test_labels, strict=True))
print(f"{right} of {len(answers)} right")

text = "repairs old clocks"
print(engine.topk([text], k=3).labels())
(why,) = explain(engine, text, top=100)
for word in word_shares(why, text, model.pipeline):
    print(f"{word.word:10} {word.share:+.3f} for {why.label}")
