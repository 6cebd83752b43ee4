"""Failures that the caller can understand, and their form on the wire (contract, section 1)."""

NUMBER_OF = {
    'PARSE_ERROR': -32700,
    'INVALID_REQUEST': -32600,
    'NOT_FOUND': -32601,
    'INTERNAL_ERROR': -32603,
    'INVALID_PARAMS': -32000,
    'OBJECT_NOT_FOUND': -32000,
    'OPERATION_FAILED': -32000,
    'TIMEOUT': -32000,
    'RHINO_BUSY': -32000,
    'NOT_IMPLEMENTED': -32000,
    'UNAUTHORIZED': -32000,
    'DOCUMENT_NOT_FOUND': -32000,
    'UNDO_BLOCKED': -32000,
    'TOO_LARGE': -32000,
}


class Fault(Exception):
    """A code, one sentence, and details: the parameter, the id, what was tried, and in `next` what to do now."""

    def __init__(self, code, message, **details):
        if code not in NUMBER_OF:
            raise ValueError('There is no fault code %s.' % code)
        Exception.__init__(self, message)
        self.code = code
        self.message = message
        self.details = details

    def to_wire(self):
        data = {'code': self.code}
        if self.details:
            data['details'] = self.details
        return {'code': NUMBER_OF[self.code], 'message': self.message, 'data': data}
