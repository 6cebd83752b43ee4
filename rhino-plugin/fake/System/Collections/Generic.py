"""System.Collections.Generic: List[T](), as pythonnet shows it."""


class List(list):
    @property
    def Count(self):
        return len(self)

    def Add(self, item):
        self.append(item)
