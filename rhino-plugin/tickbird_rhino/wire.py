"""The frame of the wire: a uint32 big-endian byte length, then that many bytes of UTF-8 JSON."""

import json
import struct

from .errors import Fault

MAX_PAYLOAD_BYTES = 64 * 1024 * 1024
HEADER_BYTES = 4

_FRAME_HINT = 'Send a uint32 big-endian byte length, then that many bytes of UTF-8 JSON.'
_REQUEST_HINT = 'Send {"id": "…", "method": "namespace.name", "params": {…}}.'


class PayloadTooLarge(Exception):
    """A message over MAX_PAYLOAD_BYTES; `bytes` is what it would have been."""

    def __init__(self, count):
        Exception.__init__(self, 'A message of %d bytes is over the wire\'s limit of %d.' % (count, MAX_PAYLOAD_BYTES))
        self.bytes = count


def finite(value):
    """The value with null for the numbers that JSON does not have."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value


def to_json(value):
    """UTF-8 bytes, no ASCII escapes. Half a surrogate pair, which is no Unicode, becomes U+FFFD."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(',', ':'))
    except ValueError:
        text = json.dumps(finite(value), ensure_ascii=False, allow_nan=False, separators=(',', ':'))
    try:
        return text.encode('utf-8')
    except UnicodeEncodeError:
        return text.encode('utf-16-le', 'surrogatepass').decode('utf-16-le', 'replace').encode('utf-8')


def encode_frame(message):
    """One framed message. Raises PayloadTooLarge."""
    payload = to_json(message)
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise PayloadTooLarge(len(payload))
    return struct.pack('>I', len(payload)) + payload


class FrameDecoder(object):
    """Turns a byte stream, cut anywhere, into ('message', value), ('unreadable', reason), ('too_large', bytes).

    A payload that is not JSON costs one 'unreadable' and the stream goes on; after 'too_large' the boundary is lost
    and nothing more is taken.
    """

    def __init__(self):
        self._buffer = bytearray()
        self._expected = None
        self._lost = False

    @property
    def pending_bytes(self):
        return len(self._buffer)

    def push(self, chunk):
        found = []
        if self._lost:
            return found
        self._buffer += chunk
        at = 0
        while True:
            if self._expected is None:
                if len(self._buffer) - at < HEADER_BYTES:
                    break
                (self._expected,) = struct.unpack_from('>I', self._buffer, at)
                at += HEADER_BYTES
                if self._expected > MAX_PAYLOAD_BYTES:
                    found.append(('too_large', self._expected))
                    self._lost = True
                    self._buffer = bytearray()
                    return found
            if len(self._buffer) - at < self._expected:
                break
            payload = bytes(self._buffer[at:at + self._expected])
            at += self._expected
            self._expected = None
            found.append(_parse(payload))
        del self._buffer[:at]
        return found


def _refuse_constant(name):
    raise ValueError('%s is not JSON' % name)


def _parse(payload):
    if not payload:
        return 'unreadable', 'The payload is empty.'
    try:
        text = payload.decode('utf-8')
    except UnicodeDecodeError:
        return 'unreadable', 'The payload is not valid UTF-8.'
    if text.startswith('\ufeff'):
        return 'unreadable', 'The payload starts with a byte order mark; send plain UTF-8.'
    try:
        return 'message', json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        return 'unreadable', 'The payload is nested too deeply.'
    except ValueError as error:
        return 'unreadable', 'The payload is not JSON: %s' % str(error)[:200]


class Request(object):
    def __init__(self, id, method, params):
        self.id = id
        self.method = method
        self.params = params


class BadRequest(Exception):
    """What to answer where a message is no request; `id` is None where none could be read."""

    def __init__(self, id, why):
        Exception.__init__(self, why)
        self.id = id
        self.fault = Fault('INVALID_REQUEST', why, next=_REQUEST_HINT)


def read_request(value):
    """A Request; missing or non-object params are {}. Raises BadRequest."""
    if not isinstance(value, dict):
        raise BadRequest(None, 'A request is a JSON object.')
    id = value.get('id')
    if not isinstance(id, (str, int, float)) or isinstance(id, bool):
        raise BadRequest(None, 'The id of a request is a string or a number.')
    method = value.get('method')
    if not isinstance(method, str):
        raise BadRequest(id, 'The method of a request is a string.')
    params = value.get('params')
    return Request(id, method, params if isinstance(params, dict) else {})


def unreadable(reason):
    return Fault('PARSE_ERROR', reason, next=_FRAME_HINT)


def frame_result(id, result):
    """The frame of an answer; TOO_LARGE in its place where it is over the limit. Nothing to say is {}."""
    return _frame(id, {'id': id, 'result': {} if result is None else result, 'error': None})


def frame_fault(id, fault):
    return _frame(id, {'id': id, 'result': None, 'error': fault.to_wire()})


def _frame(id, answer):
    try:
        return encode_frame(answer)
    except PayloadTooLarge as error:
        megabytes = -(-error.bytes // (1024 * 1024))
        fault = Fault(
            'TOO_LARGE',
            'The answer would be %d MB, over the limit of %d MB.' % (megabytes, MAX_PAYLOAD_BYTES // (1024 * 1024)),
            next='Ask for less at once: fewer objects, a smaller picture, or a page with offset and limit.',
        )
        return encode_frame({'id': id, 'result': None, 'error': fault.to_wire()})
