import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Page, PROJECT, readPages } from './pages.ts'

type Named = { readonly path: string; readonly names: readonly string[] }

const pages = readPages()
const FOLDERS = ['api', 'workers', 'shared', 'sql', 'test', 'docs']

describe('the code that the pages name', () => {
  const life = textOf('docs/life-of-a-fact.md')

  it('every step of the life of a fact names a function that its file declares', () => {
    const steps = namedIn(life.slice(life.indexOf('## Steps'), life.indexOf('## Names')))
    expect(steps.length).to.be.at.least(20)
    const wrong = missing(steps, (name) => new RegExp(`\\b(function\\*?|const|procedure) ${name}\\b`))
    expect(wrong).to.deep.equal([])
  })

  it('every field of the life of a fact stands in its file under its name', () => {
    const fields = namedIn(life.slice(life.indexOf('## Names')))
    expect(fields.length).to.be.at.least(15)
    expect(missing(fields, (name) => new RegExp(`\\b${name}\\b`))).to.deep.equal([])
  })

  it('every new name of a field stands beside its old name', () => {
    const renamed = renames(life)
    expect(renamed.length).to.be.at.least(20)
    const apart = renamed.filter(({ path, from, to }) => !standTogether(textOfSource(path), from, to))
    expect(apart).to.deep.equal([])
  })

  it('no other file on the way renames a field', () => {
    const renamed = renames(life)
    const wrong = sourcePaths()
      .filter(isOnTheWay)
      .flatMap((path) => {
        const text = textOfSource(path)
        const named = (from: string, to: string) =>
          renamed.some((row) => row.path === path && row.from === from && row.to === to)
        return renamed
          .filter(({ from, to }) => !named(from, to) && renamesIn(text, from, to))
          .map((row) => [path, row.from, row.to].join(' '))
      })
    expect([...new Set(wrong)]).to.deep.equal([])
  })

  it('every table and type of the glossary exists', () => {
    const concepts = textOf('docs/concepts.md')
    const rows = [...concepts.slice(concepts.indexOf('## Glossary')).matchAll(/^\|(.+)\|$/gm)]
      .map(([, row = '']) => row.split('|'))
      .filter(([, , , table]) => table !== ' table ' && table !== ' --- ')
    const words = (column: number) => rows.flatMap((cells) => wordsOf(cells[column] ?? ''))
    const schema = readFileSync(join(PROJECT, 'sql/schema.sql'), 'utf8')
    const code = sources().join('\n')
    expect(words(3).filter((table) => !schema.includes(`create table ${table} (`))).to.deep.equal([])
    expect(words(4).filter((type) => !new RegExp(`\\btype ${type}\\b`).test(code))).to.deep.equal([])
  })

  it('every path of the project exists', () => {
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`([a-z0-9-]+\/[\w./-]+)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => FOLDERS.includes(named.split('/')[0] ?? '') && !existsSync(join(PROJECT, named)))
        .map((named) => `${path}: ${named}`),
    )
    expect(wrong).to.deep.equal([])
  })
})

/** Names that stand within as many lines of each other are together: one expression, or one query. */
const TOGETHER = 6

type Rename = { readonly path: string; readonly from: string; readonly to: string }

/** `[path](../path): `old` → `new`` */
function renames(text: string): Rename[] {
  return [...text.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\): (.+) \|$/gm)].flatMap(([, path = '', cell = '']) =>
    [...cell.matchAll(/`(\w+)` → `(\w+)`/g)].map(([, from = '', to = '']) => ({ path, from, to })),
  )
}

function standTogether(text: string, from: string, to: string): boolean {
  const lines = text.split('\n')
  const linesWith = (name: string) => lines.flatMap((line, at) => (new RegExp(`\\b${name}\\b`).test(line) ? [at] : []))
  return linesWith(from).some((at) => linesWith(to).some((other) => Math.abs(at - other) < TOGETHER))
}

/** The demo sends facts, and bank statements have fields of their own. */
function isOnTheWay(path: string): boolean {
  return !path.startsWith('shared/cli/') && !path.startsWith('shared/camt053/')
}

/** A member or variable that takes the value of `from` alone, or an alias. */
function renamesIn(text: string, from: string, to: string): boolean {
  return new RegExp(`\\b${from}: ${to}\\b(?!\\()|\\b${to}: (\\w+\\.)?${from}\\b(?!\\()|\\b${from} as ${to}\\b`).test(
    text,
  )
}

/** `[path](../path): `name`, `name` → `name`` */
function namedIn(text: string): Named[] {
  return [...text.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\): ((?:`\w+`(?:, | → )?)+)/g)].map(
    ([, path = '', names = '']) => ({
      path,
      names: wordsOf(names),
    }),
  )
}

function missing(all: readonly Named[], pattern: (name: string) => RegExp): string[] {
  return all.flatMap(({ path, names }) => {
    const text = textOfSource(path)
    return names.filter((name) => !pattern(name).test(text)).map((name) => `${path}: ${name}`)
  })
}

function wordsOf(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
}

function textOf(path: string): string {
  return (pages.find((page) => page.path === path) as Page).text
}

function sources(): string[] {
  return sourcePaths().map(textOfSource)
}

function sourcePaths(): string[] {
  return ['api', 'workers', 'shared'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
}

function textOfSource(path: string): string {
  return existsSync(join(PROJECT, path)) ? readFileSync(join(PROJECT, path), 'utf8') : ''
}
