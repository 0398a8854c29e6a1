import { expect } from 'chai'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { matcherOf } from '../../support/matching/matcher.ts'

const target = (id: string, amount_minor: bigint, more: Partial<OpenTarget> = {}): OpenTarget => ({
  id,
  currency: 'CHF',
  document_date: '2026-05-01',
  amount_minor,
  open_amount_minor: amount_minor,
  payment_reference: `RF-${id}`,
  document_number: `NUMBER-${id}`,
  partner_name: 'Meier Garage',
  ...more,
})
const PAYMENT: MatchablePayment = {
  id: 'p1',
  currency: 'CHF',
  amount_minor: 40_000n,
  references: [],
  text: '',
  name: 'Garage Meier',
}
const BILL = target('a', 50_000n)
const CREDIT = [target('n', 10_000n), target('m', 2_500n)]
/** Of 1.01, 1.02 … 1.21, the oldest first. */
const MANY = Array.from({ length: 21 }, (_, index) =>
  target(`k${index + 1}`, BigInt(101 + index), { document_date: `2026-04-${String(index + 1).padStart(2, '0')}` }),
)

type Row = [target: string, amount: bigint, score: number, reasons: string, together: string]
type Case = [name: string, payment: Partial<MatchablePayment>, targets: OpenTarget[], credit: OpenTarget[], rows: Row[]]

// biome-ignore format: a table reads better in rows
const CASES: Case[] = [
  ['one credit note', {}, [BILL], CREDIT, [['a', 40_000n, 52, 'set_off name', 'n']]],
  ['all credit', { amount_minor: 37_500n }, [BILL], CREDIT, [['a', 37_500n, 52, 'set_off name', 'm n']]],
  ['an item that is named', { text: 'NUMBER-a' }, [BILL], CREDIT, [['a', 40_000n, 79, 'number_in_text set_off name', 'n']]],
  ['an item that is named, of another payer', { text: 'NUMBER-a', name: 'Keller' }, [BILL], CREDIT, [['a', 40_000n, 76, 'number_in_text set_off', 'n']]],
  ['an item whose reference is named', { references: ['RF-a'] }, [BILL], CREDIT, [['a', 40_000n, 90, 'reference set_off name', 'n']]],
  ['a payer of that account, by the account', { name: null, known_partners: [{ name: 'Meier Garage', reference: null }] }, [BILL], CREDIT, [
    ['a', 40_000n, 54, 'set_off iban', 'n']]],
  ['a Rappen less', { amount_minor: 39_999n }, [BILL], CREDIT, []],
  ['more than is open', { amount_minor: 60_000n }, [BILL], CREDIT, []],
  ['nobody', { name: null }, [BILL], CREDIT, []],
  ['credit of another partner', {}, [BILL], [target('n', 10_000n, { partner_name: 'Keller' })], []],
  ['credit of another partner of that name', {}, [target('a', 50_000n, { partner_reference: 'K-1' })], [target('n', 10_000n, { partner_reference: 'K-2' })], []],
  ['credit of the partner with that reference', {}, [target('a', 50_000n, { partner_reference: 'K-1' })], [target('n', 10_000n, { partner_reference: 'K-1', partner_name: 'Garage M.' })], [
    ['a', 40_000n, 52, 'set_off name', 'n']]],
  ['credit in another currency', {}, [BILL], [target('n', 10_000n, { currency: 'EUR' })], []],
  ['partners without a name', { name: null, text: 'NUMBER-z' }, [target('z', 50_000n, { partner_name: '' })], [target('n', 10_000n, { partner_name: '' })], [
    ['z', 40_000n, 70, 'number_in_text', '']]],
  ['two credit notes that fit', {}, [BILL], [target('n', 10_000n), target('o', 10_000n)], [['a', 40_000n, 40, 'set_off other_sums name', 'n']]],
  ['two items that fit', {}, [BILL, target('b', 42_500n)], CREDIT, [
    ['a', 40_000n, 40, 'set_off other_sums name', 'n'], ['b', 40_000n, 40, 'set_off other_sums name', 'm']]],
  ['an item with just the amount is enough', {}, [BILL, target('b', 40_000n)], CREDIT, [['b', 40_000n, 60, 'amount name', '']]],
  ['a sum is enough', { amount_minor: 40_000n }, [BILL, target('b', 15_000n), target('c', 25_000n)], CREDIT, [
    ['b', 15_000n, 55, 'sum name', 'c'], ['c', 25_000n, 55, 'sum name', 'b']]],
  ['of more than twenty credits one of the newest', { amount_minor: 49_898n }, [BILL], MANY, [['a', 49_898n, 40, 'set_off search_ended name', 'k2']]],
  ['not all of more than twenty were tried', { amount_minor: 49_899n }, [BILL], MANY, []],
  ['which an item that is named says', { amount_minor: 49_899n, text: 'NUMBER-a' }, [BILL], MANY, [['a', 49_899n, 75, 'number_in_text search_ended name', '']]],
]

describe('a payment of an item less credit of its partner', () => {
  for (const [name, payment, targets, credit, rows] of CASES)
    it(name, () => {
      const found = matcherOf(targets, credit)
        .match({ ...PAYMENT, ...payment })
        .map(({ target_id, amount_minor, score, reasons, together_with = [] }) => {
          return [target_id, amount_minor, score, reasons.join(' '), together_with.join(' ')]
        })
      expect(found).to.deep.equal(rows)
    })
})
