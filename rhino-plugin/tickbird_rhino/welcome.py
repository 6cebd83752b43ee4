"""Whether one connection has shown the user's secret (contract, section 1)."""

import hashlib
import hmac

from .errors import Fault

# Wrong secrets that a connection may send; the last one closes it.
MAX_WRONG = 3


def _digest(text):
    return hashlib.sha256(text.encode('utf-8', 'surrogatepass')).digest()


class Welcome(object):
    def __init__(self, secret, allow_legacy):
        self._secret = _digest(secret)
        self._welcome = allow_legacy
        self._wrong = 0

    @property
    def is_spent(self):
        """True once the connection is to be closed, after its answer."""
        return self._wrong >= MAX_WRONG

    def show(self, secret):
        """Compares in constant time, whatever the lengths. Raises UNAUTHORIZED."""
        if hmac.compare_digest(_digest(secret), self._secret):
            self._welcome = True
            return
        self._welcome = False
        self._wrong += 1
        raise Fault(
            'UNAUTHORIZED',
            'That is not the secret of this user.',
            parameter='secret',
            next='Read it from the file “secret” in the data folder (TICKBIRD_HOME, or the system’s place for it).',
        )

    def check(self):
        """Raises UNAUTHORIZED before the secret was shown."""
        if not self._welcome:
            raise Fault(
                'UNAUTHORIZED',
                'This connection has not said hello yet.',
                next='Call hello with the secret from the data folder first; only ping is answered without.',
            )
