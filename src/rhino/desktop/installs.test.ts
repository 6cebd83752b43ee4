import { expect, test } from 'vitest'
import { computer, plist, REGISTRY } from '../../../test/fakes/computer.ts'
import { findInstalls, installAt } from './installs.ts'
import { runningRhinos, runsFrom } from './running.ts'

test('finds on Windows what the registry says, wherever it is, and what stands in Program Files', () => {
  const system = computer({
    platform: 'win32',
    env: { ProgramW6432: 'C:\\Program Files' },
    programs: { reg: REGISTRY },
    files: {
      'C:\\Program Files\\Rhino 7\\System\\Rhino.exe': '',
      'D:\\CAD\\Bürorechner 1\\Rhino 8\\System\\Rhino.exe': '',
      'C:\\Program Files\\Rhino 9 WIP\\System\\Rhino.exe': '',
      'C:\\Program Files\\Rhino 6\\readme.txt': '',
      'C:\\Program Files\\Rhinoceros\\System\\Rhino.exe': '',
    },
  })
  expect(findInstalls(system)).toEqual([
    { label: 'Rhino 9 WIP', major: 9, path: 'C:\\Program Files\\Rhino 9 WIP\\System\\Rhino.exe' },
    { label: 'Rhino 8', major: 8, path: 'D:\\CAD\\Bürorechner 1\\Rhino 8\\System\\Rhino.exe' },
    { label: 'Rhino 7', major: 7, path: 'C:\\Program Files\\Rhino 7\\System\\Rhino.exe' },
  ])
  expect(findInstalls(computer({ platform: 'win32' }))).toEqual([])
})

test('finds on a Mac what says that it is Rhino, whatever it is called', () => {
  const system = computer({
    platform: 'darwin',
    userFolder: '/Users/jo',
    files: {
      '/Applications/Rhino 8.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.8'),
      '/Applications/RhinoWIP.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.9'),
      '/Users/jo/Applications/Nashorn.app/Contents/Info.plist': plist('com.mcneel.rhinoceros.7'),
      '/Applications/Rhino 5.app/Contents/Info.plist': plist('com.example.game'),
      '/Applications/Rhino 6.app/Contents/Info.plist': 'bplist00',
      '/Applications/Safari.app/Contents/Info.plist': plist('com.apple.Safari'),
    },
  })
  expect(findInstalls(system).map(({ label, major }) => [label, major])).toEqual([
    ['Rhino 9 WIP', 9],
    ['Rhino 8', 8],
    ['Rhino 7', 7],
    ['Rhino 6', 6],
  ])
  expect(installAt('/Users/jo/Applications/Nashorn.app', system)?.major).toBe(7)
  expect(installAt('/Applications/Safari.app', system)).toBeUndefined()
  expect(installAt('/Applications/None.app', system)).toBeUndefined()
  expect(findInstalls({ ...system, platform: 'linux' })).toEqual([])
})

test('sees which Rhinos run', () => {
  const tasks =
    '"Rhino.exe","4711","Console","1","1.234.567 K"\r\n"rhino.exe","815","Console","1","9 K"\r\nINFO: none\r\n'
  const windows = runningRhinos(computer({ platform: 'win32', programs: { tasklist: tasks } }))
  expect(windows).toEqual([
    { pid: 4711, path: null },
    { pid: 815, path: null },
  ])
  const list = [
    '  1 /sbin/launchd',
    ' 88 /Applications/Rhino 8.app/Contents/MacOS/Rhinoceros',
    ' 89 /Applications/Rhino 8.app/Contents/MacOS/RhinoHelper',
    ' 90 /usr/bin/grep /Applications/Rhino 8.app',
  ]
  const mac = runningRhinos(computer({ platform: 'darwin', programs: { '/bin/ps': list.join('\n') } }))
  expect(mac).toEqual([{ pid: 88, path: '/Applications/Rhino 8.app/Contents/MacOS/Rhinoceros' }])
  expect(runsFrom(mac[0]!, { label: '', major: 8, path: '/Applications/Rhino 8.app' })).toBe(true)
  expect(runsFrom(mac[0]!, { label: '', major: 7, path: '/Applications/Rhino 7.app' })).toBe(false)
  expect(runningRhinos(computer({ platform: 'linux' }))).toEqual([])
})
