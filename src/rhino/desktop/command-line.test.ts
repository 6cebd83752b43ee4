import { expect, test } from 'vitest'
import { launchCommand, startMacro } from './command-line.ts'

const startup = 'C:\\Users\\Jörg Groß\\AppData\\Roaming\\McNeel\\Rhinoceros\\8.0\\scripts\\tickbird\\startup.py'
const install = { path: 'C:\\Program Files\\Rhino 8\\System\\Rhino.exe', major: 8 }

test('starts Rhino on Windows with the macro in quotes, and with what every program there needs', () => {
  expect(launchCommand({ install, startup, platform: 'win32', env: {} })).toEqual({
    file: install.path,
    args: ['/nosplash', `/runscript="_-ScriptEditor _R ""${startup}"""`],
    env: { SystemRoot: 'C:\\Windows', windir: 'C:\\Windows' },
    verbatim: true,
    handsOver: false,
  })
  const env = { SystemRoot: 'E:\\WINNT', TICKBIRD_HOME: 'D:\\bird' }
  expect(launchCommand({ install, startup, platform: 'win32', env })?.env).toEqual({
    SystemRoot: 'E:\\WINNT',
    windir: 'E:\\WINNT',
    TICKBIRD_HOME: 'D:\\bird',
  })
})

test('starts Rhino on a Mac through open, which hands over', () => {
  const mac = { path: '/Applications/Rhino 8.app', major: 8 }
  const script = '/Users/jo/Library/Application Support/McNeel/Rhinoceros/8.0/scripts/tickbird/startup.py'
  expect(launchCommand({ install: mac, startup: script, platform: 'darwin', env: { TICKBIRD_HOME: '/b' } })).toEqual({
    file: '/usr/bin/open',
    args: [
      '-a',
      '/Applications/Rhino 8.app',
      '--env',
      'TICKBIRD_HOME=/b',
      '--args',
      '-nosplash',
      `-runscript=_-ScriptEditor _R "${script}"`,
    ],
    env: { TICKBIRD_HOME: '/b' },
    verbatim: false,
    handsOver: true,
  })
})

test('Rhino 7 has another way to run a script, and other systems have none', () => {
  expect(startMacro('/s.py', 7)).toBe('_-RunPythonScript "/s.py"')
  expect(startMacro('/s.py', null)).toBe('_-ScriptEditor _R "/s.py"')
  expect(launchCommand({ install, startup, platform: 'linux', env: {} })).toBeUndefined()
})
