import type { Age } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { minorOf, swiss } from '../../print/amounts.ts'
import { entriesOfBalance } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Cell, Row, Table } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import { amountColumn, hiddenColumn, textColumn } from '../tables/frame.ts'
import type { presentOpenItemsOfDay } from './present-open-items.ts'

type OpenItems = ReturnType<typeof presentOpenItemsOfDay>
type Item = OpenItems['items'][number]
type ListedPartner = OpenItems['partners'][number]

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies readonly Age[]

/** The items below their partners, each in the column of its age, and the proof by the control accounts at the end. */
export function tableOfOpenItems(list: OpenItems): Table {
  const { side, date, currency, locale, totals, items, partners } = list
  const wordFor = wordsIn(locale)
  const proved = totals.every(({ equals_control_account }) => equals_control_account)
  const byPartner = Map.groupBy(items, ({ partner }) => keyOf(partner))
  return {
    name: `open-items-${side}-${date}`,
    locale,
    currency,
    title: wordFor(`open_items_${side}`),
    subtitle: [list.end_customer_name ?? list.end_customer_id, swissDate(date), currency],
    columns: [
      textColumn('partner', wordFor('partner_or_document')),
      textColumn('document_date', wordFor('date')),
      textColumn('due_date', wordFor('due_date')),
      textColumn('original_currency', wordFor('original_currency')),
      amountColumn('open_amount', wordFor('open_amount')),
      ...AGES.map((age) => amountColumn(age, wordFor(age))),
      hiddenColumn('id'),
    ],
    rows: [
      ...partners.flatMap((partner) => [
        partnerRow(partner, wordFor),
        ...(byPartner.get(keyOf(partner)) ?? []).map(itemRow),
      ]),
      { level: 0, kind: 'total', cells: [wordFor('total'), '', '', '', ...agesOf(list.ageing)] },
      ...totals.flatMap((total) => proofRows(total, list, wordFor)),
    ],
    chart: null,
    notes: [
      `${wordFor('position')} ${list.ledger_position.entry_number} (${list.ledger_position.entry_hash})`,
      proved ? wordFor('equals_control_account') : wordFor('checks_failed'),
    ],
  }
}

/** A reference or a name alone may be that of another partner. */
function keyOf({ name, reference }: Pick<ListedPartner, 'name' | 'reference'>): string {
  return JSON.stringify([reference, name])
}

function partnerRow({ name, reference, ageing }: ListedPartner, wordFor: ReturnType<typeof wordsIn>): Row {
  const label = reference === null ? name || wordFor('payer_unknown') : `${name} (${reference})`
  return { level: 0, kind: 'subtotal', cells: [label, '', '', '', ...agesOf(ageing)] }
}

function agesOf(ageing: OpenItems['ageing']): Cell[] {
  return [minorOf(ageing.total), ...AGES.map((age) => minorOf(ageing[age]))]
}

function itemRow(item: Item): Row {
  const open = minorOf(item.base_open_amount)
  const isForeign = item.open_amount.currency !== item.base_open_amount.currency
  const cells = [
    item.document_number ?? item.id,
    item.document_date,
    item.due_date ?? '',
    isForeign ? amountIn(item.open_amount) : '',
    open,
    ...AGES.map((age) => (age === item.age ? open : null)),
    item.id,
  ]
  return { level: 1, kind: 'line', cells }
}

/** What stands on a control account besides the items, where there is any, and its balance. */
function proofRows(
  total: OpenItems['totals'][number],
  { end_customer_id, date, currency }: OpenItems,
  wordFor: ReturnType<typeof wordsIn>,
): Row[] {
  const { account_code } = total
  const target = entriesOfBalance({ end_customer_id, account_code, to_date: date })
  const account = `${total.account_code} ${total.account_name}`
  const rows = [
    [wordFor('other_side'), total.other_side, total.base_other_side],
    [wordFor('unassigned_before_items'), total.unassigned_before_items, total.base_unassigned_before_items],
    [wordFor('control_account'), total.control_account_balance, total.base_control_account_balance],
  ] as const
  return rows.flatMap(([label, amount, base_amount], index): Row[] => {
    const isBalance = index === rows.length - 1
    if (!isBalance && minorOf(amount) === 0n && minorOf(base_amount) === 0n) return []
    const foreign = amount.currency === currency ? '' : amountIn(amount)
    const cells = [`${account}: ${label}`, '', '', foreign, minorOf(base_amount), ...AGES.map(() => null)]
    return [{ level: isBalance ? 0 : 1, kind: isBalance ? 'subtotal' : 'line', target, cells }]
  })
}

function amountIn(money: Item['open_amount']): string {
  return `${money.currency} ${swiss(minorOf(money), money.currency)}`
}
