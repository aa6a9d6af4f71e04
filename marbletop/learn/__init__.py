"""Learning a game: lessons that are played by the real rules, and quick rules on one page. Both are text files in a game's
folder, in English and German; docs/lessons.md explains how to write them."""

from .lesson import Answer, Chapter, Lesson, Step
from .lesson_file import lesson_of, read_lesson
from .lesson_run import LessonRun, Response
from .quick_rules import QuickRules, quick_rules_of

__all__ = ["Answer", "Chapter", "Lesson", "LessonRun", "QuickRules", "Response", "Step", "lesson_of", "quick_rules_of",
           "read_lesson"]
