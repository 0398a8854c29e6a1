import { expect } from 'chai'
import { row, sql, type Tx } from '../../../../../shared/store/db/database.ts'
import { balance, bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { get, upload } from '../../../../support/client.ts'
import { chf } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { booksToSettle } from '../../../settlement/books-to-settle.ts'

/** As banks write them that leave the booking date out. */
const undated = (amount: string, value_date: string | null) =>
  bankEntry({ amount, date: value_date ?? 'none' })
    .replace(/<BookgDt>.*?<\/BookgDt>/, '')
    .replace('<ValDt><Dt>none</Dt></ValDt>', '')

describe('bank entries without booking date', () => {
  const { customer, list, invoiced, allocate } = booksToSettle()

  it('have the value date within the days of their bank statement; nothing depends on the day of the import', async () => {
    const days = { '10.00': '2026-03-30', '20.00': null, '40.00': '2026-04-02', '80.00': '2026-03-27' }
    const bankEntries = Object.entries(days)
      .map(([amount, day]) => undated(amount, day))
      .join('')
    const header = `<Id>S</Id>
      <FrToDt><FrDtTm>2026-03-30T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>`
    const balances = balance('OPBD', '0.00') + balance('CLBD', '150.00')
    const { body } = await upload(customer(), camt053Message({ header, balances, bankEntries }), { wait: 20 })
    expect(body.state).to.equal('imported')
    const reconciled = async (date: string) => {
      const where = `end_customer_id=${customer()}&bank_account=1020&date=${date}`
      const { body } = await get(`/v1/statements/bank-reconciliation?${where}`)
      const { is_explained, bank_balance, differences } = body
      return [is_explained, bank_balance, differences.map(({ date, amount }) => [date, amount.amount_minor])]
    }
    const all = [
      ['2026-03-30', 1_000],
      ['2026-03-31', 2_000],
      ['2026-03-31', 4_000],
      ['2026-03-30', 8_000],
    ]
    const byDay = all.toSorted(([a = ''], [b = '']) => String(a).localeCompare(String(b)))
    expect(await reconciled('2026-03-31')).to.deep.equal([true, chf(15_000), byDay])
    const booked = []
    for (const { id, amount } of await list('payments')) {
      const { id: document } = await invoiced(amount.amount_minor)
      const { body: allocation } = await allocate(id, [[document, amount.amount_minor]])
      booked.push([allocation.posting_date, amount.amount_minor])
    }
    expect(booked).to.deep.equal(all)
    expect(await reconciled('2026-03-31')).to.deep.equal([true, chf(15_000), []])
  })

  const on = (type: string, amount: string, day: string) => balance(type, amount).replace('2026-03-31', day)
  const imported = async (header: string, balances: string, bankEntries: string) => {
    const { body } = await upload(customer(), camt053Message({ header, balances, bankEntries }), { wait: 20 })
    expect(body.state).to.equal('imported')
  }

  it('no period: the days begin behind that of the opening balance; moments with a time zone are Swiss', async () => {
    // The evening before; the same day; 00:00 of 1 April in summer time.
    await imported(
      '<Id>A</Id>',
      on('PRCD', '0.00', '2026-03-29') + balance('CLBD', '10.00'),
      undated('10.00', '2026-03-20'),
    )
    await imported('<Id>B</Id>', balance('OPBD', '10.00') + balance('CLBD', '30.00'), undated('20.00', '2026-03-20'))
    const period = '<FrToDt><FrDtTm>2026-03-31T22:00:00Z</FrDtTm><ToDtTm>2026-04-02T21:59:59Z</ToDtTm></FrToDt>'
    const balances = balance('OPBD', '30.00') + on('CLBD', '70.00', '2026-04-02')
    await imported(`<Id>C</Id>${period}`, balances, undated('40.00', '2026-03-20'))
    type Days = { amount_minor: bigint; imported: string; again: string }
    const days = await service().owner.any(sql.type(row<Days>())`
      select amount_minor, stated_day::text as imported, stated_day_of(end_customer_id, entry_id)::text as again
      from camt053_entries where end_customer_id = ${customer()} order by amount_minor
    `)
    expect(days).to.deep.equal([
      { amount_minor: 1_000n, imported: '2026-03-30', again: '2026-03-30' },
      { amount_minor: 2_000n, imported: '2026-03-31', again: '2026-03-31' },
      { amount_minor: 4_000n, imported: '2026-04-01', again: '2026-04-01' },
    ])
  })

  it('one that a process of the release before imports or uses has its day as well', async () => {
    await imported('<Id>A</Id>', balance('OPBD', '0.00') + balance('CLBD', '10.00'), undated('10.00', '2026-03-20'))
    const undone = new Error('undone')
    let found: unknown
    const written = service().owner.transaction(async (tx) => {
      found = await writeAsBefore(tx, customer())
      throw undone
    })
    expect(await written.catch((error: unknown) => error)).to.equal(undone)
    expect(found).to.deep.equal({ stated_day: '2026-03-31', booking_date: '2026-03-31' })
  })
})

/** The import knows no stated day, and its trigger of uses no more than booking dates. */
async function writeAsBefore(tx: Tx, customer: string) {
  const entry_id = await tx.oneFirst(sql.type(row<{ entry_id: string }>())`
    insert into camt053_entries
    select (jsonb_populate_record(kept, jsonb_build_object(
      'entry_id', gen_random_uuid(), 'canonical_entry_hash', 'another', 'occurrence', 2, 'stated_day', null
    ))).*
    from camt053_entries kept where end_customer_id = ${customer}
    returning entry_id
  `)
  await tx.query(sql.type(row())`
    insert into camt053_statement_entries
    select (jsonb_populate_record(place, jsonb_build_object('entry_id', ${entry_id}::text, 'position', place.position + 1))).*
    from camt053_statement_entries place where end_customer_id = ${customer}
  `)
  await tx.query(sql.type(row())`set constraints all immediate`)
  await tx.query(sql.type(row())`alter table bank_entry_uses disable trigger bank_entry_uses_placed`)
  return tx.one(sql.type(row<{ stated_day: string; booking_date: string }>())`
    with used as (
      insert into bank_entry_uses (end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state)
      values (${customer}, gen_random_uuid(), ${entry_id}, 'voucher', gen_random_uuid(), 1000, 'reserved')
      returning entry_id, booking_date
    )
    select stated_day::text, used.booking_date::text
    from used join camt053_entries using (entry_id)
  `)
}
