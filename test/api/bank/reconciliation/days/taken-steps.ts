import { randomUUID } from 'node:crypto'
import { uuidOf } from '../../../../../shared/process/ids.ts'
import { row, sql } from '../../../../../shared/store/db/database.ts'
import { IBAN } from '../../../../camt053/messages.ts'
import { get, post, put } from '../../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { entriesOf } from '../../imports-of.ts'
import { dayOf, type Step } from './bank-histories.ts'

/** What changes no day of the books. */
const LATER = '9999-12-31'

/**
 * Does what a step says, as far as it can be done.
 *
 * @returns the day of the books from which on it may change something; null where it tells something about all of them
 */
export async function take(end_customer_id: string, step: Step, facts: string[]): Promise<string | null> {
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
  if (step.does === 'reverse' && journal_entry_id) return reverse(end_customer_id, journal_entry_id, dayOf(step.day))
  if (entry && step.does === 'reserve_by_old_process') await useAsBefore(end_customer_id, entry.id, null)
  if (entry && journal_entry_id && step.does === 'link_by_old_process')
    await useAsBefore(end_customer_id, entry.id, journal_entry_id)
  if (step.does === 'reserve_by_old_process') return LATER
  return ['book', 'part', 'line'].includes(step.does) && 'day' in step ? dayOf(step.day) : null
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

export async function mapTo(end_customer_id: string, account_code: string, valid_from: string): Promise<void> {
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code, valid_from }]
  await put('/v1/account-mappings', { end_customer_id, mappings }, { wait: 10 })
}

/** @returns the day of the reversal: the one that is wanted, or that of the entry where that is later */
async function reverse(end_customer_id: string, journal_entry_id: string, wanted: string): Promise<string> {
  const { body } = await get(`/v1/journal-entries/${journal_entry_id}`)
  const posting_date = wanted > body.posting_date ? wanted : body.posting_date
  const request = { end_customer_id, reason: 'x', posting_date }
  await post(`/v1/source-facts/${body.source.id}/reverse` as '/v1/source-facts/:source_fact_id/reverse', request, {
    wait: 10,
  })
  return posting_date
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
