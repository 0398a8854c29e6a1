import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { VerificationFinding } from '../../shared/verify/verify-ledger.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../workers/facts/lanes.ts'
import { bankEntry, camt053Message, transaction } from '../camt053/messages.ts'
import { commandsOn, runCli } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'
import { sealed } from './exports/sealed.ts'

describe('ops export and verify-export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-export-'))
  const file = join(folder, 'customer.ndjson.gz')
  let quiet: QuietService
  let customer: string
  let lines: string[]

  const { ops } = commandsOn(() => quiet.database_url)
  const verify = (path: string) => runCli('shared/cli/ops.ts', ['verify-export', path, '--json'])
  const checks = ({ stdout }: { stdout: string }) => {
    const { findings }: { findings: VerificationFinding[] } = JSON.parse(stdout)
    return findings.map(({ check }) => check)
  }
  function write(changed: readonly string[]): string {
    const text = sealed(changed)
    const path = join(folder, `changed-${hash('sha256', text)}.gz`)
    writeFileSync(path, gzipSync(text))
    return path
  }

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    const other = await quiet.newEndCustomer()
    const facts = await Promise.all([customer, customer, other].map((id) => quiet.post(EXPENSES, expense(id))))
    const ids = facts.map(({ body }) => body.id)
    await quiet.upload(
      customer,
      camt053Message({ bankEntries: bankEntry({ amount: '30.00', details: transaction({ name: 'A' }) }) }),
    )
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), SHORT_LANE)
    const made = await ops('export', '--end-customer', customer, '--file', file)
    expect([made.code, made.stderr]).to.deep.equal([0, ''])
    lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1)
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  it('the file has every row of the end customer and none of anybody else, and verifies without a database', async () => {
    const records = lines.map((line) => JSON.parse(line))
    const tables = Map.groupBy(
      records.filter(({ record }) => record === 'row'),
      ({ table }) => table,
    )
    for (const table of ['source_facts', 'accounts', 'open_items', 'camt053_chunks', 'events', 'ledger_heads'])
      expect(tables.get(table) ?? [], table).to.have.length(await quiet.count(table, customer))
    expect(await quiet.count('idempotency_records', customer)).to.be.greaterThan(0)
    expect([...tables.keys()]).not.to.include('idempotency_records')
    const entries = records.filter(({ record }) => record === 'journal_entry')
    expect(entries.map((one) => one.entry.entry_number)).to.deep.equal(['1', '2'])
    const owners = new Set(records.map((one) => (one.row ?? one.entry ?? one).end_customer_id))
    expect([...owners]).to.deep.equal([customer])
    const { code, stdout } = await runCli('shared/cli/ops.ts', ['verify-export', file])
    expect([code, stdout]).to.deep.equal([0, `2 entries of ${customer} verified, 0 findings\n`])
  })

  const isEntry = (line: string) => line.startsWith('{"record":"journal_entry"')
  const FAULTS: [name: string, check: string, change: (all: string[]) => string[]][] = [
    [
      'a changed amount',
      'the hash covers the entry',
      (all) => all.map((line) => (isEntry(line) ? line.replaceAll('"10810"', '"10811"') : line)),
    ],
    ['a missing entry', 'numbers are gapless', (all) => all.filter((line) => !line.includes('"entry_number":"1"'))],
    ['a missing last entry', 'the head is the last entry', (all) => all.slice(0, -1)],
    [
      'a changed fact',
      'the fact is as it was sent',
      (all) => all.map((line) => line.replace('Papeterie', 'Buchladen')),
    ],
    ['a missing header', 'the export has a header', (all) => all.slice(1)],
  ]
  for (const [name, check, change] of FAULTS) {
    it(`finds ${name}, even where the end of the file fits it`, async () => {
      const changed = change(lines)
      expect(changed).to.not.deep.equal(lines)
      const result = await verify(write(changed))
      expect([result.code, checks(result)].flat()).to.include.members([1, check])
    })
  }

  it('finds a line that was taken out or changed without a fitting end', async () => {
    const text = gunzipSync(readFileSync(file)).toString()
    for (const [changed, check] of [
      [text.replace(/\{"record":"row","table":"events".*\n/, ''), 'all lines are there'],
      [text.replace('"state": "open"', '"state": "shut"'), 'the export is as it was written'],
      [text.split('\n').slice(0, 3).join('\n'), 'all lines are there'],
    ] as const) {
      expect(changed).to.not.equal(text)
      const path = join(folder, 'changed.gz')
      writeFileSync(path, gzipSync(changed))
      const result = await verify(path)
      expect([result.code, checks(result)].flat()).to.include.members([1, check])
    }
  })

  it('a file that is cut off, no export or not there is one sentence', async () => {
    const cut = join(folder, 'cut.gz')
    writeFileSync(cut, readFileSync(file).subarray(0, 500))
    const text = join(folder, 'text.gz')
    writeFileSync(text, 'no archive')
    for (const path of [cut, text, join(folder, 'nowhere.gz')]) {
      const { code, stdout, stderr } = await verify(path)
      expect([code, stdout, stderr.trimEnd().split('\n').length], stderr).to.deep.equal([1, '', 1])
    }
  })

  it('an existing file and an unknown end customer are refused', async () => {
    const twice = await ops('export', '--end-customer', customer, '--file', file)
    expect([twice.code, twice.stderr]).to.deep.equal([1, `${file} exists already; name a new file.\n`])
    const unknown_customer = '11111111-1111-4111-8111-111111111111'
    const path = join(folder, 'unknown.gz')
    const unknown = await ops('export', '--end-customer', unknown_customer, '--file', path)
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, `There is no end customer ${unknown_customer}.\n`])
    expect(existsSync(path)).to.equal(false)
    expect(existsSync(file)).to.equal(true)
  })
})
