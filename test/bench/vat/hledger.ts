import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { call } from '../http-client.ts'
import type { Database, Web } from '../processes.ts'
import { percentile, type Row, ratioRow } from '../table.ts'
import { CUSTOMER, YEAR } from './fill-returns.ts'

/** hledger sums up the lines with a tag of tax by their code; it computes no return. */
export async function againstHledger(web: Web, { key }: Database, records: number): Promise<Row> {
  const what = `VAT return of a year with ${records.toLocaleString('en')} records against hledger balance tag:tax`
  const goal = '≥ 200 ×'
  const { status, stdout } = spawnSync('hledger', ['--version'], { encoding: 'utf8' })
  if (status !== 0) return { what, measured: 'hledger is not installed', goal, is_reached: null, figures: {} }
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const file = join(folder, 'all.journal')
  const journal = `/v1/journal-entries?end_customer_id=${CUSTOMER}&format=ledger`
  writeFileSync(file, (await call(web.url, key, 'GET', journal)).text)
  const started = performance.now()
  const query = ['-f', file, 'balance', 'tag:tax', '--pivot', 'tax', '-p', String(YEAR)]
  const { status: ended, stderr } = spawnSync('hledger', query, {
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  })
  const theirs = performance.now() - started
  rmSync(folder, { recursive: true })
  if (ended !== 0) return { what, measured: `hledger failed: ${stderr}`, goal, is_reached: null, figures: {} }
  const ours: number[] = []
  for (let sample = 0; sample < 50; sample += 1)
    ours.push((await call(web.url, key, 'GET', `/v1/vat-returns/${YEAR}?end_customer_id=${CUSTOMER}`)).ms)
  const p50 = percentile(ours, 0.5)
  console.log(`hledger: ${Math.round(theirs)} ms; here: ${p50.toFixed(1)} ms`)
  const measured = `${p50.toFixed(1)} ms against ${(theirs / 1_000).toFixed(1)} s`
  return ratioRow(what, measured, theirs / p50, { least: 200 }, { p50, theirs, hledger: stdout.trim() })
}
