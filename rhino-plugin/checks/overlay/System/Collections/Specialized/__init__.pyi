from typing import List, Optional

class NameValueCollection:
    Count: int
    AllKeys: List[str]
    def Get(self, name: str) -> Optional[str]: ...
