import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { PROJECT } from './plant.ts'
import { requireHealthy } from './plant-in-code.ts'
import { runSpecs } from './run-specs.ts'

/** Long enough for the first of two tests, and short for the second. */
const SOON_MS = 8_000
const PASSES = `it('passes', () => {})`

describe('a run of specs without a fault', function () {
  this.timeout(120_000)
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-specs-'))
    symlinkSync(realpathSync(join(PROJECT, 'node_modules')), join(folder, 'node_modules'))
    mkdirSync(join(folder, 'test/support/processes'), { recursive: true })
    writeFileSync(join(folder, 'test/support/processes/setup-without-service.ts'), '')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(tests: string, timeout_ms = 60_000) {
    writeFileSync(join(folder, 'some.test.ts'), `describe('specs', () => {\n${tests}\n})\n`)
    return runSpecs(folder, ['some.test.ts'], /specs/, { timeout_ms })
  }

  it('is healthy where all of it passed', async () => {
    const result = await run(PASSES)
    expect(result).to.include({ passed: 1, is_whole: true })
    requireHealthy(result)
  })

  it('is not where a test fails', async () => {
    const result = await run(`${PASSES}\nit('fails', () => { throw new Error('no') })`)
    expect(result).to.include({ passed: 1, is_whole: true })
    expect(() => requireHealthy(result)).to.throw('fail without any fault: specs fails')
  })

  it('is not where it was cut off behind a test that passed', async () => {
    const result = await run(`${PASSES}\nit('hangs', () => new Promise(() => {}))`, SOON_MS)
    expect(result).to.deep.include({ passed: 1, failures: [] })
    expect(() => requireHealthy(result)).to.throw('did not run to their end')
  })

  for (const [how, end] of [
    ['with an error', 'process.exit(7)'],
    ['as if all was well', 'process.exit(0)'],
  ])
    it(`is not where its process ends behind such a test, ${how}`, async () => {
      const result = await run(`${PASSES}\nit('ends', () => { ${end} })`)
      expect(result).to.deep.include({ passed: 1, failures: [] })
      expect(() => requireHealthy(result)).to.throw('did not run to their end')
    })

  it('is not where it cannot be loaded', async () => {
    expect(() => requireHealthy({ passed: 0, failures: [], output: '', is_whole: true })).to.throw('No test runs')
    const result = await run('throw new Error()')
    expect(result).to.deep.include({ passed: 0, failures: [] })
    expect(() => requireHealthy(result)).to.throw('did not run to their end')
  })
})
