import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { expect } from 'chai'

const PROJECT = resolve(import.meta.dirname, '..')
const LAYERS = ['shared', 'shared/contract', 'shared/accounting', 'shared/store', 'workers', 'api']
const MAX_FILES = 15

/** The release command stands where the Procfile has it. It fills the tables, and then has the queue install its own. */
const RELEASE_COMMAND = 'shared/store/migrate.ts'

/** Migrations are never moved, and recorded data is not read by people. */
const UNLIMITED = /^(sql\/migrations|test\/data)/

type Folder = { readonly path: string; readonly files: readonly string[] }

const folders = ['api', 'workers', 'shared', 'sql', 'test', 'docs'].flatMap((room) => foldersBelow(room))

function foldersBelow(path: string): Folder[] {
  const entries = readdirSync(join(PROJECT, path), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return [
    { path, files },
    ...entries.filter((e) => e.isDirectory()).flatMap(({ name }) => foldersBelow(join(path, name))),
  ]
}

/**
 * The arrows between the columns of a layer, or the folders of shared, each with the import that makes it. Files beside
 * the columns are left out.
 */
function arrowsOf(layer: string): Map<string, string> {
  const arrows = new Map<string, string>()
  for (const { path, files } of folders.filter((folder) => folder.path.startsWith(`${layer}/`))) {
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      if (join(path, file) === RELEASE_COMMAND) continue
      const text = readFileSync(join(PROJECT, path, file), 'utf8')
      for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
        const target = normalize(join(path, specifier))
        const [from, to] = [columnOf(layer, join(path, file)), columnOf(layer, target)]
        if (from && to && from !== to) arrows.set(`${from} → ${to}`, `${join(path, file)} imports ${target}`)
      }
    }
  }
  return arrows
}

function columnOf(layer: string, file: string): string | null {
  const folder = relative(layer, dirname(file)).split('/')[0] ?? ''
  return file.startsWith(`${layer}/`) && folder !== '' ? folder : null
}

/** Whether one column leads back to itself over others. */
function isReachable(arrows: ReadonlyMap<string, string>, from: string, to: string, seen = new Set<string>()): boolean {
  const next = [...arrows.keys()]
    .filter((arrow) => arrow.startsWith(`${from} → `))
    .map((arrow) => arrow.split(' → ')[1] ?? '')
  return next.some((column) => {
    if (column === to) return true
    if (seen.has(column)) return false
    return isReachable(arrows, column, to, seen.add(column))
  })
}

describe('the rooms', () => {
  it(`no folder has more than ${MAX_FILES} files`, () => {
    const full = folders.filter(({ path, files }) => files.length > MAX_FILES && !UNLIMITED.test(path))
    expect(full.map(({ path, files }) => `${path}: ${files.length}`)).to.deep.equal([])
  })

  for (const layer of LAYERS) {
    it(`the columns of ${layer} use each other without a circle`, () => {
      const arrows = arrowsOf(layer)
      const circles = [...arrows].filter(([arrow]) => {
        const [from = '', to = ''] = arrow.split(' → ')
        return isReachable(arrows, to, from)
      })
      expect(circles.map(([arrow, why]) => `${arrow}: ${why}`)).to.deep.equal([])
    })
  }
})
