import type { AccountType } from '../../../../shared/contract/setup/accounts.ts'
import { contextOf, EUR, inEuro } from '../../open-items/decide-voucher.ts'
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

/** A new item on an account that has no item yet. */
const opens = (account_code: string, more: Parameters<typeof voucherContext>[1] = {}) =>
  voucherContext(
    { lines: [voucherLine(account_code, 100, opened('receivable', 'Kundin GmbH')), voucherLine('3200', -100)] },
    { accounts: new Map(FRESH), ...more },
  )
const active = (account_type: AccountType) => ({ status: 'active' as const, account_type })
const FRESH: [string, { status: 'active'; account_type: AccountType }][] = [
  ...['1000', '1020', '1030', '1069', '1109', '1170', '1176', '1190', '1520', '1600'].map(
    (code): (typeof FRESH)[number] => [code, active('asset')],
  ),
  ...['2100', '2200', '2210', '2261'].map((code): (typeof FRESH)[number] => [code, active('liability')]),
  ['2800', active('equity')],
  ['3200', active('revenue')],
  ['3400', active('revenue')],
  ['9100', active('closing')],
]
/** Cash, bank accounts, money in transit, debts at a bank, allowances, taxes, equity, income; 1520 has a role. */
const UNFIT = '1000 1020 1030 2100 1069 1109 1170 1176 2200 2800 3400 9100 1520'.split(' ')

/** A receivable of EUR 500.00 at 475.00 is paid at 470.00, and items were opened on the account of the loss. */
const lossOnControlAccount = () => {
  const { settings, ...items } = contextOf({ d: inEuro(receivable(50_000), 47_500) }, { EUR: 94_000_000n })
  const control_accounts = [...settings.control_accounts, { account_code: '6949', kind: 'receivable' as const }]
  const chart_accounts = [
    ...settings.chart_accounts,
    { account_code: '6949', valid_from: '2020-01-01', status: 'active' as const },
  ]
  const lines = [voucherLine('1020', 0, EUR(50_000)), voucherLine('1100', 0, EUR(-50_000, pays('d')))]
  return voucherContext({ lines }, { ...items, settings: { ...settings, control_accounts, chart_accounts } })
}

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
  ...UNFIT.map((code): BlockerCase => [`a first item on account ${code}`, opens(code), ['open_item_mismatch']]),
  ...['1190', '1600', '2210', '2261'].map((code): BlockerCase => [`a first item on account ${code}`, opens(code), []]),
  [
    'a first item on an account that has lines',
    opens('1190', { accounts_with_lines: new Set(['1190']) }),
    ['open_item_mismatch'],
  ],
  ['an exchange difference on a control account', lossOnControlAccount(), ['control_account_without_item']],
  ['more than is open of an item', paid(10_811, pays('d')), ['open_item_exceeded']],
  ['a set-off of different partners', voucherContext({ lines: setOff }, { open_items }), ['set_off_consent_missing']],
  [
    'a set-off of different partners that agreed',
    voucherContext({ lines: setOff, set_off_consent: 'Vereinbarung vom 1. März' }, { open_items }),
    [],
  ],
]
