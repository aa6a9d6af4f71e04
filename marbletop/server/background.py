"""Work for long pages, outside the event loop: one thread, so that all of them together delay nobody else much."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")
_thread = ThreadPoolExecutor(1, "marbletop-pages")


async def in_background(function: Callable[Given, Made], *arguments: Given.args, **named: Given.kwargs) -> Made:
    """What the function returns, called in the thread, in the language of whoever asks."""
    call = partial(copy_context().run, function, *arguments, **named)
    return await asyncio.get_running_loop().run_in_executor(_thread, call)
