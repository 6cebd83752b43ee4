import json
import os
import random
import struct
import unittest

from tickbird_rhino import coerce, errors, wire

HERE = os.path.dirname(os.path.abspath(__file__))
SPELLING = os.path.join(os.path.dirname(os.path.dirname(HERE)), 'test', 'contract', 'spelling.json')


def framed(payload):
    return struct.pack('>I', len(payload)) + payload


class Frames(unittest.TestCase):
    def test_come_back_however_the_stream_is_cut(self):
        messages = [{'name': 'Wände::Öffnung 🦏', 'n': 1.5}, [], 7, None, 'x' * 3000]
        stream = b''.join(wire.encode_frame(message) for message in messages)
        for seed in range(200):
            at = sorted(random.Random(seed).sample(range(len(stream)), 5))
            decoder = wire.FrameDecoder()
            found = [one for a, b in zip([0] + at, at + [len(stream)]) for one in decoder.push(stream[a:b])]
            self.assertEqual(found, [('message', message) for message in messages])
            self.assertEqual(decoder.pending_bytes, 0)

    def test_carry_utf8_without_ascii_escapes(self):
        self.assertEqual(wire.encode_frame('ü')[4:], b'"\xc3\xbc"')

    def test_write_numbers_that_are_not_finite_as_null(self):
        nan, inf = float('nan'), float('inf')
        payload = wire.encode_frame({'a': nan, 'b': [inf, 1, (-inf, True)], 'c': {'d': nan}})[4:]
        self.assertEqual(json.loads(payload), {'a': None, 'b': [None, 1, [None, True]], 'c': {'d': None}})

    def test_halves_of_surrogate_pairs_do_not_break_them(self):
        self.assertEqual(json.loads(wire.encode_frame('a\ud800b')[4:].decode('utf-8')), 'a\ufffdb')

    def test_bad_ones_cost_one_answer_and_not_the_stream(self):
        cases = [
            (b'{"id": 1,', 'not JSON'),
            (b'', 'empty'),
            (b'"\xff\xfe"', 'UTF-8'),
            (b'\xef\xbb\xbf{}', 'byte order mark'),
            (b'{"a": NaN}', 'not JSON'),
            (b'-Infinity', 'not JSON'),
            (b'[' * 100000, 'nested'),
        ]
        for payload, reason in cases:
            with self.subTest(payload[:10]):
                found = wire.FrameDecoder().push(framed(payload) + wire.encode_frame({'id': 2}))
                self.assertEqual([kind for kind, _ in found], ['unreadable', 'message'])
                self.assertIn(reason, found[0][1])

    def test_over_the_limit_are_told_at_once_and_nothing_after_them_is_read(self):
        decoder = wire.FrameDecoder()
        over = wire.MAX_PAYLOAD_BYTES + 1
        self.assertEqual(decoder.push(struct.pack('>I', over)), [('too_large', over)])
        self.assertEqual(decoder.push(wire.encode_frame({'id': 1})), [])
        self.assertEqual(decoder.pending_bytes, 0)

    def test_an_answer_over_the_limit_becomes_one_that_says_so(self):
        frame = wire.frame_result('a', {'text': 'x' * wire.MAX_PAYLOAD_BYTES})
        answer = json.loads(frame[4:])
        self.assertEqual((answer['id'], answer['error']['data']['code']), ('a', 'TOO_LARGE'))

    def test_survive_any_bytes(self):
        for seed in range(300):
            bytes_of = random.Random(seed)
            decoder = wire.FrameDecoder()
            for _ in range(5):
                decoder.push(bytes(bytes_of.randrange(4) for _ in range(bytes_of.randrange(40))))


class Requests(unittest.TestCase):
    def test_params_that_are_no_object_are_empty(self):
        for params in (None, [1], 'x', 5):
            self.assertEqual(wire.read_request({'id': 'a', 'method': 'ping', 'params': params}).params, {})

    def test_what_is_none_is_refused_with_the_id_where_it_is_known(self):
        cases = [([], None), ('text', None), (12, None), (None, None), ({'method': 'ping'}, None),
                 ({'id': {}, 'method': 'ping'}, None), ({'id': True, 'method': 'ping'}, None), ({'id': 'a'}, 'a'),
                 ({'id': 7, 'method': 12}, 7)]
        for value, id in cases:
            with self.subTest(value), self.assertRaises(wire.BadRequest) as caught:
                wire.read_request(value)
            self.assertEqual(caught.exception.id, id)

    def test_a_fault_has_a_code_that_is_known(self):
        for code, number in errors.NUMBER_OF.items():
            fault = errors.Fault(code, 'Because.', next='Do this.')
            self.assertEqual(fault.to_wire()['code'], number)
        with self.assertRaises(ValueError):
            errors.Fault('NONSENSE', 'x')


class Spellings(unittest.TestCase):
    def entry(self, kind):
        numbers = {'type': 'array', 'items': {'type': 'number'}}
        point = dict(numbers, kind='point')
        named = {
            'guid': {'type': 'string', 'kind': 'guid'},
            'guids': {'type': 'array', 'items': {'type': 'string', 'kind': 'guid'}},
            'units': {'type': 'string', 'kind': 'units'},
            'signed_length': {'type': 'number', 'kind': 'signed_length'},
            'plane': {'type': 'object', 'kind': 'plane',
                      'properties': {name: point for name in ('origin', 'normal', 'x_axis', 'y_axis')}},
            'number': {'type': 'number'},
            'boolean': {'type': 'boolean', 'default': True},
            'option': {'type': 'string', 'enum': ['XRay', 'Shaded']},
            'text': {'type': 'string'},
            'numbers': numbers,
            'points': {'type': 'array', 'items': point},
            'any': {'type': 'any', 'kind': 'any'},
        }
        return named.get(kind, dict(numbers, kind=kind))

    def test_are_read_as_in_every_other_host(self):
        with open(SPELLING, encoding='utf-8') as file:
            cases = json.load(file)['cases']
        self.assertGreater(len(cases), 80)
        for case in cases:
            with self.subTest(**case):
                read = coerce.read_value(self.entry(case['kind']), case['sent'])
                self.assertEqual(read, case['read'])
                # True is 1 in Python, but not on the wire.
                self.assertEqual(isinstance(read, bool), isinstance(case['read'], bool))


if __name__ == '__main__':
    unittest.main()
