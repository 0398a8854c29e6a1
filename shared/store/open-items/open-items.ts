import type { NewOpenItem, OpenItemKind } from '../../accounting/facts/open-item-of-fact.ts'
import type { OpenItemState } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'
import { idColumnOf, identifiersOf } from './open-item-tables.ts'

const NEW_OPEN_ITEM = {
  end_customer_id: 'uuid',
  open_item_id: 'uuid',
  source_fact_id: 'uuid',
  journal_entry_id: 'uuid',
  account_code: 'text',
  partner_name: 'text',
  partner_reference: 'text',
  document_number: 'text',
  document_date: 'date',
  due_date: 'date',
  payment_reference: 'text',
  currency: 'text',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
  created_at: 'timestamptz',
} as const

export function openItemsInsert(kind: OpenItemKind, items: readonly NewOpenItem[]) {
  const { table, id, name, reference } = identifiersOf(kind)
  return sql.prepared(`insert_${kind}`, row())`
    insert into ${table} (
      end_customer_id, ${id}, source_fact_id, journal_entry_id, account_code, ${name}, ${reference}, document_number,
      document_date, due_date, payment_reference, currency, amount_minor, open_amount_minor, base_amount_minor,
      base_open_amount_minor, created_at
    )
    select end_customer_id, open_item_id, source_fact_id, journal_entry_id, account_code, partner_name,
      partner_reference, document_number, document_date, due_date, payment_reference, currency, amount_minor,
      amount_minor, base_amount_minor, base_amount_minor, created_at
    from ${recordset('item', NEW_OPEN_ITEM, items)}
  `
}

/** Sets the open items of reversed facts to zero. */
export async function reverseOpenItems(
  tx: Tx,
  kind: OpenItemKind,
  facts: readonly { end_customer_id: string; source_fact_id: string }[],
): Promise<void> {
  if (facts.length === 0) return
  const { table } = identifiersOf(kind)
  await tx.query(sql.type(row())`
    update ${table} item set state = 'reversed', open_amount_minor = 0, base_open_amount_minor = 0
    from ${recordset('fact', { end_customer_id: 'uuid', source_fact_id: 'uuid' }, facts)}
    where item.end_customer_id = fact.end_customer_id and item.source_fact_id = fact.source_fact_id
  `)
}

export type OpenItemRow = {
  end_customer_id: string
  open_item_id: string
  source_fact_id: string
  journal_entry_id: string
  account_code: string
  partner_name: string
  partner_reference: string | null
  document_number: string | null
  document_date: string
  due_date: string | null
  payment_reference: string | null
  currency: string
  base_currency: string
  amount_minor: bigint
  open_amount_minor: bigint
  base_amount_minor: bigint
  base_open_amount_minor: bigint
  state: OpenItemState
  created_at: string
}

export function findOpenItem(db: Db, kind: OpenItemKind, open_item_id: string, visible: Visibility) {
  const { id } = identifiersOf(kind)
  return db.maybeOne(sql.type(row<OpenItemRow>())`
    ${openItems(kind)} where ${id} = ${open_item_id} and ${visibleTo(visible, sql.fragment`item.end_customer_id`)}
  `)
}

export type OpenItemQuery = {
  readonly end_customer_id: string
  readonly state?: OpenItemState
  readonly partner_reference?: string
  readonly document_number?: string
  readonly payment_reference?: string
  readonly source_fact_id: string | null
  readonly limit: number
}

/** Oldest first. */
export function listOpenItems(
  db: Db,
  kind: OpenItemKind,
  query: OpenItemQuery,
  after: string | null,
): Promise<readonly OpenItemRow[]> {
  const { reference } = identifiersOf(kind)
  return db.any(sql.type(row<OpenItemRow>())`
    ${openItems(kind)}
    ${keysetPage({
      conditions: [
        sql.fragment`item.end_customer_id = ${query.end_customer_id}`,
        query.state && sql.fragment`state = ${query.state}`,
        query.partner_reference && sql.fragment`${reference} = ${query.partner_reference}`,
        query.document_number && sql.fragment`document_number = ${query.document_number}`,
        query.payment_reference && sql.fragment`payment_reference = ${query.payment_reference}`,
        query.source_fact_id && sql.fragment`source_fact_id = ${query.source_fact_id}`,
      ],
      key: idColumnOf(kind),
      after,
      limit: query.limit + 1,
    })}
  `)
}

function openItems(kind: OpenItemKind) {
  const { table, id, name, reference } = identifiersOf(kind)
  return sql.fragment`
    select item.end_customer_id, ${id} as open_item_id, source_fact_id, journal_entry_id, account_code,
      ${name} as partner_name, ${reference} as partner_reference, document_number, document_date, due_date,
      payment_reference, currency, base_currency, amount_minor, open_amount_minor, base_amount_minor,
      base_open_amount_minor, state, item.created_at
    from ${table} item join end_customers using (end_customer_id)
  `
}
