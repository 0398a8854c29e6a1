import { ageOn } from '../../../shared/accounting/statements/ageing.ts'
import type { ItemOfPage } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { JsonBytes } from '../../http/answers/json-bytes.ts'
import { nameOfItem } from './present-item.ts'

/** Before the value of each name, in their order. */
const NAMES = {
  id: named('{"id":'),
  kind: named(',"kind":"'),
  partner: named('","partner":{"name":'),
  partner_reference: named(',"reference":'),
  account_code: named('},"account_code":'),
  document_number: named(',"document_number":'),
  document_date: named(',"document_date":'),
  due_date: named(',"due_date":'),
  payment_reference: named(',"payment_reference":'),
  is_opening: named(',"is_opening":'),
  source_fact_id: named(',"source_fact_id":{"object":"source_fact","id":'),
  journal_entry_id: named('},"journal_entry_id":{"object":"journal_entry","id":'),
  amount: named('},"amount":{"amount_minor":'),
  base_amount: named('},"base_amount":{"amount_minor":'),
  open_amount: named('},"open_amount":{"amount_minor":'),
  base_open_amount: named('},"base_open_amount":{"amount_minor":'),
  currency: named(',"currency":'),
} as const

function named(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text))
}

/** So many bytes leave in one piece, some 40 items. */
const PIECE = 32_768

/** The JSON of what `presentItem` returns, of one item after the other. Amounts come as integers, and items of a page age from few days. */
export function* writeItems(items: readonly ItemOfPage[], date: string, base_currency: string): Generator<Buffer> {
  const ages = new Map<string, string>()
  const ageSince = (day: string) => {
    const known = ages.get(day)
    if (known !== undefined) return known
    const { days_overdue, age } = ageOn(date, day)
    const members = `},"days_overdue":${days_overdue},"age":"${age}"}`
    ages.set(day, members)
    return members
  }
  const json = new JsonBytes()
  let isFirst = true
  for (const item of items) {
    if (!isFirst) json.plain(',')
    isFirst = false
    writeItem(json, item, base_currency)
    json.plain(ageSince(item.due_date ?? item.document_date))
    if (json.length >= PIECE) yield json.take()
  }
  yield json.take()
}

/** All but its age. */
function writeItem(json: JsonBytes, item: ItemOfPage, base_currency: string): void {
  const { kind, currency, source_fact_id } = item
  const money = (name: Uint8Array, minor: string, of: string) =>
    json.fixed(name).plain(minor).fixed(NAMES.currency).text(of)
  json.fixed(NAMES.id).id(...nameOfItem(kind, item.payment_id, item.open_item_id))
  json.fixed(NAMES.kind).plain(kind)
  json.fixed(NAMES.partner).text(item.partner_name)
  json.fixed(NAMES.partner_reference).text(item.partner_reference)
  json.fixed(NAMES.account_code).text(item.account_code)
  json.fixed(NAMES.document_number).text(item.document_number)
  json.fixed(NAMES.document_date).text(item.document_date)
  json.fixed(NAMES.due_date).text(item.due_date)
  json.fixed(NAMES.payment_reference).text(item.payment_reference)
  json.fixed(NAMES.is_opening).plain(String(item.is_opening))
  json.fixed(NAMES.source_fact_id)
  if (source_fact_id === null) json.plain('null')
  else json.id('source_fact', source_fact_id)
  json.fixed(NAMES.journal_entry_id).id('journal_entry', item.journal_entry_id)
  money(NAMES.amount, item.amount_minor, currency)
  money(NAMES.base_amount, item.base_amount_minor, base_currency)
  money(NAMES.open_amount, item.open_minor, currency)
  money(NAMES.base_open_amount, item.base_open_minor, base_currency)
}
