import type { Age } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { minorOf, swiss } from '../../print/amounts.ts'
import { balanceOn, openItemsOf } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Cell, Row, Table } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import { amountColumn, hiddenColumn, textColumn } from '../tables/frame.ts'
import type { presentOpenItemsOfDay } from './present-open-items.ts'

type OpenItems = ReturnType<typeof presentOpenItemsOfDay> & {
  /** That has the day; null without one. */
  readonly fiscal_year_id: string | null
  /** Not only a page of it. */
  readonly is_whole: boolean
}
type Item = OpenItems['items'][number]
type ListedPartner = OpenItems['partners'][number]

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const satisfies readonly Age[]

/** The items below their partners, each in the column of its age, and the proof by the control accounts at the end. */
export function tableOfOpenItems(list: OpenItems): Table {
  const { side, date, currency, locale, totals, items, partners } = list
  const wordFor = wordsIn(locale)
  /** Of a sum: to the first row that it is made of, or to the whole list. */
  const toSum = (part: unknown, id: string) => (list.is_whole && part !== undefined ? `#${id}` : openItemsOf(list))
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
      ...partners.flatMap((partner, index) => {
        const id = `items-${index + 1}`
        const [first, ...others] = (byPartner.get(keyOf(partner)) ?? []).map(itemRow)
        const row = { ...partnerRow(partner, wordFor), ...(index === 0 && { id: PARTNERS }), target: toSum(first, id) }
        return first ? [row, { ...first, id }, ...others] : [row]
      }),
      { ...totalRow(list, wordFor), target: toSum(partners[0], PARTNERS) },
      ...oppositeRows(list, [...byPartner.values()], wordFor),
      ...totals.flatMap((total) => proofRows(total, list, wordFor)),
    ],
    chart: null,
    notes: [
      `${wordFor('position')} ${list.ledger_position.entry_number} (${list.ledger_position.entry_hash})`,
      proved ? wordFor('equals_control_account') : wordFor('checks_failed'),
    ],
  }
}

/** The first one of them. */
const PARTNERS = 'partners'

function totalRow({ ageing }: OpenItems, wordFor: ReturnType<typeof wordsIn>): Row {
  return { level: 0, kind: 'total', cells: [wordFor('total'), '', '', '', ...agesOf(ageing)] }
}

/** Partners whose items on an account come to less than nothing: their sum is what a balance sheet has of it on its other side. */
function oppositeRows(
  { is_whole, totals }: OpenItems,
  byPartner: readonly (readonly Item[])[],
  wordFor: ReturnType<typeof wordsIn>,
): Row[] {
  if (!is_whole) return []
  const names = new Map(totals.map(({ account_code, account_name }) => [account_code, account_name]))
  return [...names].flatMap(([account_code, account_name]): Row[] => {
    const onAccount = byPartner.map((items) => items.filter((item) => item.account_code === account_code))
    const opposite = onAccount.filter((items) => openOf(items) < 0n).flat()
    if (opposite.length === 0) return []
    const ages = AGES.map((age) => openOf(opposite.filter((item) => item.age === age)))
    const label = `${account_code} ${account_name}: ${wordFor('opposite')}`
    const cells = [label, '', '', '', openOf(opposite), ...ages]
    return [{ level: 1, kind: 'of_which', target: `#${PARTNERS}`, cells }]
  })
}

function openOf(items: readonly Item[]): bigint {
  return items.reduce((sum, { base_open_amount }) => sum + minorOf(base_open_amount), 0n)
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

/** What stands on a control account besides the items, where there is any, and its balance. Items of the other side stand in its list. */
function proofRows(
  total: OpenItems['totals'][number],
  { end_customer_id, fiscal_year_id, date, currency, side }: OpenItems,
  wordFor: ReturnType<typeof wordsIn>,
): Row[] {
  const { account_code } = total
  const ledger = balanceOn({ end_customer_id, fiscal_year_id, account_code, to_date: date })
  const other_side = side === 'payables' ? 'receivables' : 'payables'
  const account = `${total.account_code} ${total.account_name}`
  const rows = [
    ['other_side', openItemsOf({ end_customer_id, side: other_side, date })],
    ['unassigned_before_items', ledger],
    ['control_account', ledger],
  ] as const
  const amountsOf = {
    other_side: [total.other_side, total.base_other_side],
    unassigned_before_items: [total.unassigned_before_items, total.base_unassigned_before_items],
    control_account: [total.control_account_balance, total.base_control_account_balance],
  } as const
  return rows.flatMap(([word, target], index): Row[] => {
    const [amount, base_amount] = amountsOf[word]
    const isBalance = index === rows.length - 1
    if (!isBalance && minorOf(amount) === 0n && minorOf(base_amount) === 0n) return []
    const foreign = amount.currency === currency ? '' : amountIn(amount)
    const cells = [`${account}: ${wordFor(word)}`, '', '', foreign, minorOf(base_amount), ...AGES.map(() => null)]
    return [{ level: isBalance ? 0 : 1, kind: isBalance ? 'subtotal' : 'line', target, cells }]
  })
}

function amountIn(money: Item['open_amount']): string {
  return `${money.currency} ${swiss(minorOf(money), money.currency)}`
}
