import { expect } from 'chai'
import {
  type DebitToHold,
  mayHoldPayment,
  type PaymentToAwait,
} from '../../../shared/camt053/matching/orders/held-debits.ts'

const [HOLZ, PAPIER, OTHER] = ['CH9300762011623852957', 'CH0204835000626882001', 'CH5604835012345678009']
const ordered = (amount_minor: bigint, more: Partial<PaymentToAwait> = {}): PaymentToAwait => ({
  ...{ currency: 'CHF', amount_minor, book_minor: amount_minor, book_currency: 'CHF' },
  ...{ creditor_iban: PAPIER, creditor_name: 'Papier AG', bank_account: 'CH1' },
  ...{ execution_date: '2026-03-31', ordered_on: '2026-03-30', ordered_at: '2026-03-30T08:00:00Z' },
  ...{ given_up_at: null, paid_at: null },
  ...more,
})
const debit = (amount_minor: bigint, told: { iban?: string; name?: string } = {}, more: Partial<DebitToHold> = {}) => ({
  ...{ accounts: ['CH1'], currency: 'CHF', amount_minor, day: '2026-03-31', came_at: '2026-04-01T06:00:00Z' },
  transactions: [{ counterparty_iban: told.iban ?? null, counterparty_names: told.name ? [told.name] : [] }],
  ...more,
})
const EUROS = ordered(3_000n, { currency: 'EUR', book_minor: 2_850n })
const BATCH = [ordered(10_000n), ordered(5_000n, { creditor_iban: HOLZ, creditor_name: 'Holz GmbH' }), ordered(3_000n)]

describe('debits that may be payments of orders, which no automatic rule books', () => {
  const table: readonly [about: string, payments: readonly PaymentToAwait[], debit: DebitToHold, held: boolean][] = [
    ['a batch of 180.00 without 50.00 that was rejected', BATCH, debit(13_000n), true],
    ['a batch of 150.00 with 2.00 of charges', BATCH.slice(0, 2), debit(15_200n), true],
    ['30.00 euros, 28.50 in the books, with charges', [EUROS], debit(3_350n, { iban: PAPIER, name: 'Papier' }), true],
    ['30.00 euros, of which nobody is told: a tenth', [EUROS], debit(3_135n), true],
    ['a payment with charges, of which nobody is told', [ordered(108_100n)], debit(108_300n), true],
    ['half of a payment, by its name', [ordered(108_100n)], debit(54_050n, { name: 'PAPIER' }), true],
    ['half of a payment, of which nobody is told', [ordered(108_100n)], debit(54_050n), false],
    ['more than its charges, by IBAN and name', [ordered(100_000n)], debit(105_001n, { iban: PAPIER }), true],
    ['two orders of one day as one amount', [ordered(10_000n), ordered(5_000n)], debit(15_000n), true],
    ['a part of a batch', BATCH, debit(8_000n), true],
    ['less than the least', BATCH, debit(2_999n), false],
    ['more than all and 50.00', BATCH, debit(23_001n), false],
    ['somebody else', BATCH, debit(13_000n, { name: 'Miete Meier', iban: OTHER }), false],
    ['another account', BATCH, debit(13_000n, {}, { accounts: ['CH2'] }), false],
    ['the day before the order', BATCH, debit(13_000n, {}, { day: '2026-03-29' }), false],
    ['a bank statement that was there before', BATCH, debit(13_000n, {}, { came_at: '2026-03-30T07:00:00Z' }), false],
    ['sixty days later', BATCH, debit(13_000n, {}, { day: '2026-05-30' }), true],
    ['later', BATCH, debit(13_000n, {}, { day: '2026-05-31' }), false],
    ['no day', BATCH, debit(13_000n, {}, { day: null }), true],
  ]
  for (const [about, payments, one, held] of table)
    it(`${held ? 'hold' : 'do not hold'}: ${about}`, () => expect(mayHoldPayment(payments)(one)).to.equal(held))

  const later = '2026-04-02T06:00:00Z'
  const before = '2026-03-31T06:00:00Z'
  const fates: readonly [about: string, Partial<PaymentToAwait>, Partial<DebitToHold>, held: boolean][] = [
    ['given up after the debit came', { given_up_at: later }, { day: '2026-05-30' }, true],
    ['given up before, ten days', { given_up_at: before }, { day: '2026-04-10' }, true],
    ['given up before, eleven days', { given_up_at: before }, { day: '2026-04-11' }, false],
    ['paid by another debit that had come too', { paid_at: later }, {}, true],
    ['paid before the debit came', { paid_at: before }, {}, false],
  ]
  for (const [about, payment, more, held] of fates)
    it(`${held ? 'hold' : 'do not hold'} a payment that was ${about}`, () =>
      expect(mayHoldPayment([ordered(10_000n, payment)])(debit(10_000n, { iban: PAPIER }, more))).to.equal(held))
})
