import { expect } from 'chai'
import { balance, bankEntry, camt053Message } from '../../../../camt053/messages.ts'
import { get, upload } from '../../../../support/client.ts'
import { chf } from '../../../../support/requests/examples.ts'
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
})
