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

/** `[path](../path): `name`, `name`` */
function namedIn(text: string): Named[] {
  return [...text.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\): ((?:`\w+`(?:, )?)+)/g)].map(([, path = '', names = '']) => ({
    path,
    names: wordsOf(names),
  }))
}

function missing(all: readonly Named[], pattern: (name: string) => RegExp): string[] {
  return all.flatMap(({ path, names }) => {
    const text = existsSync(join(PROJECT, path)) ? readFileSync(join(PROJECT, path), 'utf8') : ''
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
  return ['api', 'workers', 'shared'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(PROJECT, folder, name), 'utf8')),
  )
}
