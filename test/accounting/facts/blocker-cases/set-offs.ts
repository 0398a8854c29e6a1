import type { VoucherLine } from '../../../../shared/accounting/documents/accounting-document.ts'
import type { ItemState } from '../../../../shared/accounting/documents/voucher-item.ts'
import type { ItemPurpose } from '../../../../shared/contract/facts/voucher-open-items.ts'
import { contextOf, EUR, inEuro } from '../../open-items/decide-voucher.ts'
import { named, opened, payable, receivable } from '../../open-items/voucher-items.ts'
import { voucherContext, voucherLine } from '../rule-contexts.ts'
import type { BlockerCase } from './blocker-case.ts'

const OTHER = { name: 'Andere AG', reference: 'K-2' }
const EURO = { EUR: 94_000_000n }
const { open_items } = contextOf({
  d: receivable(10_810),
  p: payable(10_810),
  e: receivable(1_000, 1_000, { partner: OTHER }),
  g: receivable(-2_000),
  h: receivable(-2_000, -2_000, { partner: OTHER }),
  w: receivable(10_810, 0, { partner: OTHER }),
})
const pays = (id: string) => named('document_id', id, 'payment')

/** D 2000 108.10 of the supplier and C 1100 108.10 of the customer, under other names than a set-off. */
const offset = (of2000: ItemPurpose, of1100: ItemPurpose, ...money: VoucherLine[]) =>
  voucherContext(
    {
      lines: [
        voucherLine('2000', 10_810, named('supplier_payable_id', 'p', of2000)),
        voucherLine('1100', -10_810, named('document_id', 'd', of1100)),
        ...money,
      ],
    },
    { open_items },
  )
const MISSING = ['set_off_consent_missing']
const inEuros = contextOf({ d: inEuro(receivable(50_000), 47_500), p: inEuro(payable(50_000), 47_500) }, EURO)
const bothInEuro = (received: number, spent: number) =>
  voucherContext(
    {
      lines: [
        voucherLine('1020', 0, EUR(received)),
        voucherLine('1100', 0, EUR(-50_000, pays('d'))),
        voucherLine('2000', 0, EUR(50_000, named('supplier_payable_id', 'p', 'payment'))),
        voucherLine('1020', 0, EUR(-spent)),
      ].filter(({ amount }) => amount.amount_minor !== 0n),
    },
    inEuros,
  )
const BAUER = { name: 'Bauer AG', reference: '100' }
const SWISSCOM = { name: 'Swisscom AG', reference: '100' }
const MEIER = { name: 'Meier', reference: 'K1' }
const OTHER_MEIER = { name: 'Meier', reference: 'K2' }
/** C 1100 80.00 of a customer, and D 2000 or 1100 80.00 of the other. */
const setOff = (claim: ItemState, debt: ItemState) => {
  const [by, account_code] =
    debt.sign > 0n ? (['document_id', '1100'] as const) : (['supplier_payable_id', '2000'] as const)
  return voucherContext(
    {
      lines: [
        voucherLine(account_code, 8_000, named(by, 'debt', 'set_off')),
        voucherLine('1100', -8_000, named('document_id', 'claim', 'set_off')),
      ],
    },
    contextOf({ claim, debt }),
  )
}
/** Pairs that would explain away a set-off of their amount, if any other line counted as money. */
const WASHES = [
  ['1020', '1020'],
  ['6500', '6500'],
  ['6500', '1020'],
] as const
export const SET_OFFS: readonly BlockerCase[] = [
  ['a set-off that is called a payment', offset('payment', 'payment'), MISSING],
  ['a set-off of which one line is called a payment', offset('set_off', 'payment'), MISSING],
  ['a set-off that is called a transfer', offset('transfer', 'transfer'), MISSING],
  ...WASHES.map(
    ([debited, credited]): BlockerCase => [
      `a set-off beside debit ${debited} and credit ${credited}`,
      offset('payment', 'payment', voucherLine(debited, 10_810), voucherLine(credited, -10_810)),
      MISSING,
    ],
  ),
  [
    'a set-off beside a sale in cash',
    offset('payment', 'payment', voucherLine('1020', 20_000), voucherLine('3400', -20_000)),
    MISSING,
  ],
  [
    'items of several partners of one side that one payment pays',
    voucherContext(
      {
        lines: [
          voucherLine('1020', 11_810),
          voucherLine('1100', -10_810, pays('d')),
          voucherLine('1100', -1_000, pays('e')),
        ],
      },
      { open_items },
    ),
    [],
  ],
  [
    'a payment of several partners, less a credit note of one of them',
    voucherContext(
      {
        lines: [
          voucherLine('1020', 9_810),
          voucherLine('1100', -10_810, pays('d')),
          voucherLine('1100', 2_000, pays('g')),
          voucherLine('1100', -1_000, pays('e')),
        ],
      },
      { open_items },
    ),
    [],
  ],
  [
    'a payment of one customer, less the credit note of another',
    voucherContext(
      {
        lines: [
          voucherLine('1020', 8_810),
          voucherLine('1100', -10_810, pays('d')),
          voucherLine('1100', 2_000, pays('h')),
        ],
      },
      { open_items },
    ),
    MISSING,
  ],
  [
    'a claim that goes to another customer',
    voucherContext(
      {
        lines: [
          voucherLine('1100', -10_810, named('document_id', 'd', 'transfer')),
          voucherLine('1100', 10_810, opened(null, 'Andere AG')),
        ],
      },
      { open_items },
    ),
    [],
  ],
  [
    'a payment that was given to the wrong customer',
    voucherContext(
      {
        lines: [
          voucherLine('1100', -10_810, named('document_id', 'd', 'transfer')),
          voucherLine('1100', 10_810, named('document_id', 'w', 'transfer')),
        ],
      },
      { open_items },
    ),
    [],
  ],
  ['a set-off in EUR, beside EUR received and EUR paid', bothInEuro(50_000, 50_000), MISSING],
  [
    'a set-off of a supplier with the number of a customer',
    setOff(receivable(8_000, 8_000, { partner: BAUER }), payable(8_000, 8_000, { partner: SWISSCOM })),
    MISSING,
  ],
  [
    'a set-off of two customers of one name and different numbers',
    setOff(receivable(8_000, 8_000, { partner: MEIER }), receivable(-8_000, -8_000, { partner: OTHER_MEIER })),
    MISSING,
  ],
  [
    'a set-off of a customer and a supplier of one name and different numbers',
    setOff(
      receivable(8_000, 8_000, { partner: MEIER }),
      payable(8_000, 8_000, { partner: { name: ' MEIER', reference: 'L-9' } }),
    ),
    [],
  ],
  [
    'a set-off of a customer without a number and one of the same name with it',
    setOff(
      receivable(8_000, 8_000, { partner: MEIER }),
      receivable(-8_000, -8_000, { partner: { name: 'meier', reference: null } }),
    ),
    [],
  ],
  ['a set-off in EUR', bothInEuro(0, 0), MISSING],
]
