import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const [FIRST, SECOND, THIRD] = ['RF18539007547034', 'RF712348231', 'RF45G72UUR']

const partOf = (direction: string, amount: string, reference: string) => {
  const told = `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`
  return `<TxDtls><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${told}</TxDtls>`
}
/** A credit or debit of 1,100.00 with the reference of a document of 1,081.00. */
const moved = (direction: 'CRDT' | 'DBIT') =>
  bankEntry({ amount: '1100.00', direction, date, details: partOf(direction, '1100.00', FIRST) })
/** One payment of it is for another bill. */
const collective = () =>
  bankEntry({
    amount: '1100.00',
    direction: 'DBIT',
    date,
    details: partOf('DBIT', '1081.00', FIRST) + partOf('DBIT', '19.00', THIRD),
  })
const doubtsOf = (warnings: readonly { code: string }[] | undefined) =>
  (warnings ?? []).filter(({ code }) => code === 'evidence_names_other').length

describe('what is left of money that has paid the document of its reference', () => {
  const { invoiced, owedToHolz, received, allocate, paid, list, settle } = booksToOrder()

  for (const [name, first, rest, doubts] of [
    ['a customer has overpaid', 108_100, 1_900, 0],
    ['a part of that document is still open', 100_000, 1_900, 1],
  ] as const)
    it(`${doubts === 0 ? 'is used without a warning' : 'is warned of'} where ${name}`, async () => {
      const [own, other] = [
        await invoiced(108_100, { payment_reference: FIRST }),
        await invoiced(54_050, { payment_reference: SECOND }),
      ]
      const payment = await received(moved('CRDT'))
      const named = await allocate(payment.id, [[own.id, first]])
      expect([named.status, doubtsOf(named.body.warnings)], named.text).to.deep.equal([201, 0])
      const left = await allocate(payment.id, [[other.id, rest]])
      expect([left.status, doubtsOf(left.body.warnings)], left.text).to.deep.equal([201, doubts])
    })

  for (const [name, debited, first, doubts] of [
    ['a supplier was overpaid', moved, 108_100, 0],
    ['a part of that bill is still open', moved, 100_000, 1],
    ['another payment of the bank entry is for something else', collective, 108_100, 1],
  ] as const)
    it(`${doubts === 0 ? 'is used without a warning' : 'is warned of'} where ${name}`, async () => {
      const dated = { document_date: date, due_date: date }
      const [own, other] = [
        await owedToHolz(108_100, { ...dated, payment_reference: FIRST }),
        await owedToHolz(54_050, { ...dated, payment_reference: SECOND }),
      ]
      await paid(debited('DBIT'))
      const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries')).at(-1))
      const more = { evidence_sha256, settlement_date: date }
      const named = await settle(own.id, first, more)
      expect([named.status, doubtsOf(named.body.warnings)], named.text).to.deep.equal([201, 0])
      const left = await settle(other.id, 1_900, more)
      expect([left.status, doubtsOf(left.body.warnings)], left.text).to.deep.equal([201, doubts])
    })
})
