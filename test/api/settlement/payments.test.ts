import { expect } from 'chai'
import { balance, bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { firstOf, get, upload } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

const QRR = '210000000003139471430009017'

describe('payments', () => {
  const { customer, list, invoiced, owed, paid, allocate, settle } = booksToSettle()

  it('booked credits become payments: one for each transaction of a batch that adds up, else one; reversals take back', async () => {
    const batch =
      transaction({ amount: '60.00', name: 'A', reference: QRR }) + transaction({ amount: '48.10', name: 'B' })
    const vague = transaction({ name: 'C' }) + transaction({ name: 'D' })
    const payments = await paid(
      bankEntry({ details: batch }),
      bankEntry({ amount: '10', details: vague }),
      bankEntry({ amount: '20', direction: 'DBIT' }),
      bankEntry({ amount: '30', status: '<Sts>PDNG</Sts>' }),
      bankEntry({ amount: '40', details: transaction({ name: 'E', unstructured: 'Rg. 17' }) }),
      bankEntry({ amount: '50', reversal: 'true' }),
    )
    expect(
      payments.map((payment) => [payment.amount.amount_minor, payment.debtor_name, payment.payment_references]),
    ).to.deep.equal([
      [6_000, 'A', [QRR]],
      [4_810, 'B', []],
      [1_000, 'C', []],
      [4_000, 'E', []],
    ])
    await paid(bankEntry({ amount: '40', direction: 'DBIT', reversal: 'true', details: transaction({ name: 'E' }) }))
    const { body } = await get(`/v1/payments/${there(payments[3]).id}`)
    expect([body.state, body.open_amount.amount_minor, body.returned_by_entry_id !== null]).to.deep.equal([
      'returned',
      0,
      true,
    ])
    const refused = await allocate(there(payments[3]).id, [[(await invoiced(4_000)).id, 4_000]])
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'exceeds_open_amount'])
  })

  it('a reversal takes back the payment that it names, and never another one of its amount', async () => {
    const of = (name: string, end_to_end_id = 'NOTPROVIDED') =>
      transaction({ name }).replace('NOTPROVIDED', end_to_end_id)
    const credits = [of('A AG', 'E1'), of('B AG', 'E2'), of('B AG', 'E3'), of('D AG'), of('F AG')]
    await paid(...credits.map((details, index) => bankEntry({ amount: '100', date: `2026-03-0${index + 1}`, details })))
    const takeBack = async (details: string, date: string) => {
      await paid(bankEntry({ amount: '100', direction: 'DBIT', reversal: 'true', date, details }))
      return (await list('payments'))
        .filter(({ state }) => state === 'returned')
        .map(({ debtor_name, end_to_end_id }) => `${debtor_name} ${end_to_end_id}`)
    }
    const another = await takeBack(of('C AG', 'E9'), '2026-03-10')
    expect(another, 'another identification').to.deep.equal([])
    expect(await takeBack(of('Somebody', 'E2'), '2026-03-11')).to.deep.equal(['B AG E2'])
    expect(await takeBack(of('Somebody', 'E2'), '2026-03-12'), 'the same once more').to.deep.equal(['B AG E2'])
    expect(await takeBack('', '2026-03-13'), 'any of four').to.deep.equal(['B AG E2'])
    expect(await takeBack(of('d  ag'), '2026-03-14')).to.have.members(['B AG E2', 'D AG NOTPROVIDED'])
    const unnamed = await takeBack(of('B AG'), '2026-03-15')
    expect(unnamed, 'NOTPROVIDED names none').to.have.members(['B AG E2', 'D AG NOTPROVIDED', 'B AG E3'])
  })

  it('every way of the bank statement to the books: at the end the bank account is its closing balance', async () => {
    const a = await invoiced(25_000, { payment_reference: QRR })
    const payable = await owed(10_000)
    const xml = camt053Message({
      balances: balance('OPBD', '0') + balance('CLBD', '150.00'),
      bankEntries:
        bankEntry({ amount: '250.00', details: transaction({ reference: QRR }) }) +
        bankEntry({ amount: '100.00', direction: 'DBIT' }),
    })
    const { body: imported } = await upload(customer(), xml, { wait: 20 })
    const payment = await firstOf('payments', customer())
    await allocate(payment.id, [[a.id, 25_000]])
    const entries = await list('camt-053/entries')
    await settle(payable.id, 10_000, { evidence_sha256: there(entries[1]).canonical_entry_hash })
    const { body: ledger } = await get(
      `/v1/statements/account-ledger?end_customer_id=${customer()}&fiscal_year_id=FY2026&account_code=1020`,
    )
    expect(ledger.closing_balance).to.deep.equal(imported.statements[0]?.closing_balance?.amount)
    expect(ledger.lines.map((line) => [line.source.type, line.evidence_hashes.evidence_link_hashes[0]])).to.deep.equal([
      ['payment_allocation', entries[0]?.canonical_entry_hash],
      ['supplier_payable_settlement', entries[1]?.canonical_entry_hash],
    ])
    const { body: found } = await get(
      `/v1/journal-entries?end_customer_id=${customer()}&source_id=${ledger.lines[1]?.source.id}`,
    )
    expect(found.data).to.have.length(1)
  })
})
