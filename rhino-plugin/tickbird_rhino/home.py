"""The data folder of this user, shared with Tickbird: `secret`, `listeners/`, `logs/`, `settings.json`."""

import errno
import json
import os
import secrets
import stat
import sys
import tempfile

SHORTEST_SECRET = 32


class HomeTrouble(Exception):
    """A file or folder that cannot be used as it must be; the message says which and what to do."""


def home_folder(environ=None, platform=None, user_folder=None):
    """TICKBIRD_HOME first, else the system's convention for application data. It may not be there yet."""
    environ = os.environ if environ is None else environ
    platform = platform or sys.platform
    user_folder = user_folder or os.path.expanduser('~')
    named = environ.get('TICKBIRD_HOME')
    if named:
        return os.path.abspath(named)
    if platform == 'win32':
        local = environ.get('LOCALAPPDATA') or os.path.join(user_folder, 'AppData', 'Local')
        return os.path.join(local, 'Tickbird')
    if platform == 'darwin':
        return os.path.join(user_folder, 'Library', 'Application Support', 'Tickbird')
    data = environ.get('XDG_DATA_HOME')
    # The XDG specification: a relative path is to be ignored.
    if not data or not os.path.isabs(data):
        data = os.path.join(user_folder, '.local', 'share')
    return os.path.join(data, 'tickbird')


def secret_file(home):
    return os.path.join(home, 'secret')


def listener_file(home, pid):
    return os.path.join(home, 'listeners', '%d.json' % pid)


def write_file(path, text, keep=False):
    """Writes a whole file or nothing, readable by the user alone. Returns False where `keep` found one there."""
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix='.' + os.path.basename(path) + '.', dir=folder)
        try:
            with os.fdopen(handle, 'w', encoding='utf-8', newline='\n') as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if keep:
                return _place_if_missing(draft, path)
            os.replace(draft, path)
            return True
        finally:
            if os.path.exists(draft):
                os.remove(draft)
    except OSError as error:
        raise HomeTrouble(
            '%s cannot be written (%s). Make its folder writable, or free some space, and try again.'
            % (path, errno.errorcode.get(error.errno, error))
        )


def _place_if_missing(draft, path):
    # A link, unlike a rename, fails where the name is taken: of two processes that start together, one wins.
    try:
        os.link(draft, path)
        return True
    except FileExistsError:
        return False
    except OSError:
        # A disk without links (exFAT): the rare race is better than no file.
        if os.path.exists(path):
            return False
        os.replace(draft, path)
        return True


def read_or_create_secret(home):
    """The secret that every host and client of this user shares. Raises HomeTrouble."""
    path = secret_file(home)
    found = _read_secret(path)
    if found:
        return found
    made = secrets.token_hex(32)
    if write_file(path, made + '\n', keep=found is None):
        return made
    theirs = _read_secret(path)
    if theirs:
        return theirs
    raise HomeTrouble('%s holds no secret. Delete the file and start again.' % path)


def _read_secret(path):
    """None where there is no file, empty where it holds no secret."""
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            text = file.read().strip()
        # Windows has no such bits: there the user's own folder is what protects the file.
        if os.name != 'nt' and stat.S_IMODE(os.stat(path).st_mode) & 0o077:
            os.chmod(path, 0o600)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HomeTrouble('%s cannot be read (%s). Make it readable for your user.' % (path, error.strerror))
    return text if len(text) >= SHORTEST_SECRET else ''


def write_listener(home, pid, port, version, started_at):
    """What a host process says about itself so that clients find it; `started_at` is ISO 8601, UTC."""
    listener = {'pid': pid, 'port': port, 'kind': 'rhino', 'version': version, 'startedAt': started_at}
    write_file(listener_file(home, pid), json.dumps(listener) + '\n')


def remove_listener(home, pid):
    try:
        os.remove(listener_file(home, pid))
    except FileNotFoundError:
        pass  # Somebody tidied up already.


def read_settings(home):
    """The user's settings; {} where there are none or they cannot be read: the plugin starts with its defaults."""
    try:
        with open(os.path.join(home, 'settings.json'), encoding='utf-8') as file:
            settings = json.load(file)
    except (OSError, ValueError):
        return {}
    return settings if isinstance(settings, dict) else {}
