import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../src/entries.ts'

const text = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const manifest = JSON.parse(text('package.json')) as Record<string, Record<string, string>>

describe('the documents', () => {
  it('name every package that Tickbird is made of, and no other', () => {
    const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const table = text('THIRD_PARTY.md')
    const unnamed = packages.filter((name) => !table.includes(name) && !table.includes(name.split('/').at(-1)!))
    expect(unnamed).toEqual([])
  })

  it('pin every version exactly', () => {
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  })

  it.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])('%s names only scripts that exist', (name) => {
    const scripts = [...text(name).matchAll(/`npm run (?:-s )?([\w:]+)/g)].map(([, script]) => script!)
    for (const script of scripts) expect(manifest.scripts).toHaveProperty(script)
  })

  it.each(['README.md', 'CONTRIBUTING.md'])('%s links only to files that are there', (name) => {
    const links = [...text(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
    for (const link of links) expect(() => text(link)).not.toThrow()
  })
})
