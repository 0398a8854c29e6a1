import type { JournalVoucher, VoucherLine } from '../../../shared/accounting/documents/accounting-document.ts'
import type { ItemState } from '../../../shared/accounting/documents/voucher-item.ts'
import { postVoucher } from '../../../shared/accounting/journal/vouchers/voucher-posting.ts'
import { itemsOfVoucher } from '../../../shared/accounting/open-items/items-of-voucher.ts'
import { amount, SETTINGS, voucherContext } from '../facts/rule-contexts.ts'

const CONTROLLED = {
  ...SETTINGS,
  control_accounts: [...SETTINGS.control_accounts, { account_code: '1101', kind: 'receivable' as const }],
  mappings: [
    ...SETTINGS.mappings,
    ...[
      ['posting.fx_gain', '6999'],
      ['posting.fx_loss', '6949'],
    ].map(([mapping_key = '', account_code = '']) => ({
      mapping_key,
      account_code,
      valid_from: '2020-01-01',
      valid_to: null,
    })),
  ],
}

type Items = Readonly<Record<string, ItemState>>

export function contextOf(items: Items, rates: Readonly<Record<string, bigint>> = {}) {
  return {
    settings: CONTROLLED,
    rates: new Map(Object.entries(rates)),
    open_items: new Map(Object.entries(items).map(([id, item]) => [`${item.by} ${id}`, item])),
  }
}

export const voucherOf = (...lines: VoucherLine[]) => voucherContext({ lines }).document as JournalVoucher

/** Code of each violation with the line that it is about. */
export function violationsOf(items: Items, ...lines: VoucherLine[]) {
  return itemsOfVoucher(voucherOf(...lines), contextOf(items)).violations.map(({ index, code }) => `${index} ${code}`)
}

/** Account, debit or credit in the base currency, transaction amount and currency of each line; change of each item. */
export function postingOf(items: Items, rates: Readonly<Record<string, bigint>>, ...lines: VoucherLine[]) {
  const posted = postVoucher(voucherOf(...lines), contextOf(items, rates))
  return {
    lines: posted.lines.map(({ account_code, debit_minor, credit_minor, transaction_minor, transaction_currency }) =>
      [account_code, debit_minor - credit_minor, transaction_minor, transaction_currency].map(String).join(' '),
    ),
    changes: posted.item_changes.map(({ line_number, amount_minor, base_minor, purpose }) =>
      [line_number, amount_minor, base_minor, purpose].map(String).join(' '),
    ),
  }
}

export const EUR = (minor: number, more: Partial<VoucherLine> = {}): Partial<VoucherLine> => ({
  amount: amount(minor, 'EUR'),
  ...more,
})
export const inEuro = (item: ItemState, book: number): ItemState => ({
  ...item,
  currency: 'EUR',
  base_amount_minor: BigInt(book),
  book_base_minor: BigInt(book),
})
