"""Recovery words: a guest's id as words that can be read aloud and written down, for another device.

Each word stands for two bytes: consonant, vowel, consonant, vowel, consonant. The last two words are a digest made with the
server's key, so that nobody who has seen an id can make its words, and a slip of the pen is noticed.
"""

import base64
import hmac

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
ID_BYTES, CHECK_BYTES = 16, 4
WORDS = (ID_BYTES + CHECK_BYTES) // 2


def write_words(key: bytes, id: str) -> str:
    """The words of a guest's id."""
    data = base64.urlsafe_b64decode(id + "==")
    data += check_of(key, data)
    return " ".join(word_of(int.from_bytes(data[at:at + 2])) for at in range(0, len(data), 2))


def read_words(key: bytes, text: str) -> str | None:
    """The id that the words stand for; None if they were not made here, or are not all right."""
    words = text[:400].lower().replace("-", " ").split()
    numbers = [number_of(word) for word in words]
    if len(numbers) != WORDS or None in numbers:
        return None
    data = b"".join((number or 0).to_bytes(2) for number in numbers)
    id, check = data[:ID_BYTES], data[ID_BYTES:]
    return base64.urlsafe_b64encode(id).decode().rstrip("=") if hmac.compare_digest(check, check_of(key, id)) else None


def check_of(key: bytes, id: bytes) -> bytes:
    return hmac.digest(key, b"recovery words " + id, "sha256")[:CHECK_BYTES]


def word_of(number: int) -> str:
    return "".join(letters[number >> shift & len(letters) - 1] for letters, shift in places())


def number_of(word: str) -> int | None:
    """The two bytes of a word, or None."""
    if len(word) != 5 or any(letter not in letters for letter, (letters, _) in zip(word, places())):
        return None
    return sum(letters.index(letter) << shift for letter, (letters, shift) in zip(word, places()))


def places() -> tuple[tuple[str, int], ...]:
    """The letters that each place of a word may have, and where its bits begin."""
    return (CONSONANTS, 12), (VOWELS, 10), (CONSONANTS, 6), (VOWELS, 4), (CONSONANTS, 0)
