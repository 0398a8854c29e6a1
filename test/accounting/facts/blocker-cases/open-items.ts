import { contextOf } from '../../open-items/decide-voucher.ts'
import { named, opened, payable, receivable } from '../../open-items/voucher-items.ts'
import { voucherContext, voucherLine } from '../rule-contexts.ts'
import type { BlockerCase } from './blocker-case.ts'

const { open_items } = contextOf({
  d: receivable(10_810),
  p: payable(10_810),
  r: receivable(100, 0, { state: 'reversed' }),
})
const pays = (id: string) => named('document_id', id, 'payment')
const paid = (minor: number, more: object) =>
  voucherContext({ lines: [voucherLine('1020', minor), voucherLine('1100', -minor, more)] }, { open_items })
const setOff = [
  voucherLine('2000', 10_810, named('supplier_payable_id', 'p', 'set_off')),
  voucherLine('1100', -10_810, named('document_id', 'd', 'set_off')),
]

export const OPEN_ITEMS: readonly BlockerCase[] = [
  ['a voucher that pays a document', paid(10_810, pays('d')), []],
  ['a voucher that opens an item', paid(10_810, opened(null, 'Kundin GmbH')), []],
  ['a control account without an open item', paid(10_810, {}), ['open_item_missing']],
  ['an open item that there is not', paid(10_810, pays('x')), ['open_item_unknown']],
  ['a reversed open item', paid(100, pays('r')), ['open_item_unknown']],
  ['an open item of another kind of account', paid(10_810, opened('payable', 'Kundin GmbH')), ['open_item_mismatch']],
  [
    'a new item on an account of income',
    voucherContext(
      { lines: [voucherLine('1020', 100), voucherLine('3400', -100, opened('receivable', 'Kundin GmbH'))] },
      { open_items },
    ),
    ['open_item_mismatch'],
  ],
  ['more than is open of an item', paid(10_811, pays('d')), ['open_item_exceeded']],
  ['a set-off of different partners', voucherContext({ lines: setOff }, { open_items }), ['set_off_consent_missing']],
  [
    'a set-off of different partners that agreed',
    voucherContext({ lines: setOff, set_off_consent: 'Vereinbarung vom 1. März' }, { open_items }),
    [],
  ],
]
