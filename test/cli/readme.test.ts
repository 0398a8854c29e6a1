import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { service } from '../support/service.ts'

/** The commands of the tour as they stand in the README, with this service's address in the place of the reader's. */
function tour(): string[] {
  const [, section = ''] = /## Five minutes([\s\S]*?)\n## /.exec(readFileSync('README.md', 'utf8')) ?? []
  const blocks = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  return blocks
    .filter((block) => block.startsWith('curl '))
    .map((block) => block.replaceAll('localhost:3000', service().base_url))
}

it('the tour of the README works as it is written', async () => {
  const env = { ...process.env, KEY: service().key, C: randomUUID() }
  const cwd = mkdtempSync(join(tmpdir(), 'hauptbuch-test-tour-'))
  const outputs: string[] = []
  for (const commands of tour()) {
    const child = spawn('/bin/sh', ['-c', commands.replace(/\ncurl/g, '\necho\ncurl')], { env, cwd })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    await new Promise((resolve) => child.once('close', resolve))
    outputs.push(...Buffer.concat(chunks).toString().split('\n'))
  }
  const answers = outputs.filter((output) => output.startsWith('{')).map((output) => JSON.parse(output))
  expect(answers.map(({ object }) => object)).to.deep.equal([
    'account_list',
    'source_fact',
    'journal_entry_list',
    'or_balance_sheet',
  ])
  const [chart, fact, journal, sheet] = answers
  expect(chart.data[0].mappings[0].mapping_key).to.equal('posting.input_tax.material')
  expect(fact.state).to.equal('posted')
  expect(journal.data[0].totals.debit.amount_minor).to.equal(10_810)
  expect(sheet.rows[0]).to.deep.include({ label: 'Assets', amount: { amount_minor: 810, currency: 'CHF' } })
  const text = outputs.join('\n')
  expect(text).to.include(',Total,0.00,108.10,108.10,0.00').and.to.include('    1171  8.10 CHF  ; tax:I81')
  expect(readFileSync(join(cwd, 'balance-sheet.html'), 'utf8')).to.include('108.10')
  rmSync(cwd, { recursive: true })
})
