import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { paidFrom } from './vouchers-to-warn-of.ts'

const ITEM_ORDERED = 'item_ordered /payload/lines/1/open_item'
const NAMES_OTHER = 'evidence_names_other /payload/lines/1/open_item'
const [EARLIER, LATER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000003']
const ORDERED = {
  payment_order_id: '01890000-0000-7000-8000-000000000002',
  ordered_on: '2026-04-10',
  end_to_end_id: 'HB1-1',
  bank_account: 'CH5604835012345678009',
  amount_minor: 100,
  discount_minor: 0,
}

/** Vouchers that pay what a bank is ordered to pay: name, context, and the codes and pointers that are expected. */
export const ORDERED_CASES: readonly (readonly [string, RuleContext, readonly string[]])[] = [
  ['what a bank is to pay, from another account', paidFrom('6500', { ordered: ORDERED }), [ITEM_ORDERED]],
  ['what a bank is to pay, by it', paidFrom('1020', { ordered: ORDERED }), []],
  ['what a bank is to pay, by a debit since', paidBy(LATER, '2026-04-10'), []],
  [
    'what a bank is to pay, by a debit that had come before, of that day',
    paidBy(EARLIER, '2026-04-10'),
    [ITEM_ORDERED],
  ],
  ['what a bank is to pay, by a debit that names another payment', paidByOther(), [ITEM_ORDERED, NAMES_OTHER]],
  ['what a bank is to pay, by a debit of a day before', paidBy(LATER, '2026-04-09'), [ITEM_ORDERED]],
]

function paidBy(import_id: string, day: string): RuleContext {
  return { ...paidFrom('1020', { ordered: ORDERED }), bank_debits: [{ public_id: 'cent_1', import_id, day }] }
}

function paidByOther(): RuleContext {
  const context = paidBy(LATER, '2026-04-10')
  const items = [...context.open_items.values()].map(({ open_item_id }) => open_item_id)
  const doubts = new Map(items.map((id) => [id, { words: 'names HB2-1', is_of_other_payment: true }]))
  return { ...context, bank_debits: context.bank_debits.map((one) => ({ ...one, doubts })) }
}
