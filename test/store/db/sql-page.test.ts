import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

describe('docs/develop/sql.md', () => {
  const page = readFileSync('docs/develop/sql.md', 'utf8')
  const names = [...page.matchAll(/^### (.*)$/gm)].map(([, name = '']) => name)

  it('has every form of SQL that the code names', () => {
    const sources = ['shared', 'sql'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|sql)$/.test(file))
        .map((file) => join(folder, file)),
    )
    const named = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/sql\.md: ([\w ,-]+?) *(?:[.);]|\*\/|$)/gm)].map(([, name = '']) => name),
    )
    expect(named).to.include.members(['lateral limit 1', 'raise from a select list'])
    expect(names).to.include.members([...new Set(named)])
  })

  it('names files and folders that exist', () => {
    const paths = [...page.matchAll(/`((?:sql|shared|test)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths).to.include('sql/schema.sql')
    for (const path of paths) expect(existsSync(path), path).to.equal(true)
  })
})
