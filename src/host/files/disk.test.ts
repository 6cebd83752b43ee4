import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../wire/fault.ts'
import { LARGEST_FILE, loadFile, readTrouble, storeFile } from './disk.ts'
import { checkFormat, formatOfBytes, formatOfPath } from './format.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickbird-files-'))
})

const faultOf = (work: () => unknown): Fault => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    return error as Fault
  }
  return expect.fail('no fault')
}

describe('reading', () => {
  it('says what stands in the way, and names the file', () => {
    const empty = join(folder, 'empty.3dm')
    const huge = join(folder, 'huge.3dm')
    writeFileSync(empty, '')
    writeFileSync(huge, '')
    truncateSync(huge, LARGEST_FILE + 1)
    const cases: [string, RegExp][] = [
      [join(folder, 'no such.3dm'), /does not exist/],
      [join(empty, 'below a file.3dm'), /does not exist/],
      [folder, /is a folder/],
      [empty, /is empty/],
      [huge, /too large: 513 MB of at most 512 MB/],
      ['relative.3dm', /full one/],
      [`${folder}/nul\0.3dm`, /full one/],
    ]
    for (const [path, message] of cases) {
      const fault = faultOf(() => loadFile(path))
      expect(fault.message).toMatch(message)
      expect(fault.details).toMatchObject({ parameter: 'file_path', next: expect.any(String) })
    }
  })

  it('puts the system’s codes in words', () => {
    expect(readTrouble('/x.3dm', 'EACCES').message).toMatch(/may not be read by you/)
    expect(readTrouble('/x.3dm', 'EIO').message).toMatch(/cannot be read \(EIO\)/)
  })
})

describe('writing', () => {
  it('makes a file anybody may read as the user’s own settings say, and leaves nothing else', () => {
    const path = join(folder, 'Maß & Ziel "1".3dm')
    storeFile(path, Buffer.from('one'), false)
    expect(readFileSync(path, 'utf8')).toBe('one')
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask())
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('overwrites only when told to, and keeps the file’s rights', () => {
    const path = join(folder, 'a.3dm')
    writeFileSync(path, 'old')
    chmodSync(path, 0o640)
    expect(faultOf(() => storeFile(path, Buffer.from('new'), false)).message).toMatch(/already exists/)
    expect(readFileSync(path, 'utf8')).toBe('old')
    storeFile(path, Buffer.from('new'), true)
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  it('refuses a folder, a missing folder and a relative path, and makes nothing', () => {
    mkdirSync(join(folder, 'sub.3dm'))
    expect(faultOf(() => storeFile(join(folder, 'sub.3dm'), Buffer.from('x'), true)).message).toMatch(/is a folder/)
    expect(faultOf(() => storeFile(join(folder, 'no', 'a.3dm'), Buffer.from('x'), true)).message).toMatch(
      /folder does not exist/,
    )
    expect(faultOf(() => storeFile('a.3dm', Buffer.from('x'), true)).message).toMatch(/full one/)
    expect(existsSync(join(folder, 'no'))).toBe(false)
    expect(readdirSync(folder)).toEqual(['sub.3dm'])
  })
})

describe('formats', () => {
  it('are told by the ending, in any case', () => {
    expect(['a.3DM', 'b.stp', 'c.step', 'd.Stl', 'e.obj', 'f.3dmbak'].map(formatOfPath)).toEqual([
      '3dm',
      'step',
      'step',
      'stl',
      'obj',
      '3dm',
    ])
    expect(faultOf(() => formatOfPath('/a/b.iges'))).toMatchObject({ code: 'NOT_IMPLEMENTED' })
    expect(faultOf(() => formatOfPath('/a/b')).message).toMatch(/without an ending/)
  })

  it('are told by what the bytes are', () => {
    const of = (text: string) => formatOfBytes(new Uint8Array(Buffer.from(text)))
    expect(of('3D Geometry File Format       80 rest')).toBe('3dm')
    expect(of('ISO-10303-21;\nHEADER;')).toBe('step')
    expect(of('solid x\n facet normal 0 0 1\n')).toBe('stl')
    expect(of('# made by\no thing\nv 0 0 0\n')).toBe('obj')
    expect(of('solid waste is a novel')).toBe(null)
    expect(of('')).toBe(null)
  })

  it('a file that is something else than its name says is refused with both names', () => {
    const step = new Uint8Array(Buffer.from('ISO-10303-21;\n'))
    expect(faultOf(() => checkFormat(step, '3dm')).message).toBe('This is a STEP file, though its name says Rhino.')
    expect(() => checkFormat(new Uint8Array(Buffer.from('hello')), 'obj')).not.toThrow()
  })
})
