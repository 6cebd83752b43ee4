"""Serves the sockets, on one thread of its own: it never waits for Rhino, and Rhino never waits for it."""

import collections
import os
import selectors
import socket
import threading

from .errors import Fault
from .wire import (
    MAX_PAYLOAD_BYTES, BadRequest, FrameDecoder, frame_fault, frame_result, read_request, unreadable,
)

LOOPBACK = '127.0.0.1'
FIRST_PORT = 9876
GRASSHOPPER_PORT = 9877
TRIES = 100
MAX_CONNECTIONS = 256
READ_BYTES = 1024 * 1024
# A client that reads none of its answers is let go once this much waits for it.
MAX_UNREAD_BYTES = 4 * MAX_PAYLOAD_BYTES


class PortTaken(Exception):
    pass


def listen(named):
    """A listening socket on the named port (0: any), for None on the first free one from 9876 on."""
    if named is not None:
        return _listen_on(named)
    for port in range(FIRST_PORT, FIRST_PORT + TRIES):
        if port == GRASSHOPPER_PORT:
            continue
        try:
            return _listen_on(port)
        except PortTaken:
            continue
    return _listen_on(0)


def _listen_on(port):
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == 'nt':
            # Without it another program could listen on the same port and get our clients.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen(64)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise PortTaken('Port %d is taken. Name another one, or none to take the next that is free.' % port)
    return listener


class Connection(object):
    """One client: reads its frames and queues its answers. Lives on the server's thread."""

    def __init__(self, server, client, number, welcome):
        self._server = server
        self._decoder = FrameDecoder()
        self._out = collections.deque()
        self._unread = 0
        self._ending = False
        self.socket = client
        self.number = number
        self.welcome = welcome

    def read(self):
        try:
            chunk = self.socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            chunk = b''
        if not chunk:
            self._server.drop(self)
            return
        for kind, value in self._decoder.push(chunk):
            if not self._ending:
                self._take(kind, value)

    def _take(self, kind, value):
        if kind == 'unreadable':
            self.send(frame_fault(None, unreadable(value)))
        elif kind == 'too_large':
            fault = Fault(
                'TOO_LARGE',
                'A message of %d bytes is over the limit.' % value,
                next='Send at most %d bytes at once. This connection closes; open a new one.' % MAX_PAYLOAD_BYTES,
            )
            self.send(frame_fault(None, fault))
            self.end()
        else:
            self._answer(value)

    def _answer(self, value):
        try:
            request = read_request(value)
        except BadRequest as bad:
            self.send(frame_fault(bad.id, bad.fault))
            return
        reply = self._server.replier(self, request.id)
        try:
            if request.method not in ('ping', 'hello'):
                self.welcome.check()
            self._server.answer(self, request, reply)
        except Fault as fault:
            self.send(frame_fault(request.id, fault))
            if self.welcome.is_spent:
                self.end()
        except Exception as error:
            self._server.report('%s failed in a way nobody foresaw' % request.method, error)
            fault = Fault('INTERNAL_ERROR', '%s failed.' % request.method[:60], next='Report this with the log.')
            self.send(frame_fault(request.id, fault))

    def send(self, frame):
        self._out.append(memoryview(frame))
        self._unread += len(frame)
        if self._unread > MAX_UNREAD_BYTES:
            self._server.drop(self)
            return
        self.write()

    def end(self):
        """Closes after what is queued was sent."""
        self._ending = True
        self.write()

    def write(self):
        try:
            while self._out:
                sent = self.socket.send(self._out[0])
                self._unread -= sent
                if sent < len(self._out[0]):
                    self._out[0] = self._out[0][sent:]
                else:
                    self._out.popleft()
        except BlockingIOError:
            pass  # The selector says when there is room again.
        except OSError:
            self._server.drop(self)
            return
        if self._ending and not self._out:
            self._server.drop(self)
        else:
            self._server.watch(self, bool(self._out))


class Server(object):
    """`answer(connection, request, reply)` is called on the server's thread; `reply(outcome)` works from any.

    `gone(number)` tells of a connection that ended. `report(what, error)` goes to the log.
    """

    def __init__(self, listeners, make_welcome, answer, gone, report):
        self.answer = answer
        self.report = report
        self._make_welcome = make_welcome
        self._gone = gone
        self._listeners = listeners
        self._selector = selectors.DefaultSelector()
        self._connections = {}
        self._last_number = 0
        self._calls = collections.deque()
        self._stopping = False
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self._selector.register(self._wake_in, selectors.EVENT_READ, self._woken)
        for listener in listeners:
            self._selector.register(listener, selectors.EVENT_READ, lambda listener=listener: self._accept(listener))
        self._thread = threading.Thread(target=self._serve, name='tickbird-server')
        self._thread.daemon = True

    def start(self):
        self._thread.start()

    def stop(self):
        """From any thread: sends what is queued as far as it goes at once, and closes everything."""
        self._stopping = True
        self._wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(2)

    def replier(self, connection, id):
        """What takes the outcome of a call, from any thread, and sends it from the server's."""

        def reply(outcome):
            self._calls.append((connection, id, outcome))
            self._wake()

        return reply

    def watch(self, connection, writing):
        if connection.number in self._connections:
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0)
            if self._selector.get_key(connection.socket).events != wanted:
                self._selector.modify(connection.socket, wanted, connection)

    def drop(self, connection):
        if self._connections.pop(connection.number, None) is None:
            return
        self._selector.unregister(connection.socket)
        connection.socket.close()
        self._gone(connection.number)

    def _serve(self):
        while not self._stopping:
            for key, events in self._selector.select():
                try:
                    self._happened(key.data, events)
                except Exception as error:
                    self.report('A connection could not be served', error)
        self._answer_calls()
        for connection in list(self._connections.values()):
            self.drop(connection)
        for listener in self._listeners:
            listener.close()
        self._selector.close()
        self._wake_in.close()
        self._wake_out.close()

    def _happened(self, data, events):
        if not isinstance(data, Connection):
            data()
            return
        if events & selectors.EVENT_WRITE:
            data.write()
        if events & selectors.EVENT_READ and data.number in self._connections:
            data.read()

    def _accept(self, listener):
        try:
            client, _ = listener.accept()
        except OSError:
            return  # Gone again before we came.
        if len(self._connections) >= MAX_CONNECTIONS:
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._last_number += 1
        connection = Connection(self, client, self._last_number, self._make_welcome())
        self._connections[connection.number] = connection
        self._selector.register(client, selectors.EVENT_READ, connection)

    def _woken(self):
        try:
            while self._wake_in.recv(4096):
                pass
        except BlockingIOError:
            pass
        self._answer_calls()

    def _answer_calls(self):
        while self._calls:
            connection, id, outcome = self._calls.popleft()
            if connection.number in self._connections:
                connection.send(self._frame(id, outcome))

    def _frame(self, id, outcome):
        kind, value = outcome
        try:
            return frame_fault(id, value) if kind == 'fault' else frame_result(id, value)
        except (TypeError, ValueError, RecursionError, MemoryError) as error:
            self.report('An answer could not be written', error)
            fault = Fault('INTERNAL_ERROR', 'The answer could not be written.', next='Report this with the log.')
            return frame_fault(id, fault)

    def _wake(self):
        try:
            self._wake_out.send(b'.')
        except (BlockingIOError, OSError):
            pass  # Full: it is awake; closed: it has ended.
