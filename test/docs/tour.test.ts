import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Reply } from '../support/reply.ts'
import type { EXPENSES } from '../support/requests/examples.ts'
import { service } from '../support/service.ts'
import { PROJECT } from './pages.ts'

type TourAnswers = [
  chart: Reply<'PUT', '/v1/accounts'>,
  fact: Reply<'POST', typeof EXPENSES>,
  journal: Reply<'GET', '/v1/journal-entries'>,
  sheet: Reply<'GET', '/v1/statements/or-balance-sheet'>,
]

describe('the commands of the pages', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'hauptbuch-test-tour-'))
  after(() => rmSync(cwd, { recursive: true }))

  it('the tour works as it is written', async () => {
    const outputs = await run('docs/tour.md', cwd)
    const answers: TourAnswers = answersOf(outputs)
    expect(answers.map(({ object }) => object)).to.deep.equal([
      'account_list',
      'source_fact',
      'journal_entry_list',
      'or_balance_sheet',
    ])
    const [chart, fact, journal, sheet] = answers
    expect(chart.data[0]?.mappings[0]?.mapping_key).to.equal('posting.input_tax.material')
    expect(fact.state).to.equal('posted')
    expect(journal.data[0]?.totals.debit.amount_minor).to.equal(10_810)
    expect(sheet.rows[0]).to.deep.include({ label: 'Assets', amount: { amount_minor: 810, currency: 'CHF' } })
    const text = outputs.join('\n')
    expect(text).to.include(',Total,0.00,108.10,108.10,0.00').and.to.include('    1171  8.10 CHF  ; tax:I81')
    expect(readFileSync(join(cwd, 'balance-sheet.html'), 'utf8')).to.include('108.10')
  })

  it('the invoice of the README is booked', async () => {
    const [fact]: [Reply<'POST', typeof EXPENSES>] = answersOf(await run('README.md', cwd))
    expect([fact.object, fact.state, fact.blockers]).to.deep.equal(['source_fact', 'posted', []])
  })
})

/** Runs the `curl` blocks of a page as they stand, with this service's address in the place of the reader's. */
async function run(page: string, cwd: string): Promise<string[]> {
  const env = { ...process.env, KEY: service().key, C: randomUUID() }
  const blocks = [...readFileSync(join(PROJECT, page), 'utf8').matchAll(/^```\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => block.replaceAll('localhost:3000', service().base_url))
    .filter((block) => block.startsWith('curl '))
  expect(blocks).not.to.deep.equal([])
  const outputs: string[] = []
  for (const commands of blocks) {
    const child = spawn('/bin/sh', ['-c', commands.replace(/\ncurl/g, '\necho\ncurl')], { env, cwd })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    await new Promise((resolve) => child.once('close', resolve))
    outputs.push(...Buffer.concat(chunks).toString().split('\n'))
  }
  return outputs
}

/** The JSON among what the commands print, one answer a line. */
function answersOf<Answers extends object[]>(outputs: readonly string[]): Answers {
  return JSON.parse(`[${outputs.filter((output) => output.startsWith('{')).join(',')}]`)
}
