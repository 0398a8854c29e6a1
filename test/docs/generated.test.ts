import { expect } from 'chai'
import { runCli } from '../support/processes/run-cli.ts'
import { outdatedPages } from './pages.ts'

describe('the tables of docs that repeat the code', () => {
  it('are as the code has them; npm run docs writes them', async () => {
    const changes = await outdatedPages()
    expect(changes.map(({ path, sections }) => `${path}: ${sections.join(', ')}`)).to.deep.equal([])
  })

  it('a table that differs is found and written anew', async () => {
    const pages = [
      'settings',
      'blockers',
      'warnings',
      'errors',
      'metrics',
      'endpoints',
      'events',
      'queues',
      'tax codes',
    ].map((name) => ({ path: `${name}.md`, text: `before\n<!-- generated: ${name} -->\nold\n<!-- end -->\nafter` }))
    const changes = await outdatedPages(pages)
    expect(changes.map(({ sections }) => sections)).to.deep.equal(pages.map(({ path }) => [path.slice(0, -3)]))
    const [settings] = changes
    expect(settings?.text)
      .to.include('| `PORT` | 3000 |')
      .and.to.match(/^before\n/)
      .and.to.match(/\nafter$/)
    expect(await outdatedPages(changes)).to.deep.equal([])
  })

  it('npm run docs -- --check compares and writes nothing', async () => {
    const { code, stdout } = await runCli('test/docs/main.ts', ['--check'])
    expect([code, stdout]).to.deep.equal([0, 'every table is as the code has it\n'])
  }).timeout(180_000)
})
