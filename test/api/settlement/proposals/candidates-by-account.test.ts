import { expect } from 'chai'
import { bankEntry, camt054Message, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { notify, post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'

const [WIFE, HOLZ] = ['CH5604835012345678009', 'CH0204835000626882001']

/** The account of the other side that paid, or was paid, the last time. */
describe('candidates by the account of the other side', () => {
  const { customer, list, invoiced, owed, paid, received, allocate, settle } = booksToSettle()
  const proposed = async (expected: readonly unknown[]) => {
    const now = async () =>
      (await list('settlement-candidates')).map(
        ({ target_document_id, target_supplier_payable_id, score, reasons }) => [
          target_document_id ?? target_supplier_payable_id,
          score,
          ...reasons,
        ],
      )
    await eventually(async () => JSON.stringify(await now()) === JSON.stringify(expected)).catch(() => undefined)
    expect(await now()).to.deep.equal(expected)
  }

  it('of a customer, until the allocation is reversed', async () => {
    const by = (amount: string, unstructured: string) =>
      bankEntry({ amount, details: transaction({ name: 'Ursula Zbinden', iban: WIFE, unstructured }) })
    const first = await invoiced(5_000)
    const payment = await received(by('50.00', 'eins'))
    const { body } = await allocate(payment.id, [[first.id, 5_000]])
    const second = await invoiced(7_700)
    await paid(by('77.00', 'zwei'))
    await proposed([[second.id, 62, 'amount', 'iban']])
    const undo = { end_customer_id: customer(), reason: 'falsch' }
    await post(`/v1/allocations/${body.id}/reverse`, undo, { wait: 10 })
    await paid(bankEntry({ amount: '1.00', text: 'Anlass' }))
    await proposed([])
  })

  it('of a supplier, and not of a debit of several payments', async () => {
    const to = (amount: string, count = 1) => {
      const account = `<CdtrAcct><Id><IBAN>${HOLZ}</IBAN></Id></CdtrAcct>`
      const one = `<TxDtls><RltdPties><Cdtr><Pty><Nm>Inkasso Nord</Nm></Pty></Cdtr>${account}</RltdPties></TxDtls>`
      return bankEntry({ amount, direction: 'DBIT', details: one.repeat(count), text: `Belastung ${amount}` })
    }
    const first = await owed(5_000)
    await paid(to('50.00'))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    const { body } = await settle(first.id, 5_000, { evidence_sha256 })
    expect(body.state).to.equal('posted')
    const second = await owed(7_700)
    await owed(8_800)
    await paid(to('77.00'), to('88.00', 2))
    await proposed([[second.id, 62, 'amount', 'iban']])
    expect((await settle(second.id, 7_700, { account_code: '1000', amount: chf(7_700) })).status).to.equal(201)
  })

  it('of a supplier whose first debit was told by a notification alone, after it was settled', async () => {
    const account = `<CdtrAcct><Id><IBAN>${HOLZ}</IBAN></Id></CdtrAcct>`
    const details = `<TxDtls><RltdPties>${account}</RltdPties></TxDtls>`
    const to = (amount: string, told: string) =>
      bankEntry({ amount, direction: 'DBIT', details: told }).replace(
        '</ValDt>',
        `</ValDt><AcctSvcrRef>BANK-${amount}</AcctSvcrRef>`,
      )
    const first = await owed(5_000)
    await paid(to('50.00', ''))
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    await settle(first.id, 5_000, { evidence_sha256 })
    await notify(customer(), camt054Message({ bankEntries: to('50.00', details) }), { wait: 20 })
    const second = await owed(7_700)
    await paid(to('77.00', details))
    await proposed([[second.id, 62, 'amount', 'iban']])
  })
})
