import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../../support/requests/kmu-chart.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { expectSums, pathOf, type Reconciliation, reconciled } from './reconciled.ts'

const FEBRUARY = { document_date: '2026-02-10', supply_date: '2026-02-10' }
const APRIL = { business_date: '2026-04-20' }
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

/** EUR 1'000.00 at 0.95 and 500.00 are booked, 0.94 is paid for the euro, the 500.00 are lost, and 10.00 is used in private. */
const OF_EFFECTIVE = [
  [null, 'declared_with_payment', 'declared', 94_000],
  ['3400', 'recorded', 'not_due', 145_000],
  ['3805', 'recorded', 'extinguished', -50_000],
  ['6270', 'private_share', 'due', 1_000],
  ['6949', 'exchange_difference', 'not_due', -1_000],
]
/** The same, tax included: the loss has no record of its own, and that of the item takes it back. */
const OF_NET_RATE = [
  [null, 'declared_with_payment', 'declared', 101_614],
  ['1100', 'exchange_difference', 'not_due', -1_081],
  ['1100', 'reduction', 'extinguished', -54_050],
  ['3400', 'recorded', 'not_due', 156_745],
  ['3805', 'reduction', null, -54_050],
  ['6270', 'private_share', 'due', 1_081],
]

for (const registration of [EFFECTIVE, NET_RATE])
  describe(`the yearly reconciliation of received consideration, ${registration.method}`, () => {
    const { customer, invoiced, received, booked } = booksOfReceived({ ...registration, consideration: 'received' })
    const isNet = registration === NET_RATE
    const partsOf = ({ turnover }: Reconciliation) =>
      turnover.accounts.flatMap(({ account_code, parts }) =>
        parts.map(({ category, kind, amount }) => [account_code, category, kind, amount.amount_minor]),
      )

    it('names what is written off, the rate of a payment in euro, and a private share', async () => {
      const more = { account_code: '2850', account_name: 'Privat', account_type: 'equity' }
      const accounts = [...KMU_ACCOUNTS.map(({ or_row: _, ...account }) => account), more]
      await put('/v1/accounts', { end_customer_id: customer(), valid_from: '2020-01-01', accounts }, { wait: 10 })
      await put(`/v1/end-customers/${customer()}`, { legal_form: 'sole_proprietor' }, { wait: 10 })
      const rates = [
        { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
        { currency: 'EUR', rate: '0.94', rate_date: '2026-04-01' },
      ]
      await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
      const lines = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }]
      const foreign = await invoiced(0, { ...FEBRUARY, currency: 'EUR', gross_amount: eur(108_100), tax_lines: lines })
      const payment = await received(bankEntry({ amount: '1081.00', currency: 'EUR' }))
      const money = { payment_id: payment.id, lines: [{ document_id: foreign.id, amount: eur(108_100) }] }
      const request = { end_customer_id: customer(), posting_date: '2026-04-20', ...money }
      const { body } = await post('/v1/allocations', request, { wait: 10 })
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      await invoiced(54_050, { ...FEBRUARY, tax_lines: [taxLine('V81', 50_000, 4_050)] })
      const [{ id = '' } = {}] = [await firstOf('documents', customer(), '&state=open')]
      const off = credit('1100', 54_050, { open_item: { document_id: id, purpose: 'write_off' } })
      const lost = isNet
        ? [debit('3805', 54_050), off]
        : [debit('3805', 50_000), debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000) }), off]
      const loss = await booked(lost, APRIL)
      expect(loss.state, JSON.stringify(loss.blockers)).to.equal('posted')
      const share = isNet
        ? [debit('2850', 1_081), credit('6270', 1_081, { tax_code: 'V81' })]
        : [debit('2850', 1_081), credit('6270', 1_000), credit('2200', 81, { tax_code: 'V81', tax_base: chf(1_000) })]
      const taken = await booked(share, APRIL)
      expect(taken.state, JSON.stringify(taken.blockers)).to.equal('posted')
      const year = await reconciled(customer())
      expect(partsOf(year)).to.deep.equal(isNet ? OF_NET_RATE : OF_EFFECTIVE)
      expect(year.is_explained).to.equal(true)
      await expectSums(year)
      const csv = cellsOf(await (await fetchAs(pathOf(customer(), '&locale=en'), 'text/csv')).text())
      const words = csv.map(([account, text]) => `${account} ${text}`)
      expect(words).to.include(`${isNet ? '1100 Discount or loss' : '3805 With a tax record'}, Never due, written off`)
      expect(words).to.include('6270 Private share')
    })
  })
