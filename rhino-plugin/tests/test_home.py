import json
import os
import stat
import tempfile
import unittest

from tickbird_rhino import home


class Home(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = os.path.join(folder.name, 'Döner & Co', 'tickbird')

    def test_the_folder_follows_the_system(self):
        at = home.home_folder
        self.assertEqual(at({'XDG_DATA_HOME': '/y'}, 'linux', '/users/ada'), '/y/tickbird')
        self.assertEqual(at({'XDG_DATA_HOME': 'rel'}, 'linux', '/users/ada'), '/users/ada/.local/share/tickbird')
        mac = '/users/ada/Library/Application Support/Tickbird'
        self.assertEqual(at({}, 'darwin', '/users/ada'), mac)
        self.assertTrue(at({'LOCALAPPDATA': 'C:\\Users\\a b'}, 'win32', 'C:').endswith('Tickbird'))
        self.assertEqual(at({'TICKBIRD_HOME': '/x', 'XDG_DATA_HOME': '/y'}, 'linux', '/u'), '/x')

    def test_a_secret_is_made_once_for_the_user_alone(self):
        made = home.read_or_create_secret(self.home)
        self.assertRegex(made, '^[0-9a-f]{64}$')
        self.assertEqual(stat.S_IMODE(os.stat(home.secret_file(self.home)).st_mode), 0o600)
        os.chmod(home.secret_file(self.home), 0o644)
        self.assertEqual(home.read_or_create_secret(self.home), made)
        self.assertEqual(stat.S_IMODE(os.stat(home.secret_file(self.home)).st_mode), 0o600)
        self.assertEqual(os.listdir(self.home), ['secret'])

    def test_a_broken_secret_is_replaced(self):
        os.makedirs(self.home)
        with open(home.secret_file(self.home), 'w') as file:
            file.write('\n')
        made = home.read_or_create_secret(self.home)
        self.assertEqual(len(made), 64)
        self.assertEqual(home.read_or_create_secret(self.home), made)

    def test_a_folder_that_cannot_be_written_is_named(self):
        os.makedirs(os.path.dirname(self.home))
        open(self.home, 'w').close()
        with self.assertRaises(home.HomeTrouble) as caught:
            home.write_file(os.path.join(self.home, 'secret'), 'x')
        self.assertIn('cannot be written', str(caught.exception))

    def test_the_listener_says_what_clients_look_for(self):
        home.write_listener(self.home, 12, 9876, '0.1.0', '2026-01-01T00:00:00.000Z')
        with open(home.listener_file(self.home, 12)) as file:
            self.assertEqual(json.load(file)['kind'], 'rhino')
        home.remove_listener(self.home, 12)
        home.remove_listener(self.home, 12)

    def test_settings_that_cannot_be_read_are_none(self):
        self.assertEqual(home.read_settings(self.home), {})
        home.write_file(os.path.join(self.home, 'settings.json'), '[1')
        self.assertEqual(home.read_settings(self.home), {})


if __name__ == '__main__':
    unittest.main()
