"""What Rhino answers where it fails: None or an empty array. Here that becomes a Fault with the next step."""

from __future__ import annotations

from typing import Iterable, List, Optional, TypeVar

from ..errors import Fault

T = TypeVar('T')


def many(found: Optional[Iterable[T]]) -> List[T]:
    """All that is there; nothing for None."""
    return [] if found is None else [one for one in found if one is not None]


def failed(sentence: str, next: str) -> Fault:
    return Fault('OPERATION_FAILED', sentence, next=next)


def made(found: Optional[Iterable[T]], sentence: str, next: str) -> List[T]:
    """At least one. Raises OPERATION_FAILED."""
    all_of_it = many(found)
    if not all_of_it:
        raise failed(sentence, next)
    return all_of_it


def one(found: Optional[T], sentence: str, next: str) -> T:
    """Raises OPERATION_FAILED for None."""
    if found is None:
        raise failed(sentence, next)
    return found


def wrong(parameter: str, sentence: str, next: str) -> Fault:
    return Fault('INVALID_PARAMS', sentence, parameter=parameter, next=next)
