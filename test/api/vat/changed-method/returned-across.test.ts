import { expect } from 'chai'
import { taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { e2e, returnsOf } from '../../bank-returns/books-with-returns.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { EFFECTIVE, register } from '../register.ts'
import { NET } from './filer.ts'

const named = e2e('E2E-1')
const HALF = [
  ['200', 50_000, null],
  ['299', 50_000, null],
  ['303', 50_000, 4_050],
  ['399', null, 4_050],
  ['500', null, 4_050],
]
const NET_RECEIVED = { ...NET, consideration: 'received' }

/** 1081.00 of 10 November 2024, paid in December; of what the bank takes back in February 81.00 for each 1081.00 was declared in 2024. */
describe('a part of a payment that the bank takes back after a change of method', () => {
  const books = booksOfReceived({ ...EFFECTIVE, consideration: 'received' })
  const { customer, invoiced, list, allocate, openOf, figures } = books
  const { moved, proposed, accept, acceptOnly, bookingState } = returnsOf(books)

  async function takenBack(amount: string) {
    const sale = { document_date: '2024-11-10', supply_date: '2024-11-10', tax_lines: [taxLine('V81', 100_000, 8_100)] }
    const document = await invoiced(108_100, sale, { business_date: '2024-11-10' })
    await moved({ amount: '1081.00', direction: 'CRDT', named, date: '2024-12-10' })
    const payment = there((await list('payments')).at(-1))
    const { body } = await allocate(payment.id, [[document.id, 108_100]])
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect((await register(customer(), '2025-01-01', NET_RECEIVED)).status).to.equal(202)
    const back = await moved({ amount, named, date: '2025-02-20', reason: 'MD06' })
    return { document, back, candidate: there((await proposed())[0]) }
  }

  for (const [what, amount, open, declared] of [
    ['a part', '540.50', 54_050, HALF],
    ['the whole', '1081.00', 108_100, []],
  ] as const)
    it(`${what}: is refused before anything is made, and with a word counts where it was declared`, async () => {
      const { back, candidate, document } = await takenBack(amount)
      const { status, body } = await accept(candidate.id)
      const { error } = body as unknown as { error: { message: string; details: { code: string; pointer: string }[] } }
      expect(status, JSON.stringify(body)).to.equal(409)
      expect(error.details[0]).to.deep.include({ code: 'tax_of_other_method', pointer: '/vat_period' })
      expect(error.message).to.include('V81 of a supply on 2024-11-10 is declared by the effective method')
      expect(error.message).to.include('vat_period: correction')
      expect(await bookingState(back.id)).to.equal('unbooked')
      expect((await list('source-facts')).map(({ state }) => state)).to.deep.equal(['posted'])
      await acceptOnly({ vat_period: 'correction' })
      expect(await openOf('documents', document.id)).to.equal(open)
      expect((await figures('2024-Q4')).lines).to.deep.equal(declared)
      expect((await figures('2025-H1')).lines).to.deep.equal([])
    })
})
