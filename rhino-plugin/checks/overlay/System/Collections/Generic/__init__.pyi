from typing import Generic, Iterator, TypeVar

T = TypeVar('T')

# pythonnet's generics are indexed by types: List[Guid]().
class List(Generic[T]):
    Count: int
    def __init__(self) -> None: ...
    def Add(self, item: T) -> None: ...
    def __iter__(self) -> Iterator[T]: ...
    def __len__(self) -> int: ...

IList = List
ICollection = List
IReadOnlyList = List
