import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { expect } from 'chai'

const PROJECT = resolve(import.meta.dirname, '..')
const ROOMS = ['api', 'workers', 'shared']

type File = { readonly path: string; readonly text: string; readonly imports: readonly string[] }

const files: File[] = ROOMS.flatMap((room) =>
  readdirSync(join(PROJECT, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
)
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(PROJECT, path), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export|\}).*? from '([^']+)'|import\('([^']+)'\)/gm)]
      .map(([, named, dynamic]) => named ?? dynamic ?? '')
      .map((target) => (target.startsWith('.') ? relative(PROJECT, resolve(PROJECT, path, '..', target)) : target))
    return { path, text, imports }
  })

/** Who may not import what. Each arrow is checked over every import of every file in the room. */
const FORBIDDEN: [room: RegExp, target: RegExp, why: string][] = [
  [/^api\//, /^workers\//, 'web and worker are processes of their own'],
  [/^workers\//, /^api\//, 'web and worker are processes of their own'],
  [/^shared\//, /^(api|workers)\//, 'what is shared knows nobody who shares it'],
  [/^api\//, /^(pg|node-pg-migrate)$/, 'SQL is spoken in shared/store'],
  [/^workers\//, /^(koa|@koa\/router|node:http|slonik|pg)$/, 'a worker knows no HTTP and no driver'],
  [/^shared\/accounting\//, /^(?!shared\/(accounting|canonical|contract)\/|node:assert\/strict$)/, 'rules are pure'],
  [
    /^shared\/canonical\//,
    /^(?!shared\/canonical\/|node:(assert\/strict|crypto)$)/,
    'canonical text and its hash depend on nothing',
  ],
  [
    /^shared\/camt053\//,
    /^(?!shared\/(camt053|accounting|canonical|contract)\/|node:(crypto|util)$|saxes$)/,
    'reading statements is pure',
  ],
  [/^shared\/contract\//, /^(?!shared\/contract\/)/, 'the contract stands by itself'],
  [/^shared\/client\//, /^(?!shared\/(client|contract)\/|node:crypto$)/, 'the client stands by itself'],
  [/^shared\/store\//, /^shared\/(cli|embedded|verify)\//, 'tables know no commands'],
]

describe('the house is tidy', () => {
  for (const [room, target, why] of FORBIDDEN) {
    it(`${room} imports nothing like ${target}: ${why}`, () => {
      const wrong = files
        .filter(({ path }) => room.test(path))
        .flatMap(({ path, imports }) => imports.filter((name) => target.test(name)).map((name) => `${path} → ${name}`))
      expect(wrong).to.deep.equal([])
    })
  }

  it('migrations are numbered without gaps, and each number once', () => {
    const numbers = readdirSync(join(PROJECT, 'sql/migrations'))
      .map((name) => Number(name.slice(0, 4)))
      .sort((one, other) => one - other)
    expect(numbers).to.deep.equal(numbers.map((_, index) => index + 1))
  })

  it('each decision has a number of its own, which its page and the index say', () => {
    const folder = join(PROJECT, 'docs/decisions')
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\d{4}-.*\.md$/.test(name),
    )
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    const wrong = pages.filter((page) => {
      const number = Number(basename(page).slice(0, 4))
      const isAlone = pages.filter((other) => basename(other).startsWith(basename(page).slice(0, 4))).length === 1
      const said = readFileSync(join(folder, page), 'utf8').startsWith(`# ${number}. `)
      return !isAlone || !said || !index.includes(`| [${number}. `) || !index.includes(`](${page})`)
    })
    expect(wrong).to.deep.equal([])
  })

  it('rules have no clock and no randomness', () => {
    const wrong = files.filter(
      ({ path, text }) =>
        path.startsWith('shared/accounting/') &&
        /\bDate\b(?!_)|Math\.random|process\./.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    )
    expect(wrong.map(({ path }) => path)).to.deep.equal([])
  })

  it('SQL text stands in shared/store only', () => {
    const wrong = files.filter(
      ({ path, text }) => /^(api|workers)\//.test(path) && /`\s*(select|insert into|update|delete from)\s/i.test(text),
    )
    expect(wrong.map(({ path }) => path)).to.deep.equal([])
  })

  it('sql.unsafe is used once, to let pg-boss run on our transaction', () => {
    expect(files.filter(({ text }) => /sql\.unsafe\(/.test(text)).map(({ path }) => path)).to.deep.equal([
      'shared/queue/slonik-adapter.ts',
    ])
  })

  it('every query names its columns, and so does every insert', () => {
    const functions = ['functions', 'views'].flatMap((folder) =>
      readdirSync(join(PROJECT, 'sql', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.sql'))
        .map((name) => {
          const path = join('sql', folder, name)
          return { path, text: readFileSync(join(PROJECT, path), 'utf8').replace(/--.*/g, '') }
        }),
    )
    const queries = files
      // The columns of a page are those of its query, which names them.
      .filter(({ path }) => path.startsWith('shared/') && path !== 'shared/store/db/pages/list-page.ts')
      .map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|^ *(\/\/|--).*/gm, '') }))
    const unnamed =
      /\b(?:select|returning)\s+(?:distinct\s+)?\*|\b\w+\.\*(?=[\s,)])|\binsert into \S+(?! as \w+ \(| \()\s/gi
    const wrong = [...functions, ...queries].flatMap(({ path, text }) =>
      [...text.matchAll(unnamed)].map(([found]) => `${path}: ${found}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('no two types share a name, and no two exported functions or values', () => {
    const declarations =
      /^(?:export )?(?:type|interface|(?:abstract )?class) (\w+)|^export (?:(?:async )?function\*?|const) (\w+)/gm
    const places = files.flatMap(({ path, text }) =>
      [...text.matchAll(declarations)].map(([, type, value]) => ({ path, name: type ?? value ?? '', isType: !!type })),
    )
    const wrong = [...Map.groupBy(places, ({ name, isType }) => `${isType ? 'type' : 'value'} ${name}`)]
      .map(([name, found]) => `${name}: ${[...new Set(found.map(({ path }) => path))].sort().join(', ')}`)
      .filter((line) => line.includes(', '))
    expect(wrong).to.deep.equal([])
  })

  it('there are no rooms for leftovers', () => {
    expect(
      files.filter(({ path }) => /(utils?|helpers?|common|manager|service)\.ts$/.test(path)).map(({ path }) => path),
    ).to.deep.equal([])
  })

  it('top level has the agreed folders and no other source', () => {
    const folders = readdirSync(PROJECT, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    )
    expect(
      folders.map(({ name }) => name).filter((name) => !['node_modules', 'data', 'dist'].includes(name)),
    ).to.have.members(['api', 'docs', 'workers', 'shared', 'sql', 'test'])
  })
})
