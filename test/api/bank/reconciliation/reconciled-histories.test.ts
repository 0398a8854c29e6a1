import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { refreshStatementTables } from '../../../../shared/store/statements/account-period-totals.ts'
import { IBAN } from '../../../camt053/messages.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { entriesOf, importedBy } from '../imports-of.ts'
import { type BankHistory, bankHistory, dayOf, filesOf, type Step } from './bank-histories.ts'
import { compare, type PlainDifference, plainDifferences, readBooks } from './plain-reconciliation.ts'

const OF_STATEMENTS = ['opening', 'gap', 'statement_difference']
const DAYS = [0, 2, 4, 5, 8, 11].map(dayOf)

/** Indexes find the differences; here everything is looked at. */
describe('the bank reconciliation of any history', () => {
  it('names the differences that all bank entries, uses and lines have', async () => {
    await fc.assert(fc.asyncProperty(bankHistory, expectReconciled), { seed: 53, numRuns: 12 })
  }).timeout(120_000)
})

async function expectReconciled(history: BankHistory): Promise<void> {
  const customer = await newKmuCustomer()
  const maps = history.steps.some(({ does }) => does === 'map')
  if (maps) await mapTo(customer, '1020', '2020-01-01')
  for (const file of filesOf(history)) expect((await importedBy(customer, file)).state).to.equal('imported')
  const facts: string[] = []
  for (const step of history.steps) await take(customer, step, facts)
  // In some histories the totals have everything, in others a part or nothing.
  if (history.steps.length % 2) await service().web.pool.transaction((tx) => refreshStatementTables(tx, [customer]))
  const books = await readBooks(customer)
  for (const account_code of maps ? ['1020', '1021'] : ['1020'])
    for (const date of DAYS) {
      const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${account_code}&date=${date}`
      const { status, body } = await get(path as '/v1/statements/bank-reconciliation')
      if (status === 404) continue
      const { bank_accounts, differences, ledger_balance } = body
      const named = differences
        .filter(({ kind }) => !OF_STATEMENTS.includes(kind))
        .map(({ kind, date, amount }): PlainDifference => [kind, there(date), amount.amount_minor])
      const scope = { account_code, bank_accounts, from: dayOf(0), date }
      const counts = ({ text }: { text: string }) => !text.startsWith('beside')
      const wanted = plainDifferences(books, scope, counts)
      expect(named.sort(compare), `${account_code} on ${date}`).to.deep.equal(wanted)
      const lines = books.lines.filter((line) => line.account_code === account_code && line.date <= date)
      expect(ledger_balance.amount_minor).to.equal(lines.reduce((sum, line) => sum + line.amount, 0))
    }
}

async function take(end_customer_id: string, step: Step, facts: string[]): Promise<void> {
  const entries = await entriesOf(end_customer_id)
  const entry = 'entry' in step ? there(entries[step.entry % entries.length]) : null
  const journal_entry_id = 'fact' in step ? facts[step.fact % (facts.length || 1)] : undefined
  const at = (what: string, body: object = { reason: 'x' }) =>
    post(`/v1/camt-053/entries/${entry?.id}/${what}` as '/v1/camt-053/entries/:entry_id/dismiss', {
      end_customer_id,
      ...body,
    })
  const book = async (day: number, amount: number, more: object = {}) => {
    const sides = [debit('1020', Math.abs(amount)), credit('6950', Math.abs(amount))]
    const lines = amount > 0 ? sides : [debit('6950', -amount), credit('1020', -amount)]
    const request = voucher(end_customer_id, { business_date: dayOf(day), payload: { lines, ...more } })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    if (body.journal_entry_id.id) facts.push(body.journal_entry_id.id)
  }
  if (step.does === 'line') await book(step.day, step.amount)
  if (step.does === 'opening') await openWith(end_customer_id, step.day, step.amount)
  if (step.does === 'map') await mapTo(end_customer_id, '1021', dayOf(step.day))
  if (step.does === 'dismiss' || step.does === 'undismiss') await at(step.does)
  if ((step.does === 'book' || step.does === 'part') && entry) {
    const signed = entry.amount.amount_minor * (entry.credit_debit_indicator === 'CRDT' ? 1 : -1)
    const amount = step.does === 'part' ? signed / 2 : signed
    await book(step.day, amount, { bank_entries: [{ entry_id: entry.id, amount: chf(Math.abs(amount)) }] })
  }
  if (step.does === 'link' && journal_entry_id)
    for (const line_number of [1, 2]) await at('links', { journal_entry_id, line_number, amount: chf(500) })
  if (step.does === 'unlink')
    for (const use of entry?.uses ?? []) if (use.used_by === 'link') await at(`links/${use.id}/reverse`)
  if (step.does === 'reverse' && journal_entry_id) await reverse(end_customer_id, journal_entry_id)
  if (entry && step.does === 'reserve_by_old_process') await useAsBefore(end_customer_id, entry.id, null)
  if (entry && journal_entry_id && step.does === 'link_by_old_process')
    await useAsBefore(end_customer_id, entry.id, journal_entry_id)
}

async function openWith(end_customer_id: string, day: number, amount: number): Promise<void> {
  const [one, other] = amount > 0 ? ['1020', '9100'] : ['9100', '1020']
  const lines = [debit(there(one), Math.abs(amount)), credit(there(other), Math.abs(amount))]
  await post(
    VOUCHERS,
    voucher(end_customer_id, { business_date: dayOf(day), payload: { lines, entry_type: 'opening' } }),
    {
      wait: 10,
    },
  )
}

async function mapTo(end_customer_id: string, account_code: string, valid_from: string): Promise<void> {
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code, valid_from }]
  await put('/v1/account-mappings', { end_customer_id, mappings }, { wait: 10 })
}

async function reverse(end_customer_id: string, journal_entry_id: string): Promise<void> {
  const { body } = await get(`/v1/journal-entries/${journal_entry_id}`)
  const request = { end_customer_id, reason: 'x' }
  await post(`/v1/source-facts/${body.source.id}/reverse` as '/v1/source-facts/:source_fact_id/reverse', request, {
    wait: 10,
  })
}

/** As a process of the release before uses half a franc of what is left: it knows no place of a use. */
async function useAsBefore(end_customer_id: string, entry: string, journal_entry: string | null): Promise<void> {
  const entry_id = uuidOf('camt053_entry', entry)
  const journal_entry_id = journal_entry && uuidOf('journal_entry', journal_entry)
  await service().web.pool.query(sql.type(row())`
    with taken as (
      update camt053_entries set used_minor = used_minor + 50
      where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and used_minor + 50 <= amount_minor
        and dismissed_by is null and (${journal_entry_id}::uuid is null or not exists (
          select from journal_entries reversal
          where reversal.end_customer_id = ${end_customer_id} and (reversal_of = ${journal_entry_id}::uuid
            or journal_entry_id = ${journal_entry_id}::uuid and reversal_of is not null)
        ) and exists (
          select from journal_entries posted join journal_lines line using (end_customer_id, entry_number)
          where posted.end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}::uuid
            and line_number = 1 and account_code in ('1020', '1021') and debit_minor - 50 >= (
              select coalesce(sum(amount_minor), 0) from bank_entry_uses used
              where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = posted.journal_entry_id
                and used.line_number = 1 and state <> 'released'
            )
        )) and credit_debit = 'CRDT'
      returning entry_id
    )
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, journal_entry_id, line_number, amount_minor, state
    )
    select ${end_customer_id}, ${randomUUID()}, entry_id, 'link', ${randomUUID()}, ${journal_entry_id}::uuid,
      case when ${journal_entry_id}::uuid is not null then 1 end, 50,
      case when ${journal_entry_id}::uuid is null then 'reserved' else 'posted' end
    from taken
  `)
}
