"""A first model: strings in, strings out, and the reasons.

python examples/01_first_model.py
"""

import laconic
from laconic.datasets import tiny
from laconic.predict import word_shares

jobs = tiny()  # 240 invented lines about twelve trades, and 60 to test on

classifier = laconic.TextClassifier().fit(jobs.train_texts, jobs.train_labels)

answers = classifier.predict(jobs.test_texts)
right = sum(answer == truth for answer, truth in zip(answers, jobs.test_labels, strict=True))
print(f"{right} of {len(answers)} right")

text = "repairs old clocks"
print(classifier.predict_topk([text], k=3).labels())
(why,) = classifier.explain(text, top=100)
for word in word_shares(why, text, classifier.model.pipeline):
    print(f"{word.word:10} gave {word.share:+.3f} to {why.label}")
