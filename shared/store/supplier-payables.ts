import type { SupplierPayableQuery } from '../contract/supplier-payables.ts'
import { type Db, row, sql, type Tx } from './database.ts'
import type { Visibility } from './source-facts.ts'

/** Amounts are text: they travel as JSON. */
export type NewSupplierPayable = {
  readonly end_customer_id: string
  readonly supplier_payable_id: string
  readonly source_fact_id: string
  readonly journal_entry_id: string
  readonly account_code: string
  readonly supplier_name: string
  readonly supplier_reference: string | null
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly currency: string
  readonly amount_minor: string
  readonly base_amount_minor: string
  readonly created_at: string
}

export async function insertSupplierPayables(tx: Tx, payables: readonly NewSupplierPayable[]): Promise<void> {
  if (payables.length === 0) return
  await tx.query(sql.prepared('insert_supplier_payables', row())`
    insert into supplier_payables (
      end_customer_id, supplier_payable_id, source_fact_id, journal_entry_id, account_code, supplier_name,
      supplier_reference, document_number, document_date, due_date, payment_reference, currency, amount_minor,
      open_amount_minor, base_amount_minor, base_open_amount_minor, created_at
    )
    select end_customer_id, supplier_payable_id, source_fact_id, journal_entry_id, account_code, supplier_name,
      supplier_reference, document_number, document_date, due_date, payment_reference, currency, amount_minor,
      amount_minor, base_amount_minor, base_amount_minor, created_at
    from json_to_recordset(${JSON.stringify(payables)}::json) as payable (
      end_customer_id uuid, supplier_payable_id uuid, source_fact_id uuid, journal_entry_id uuid, account_code text,
      supplier_name text, supplier_reference text, document_number text, document_date date, due_date date,
      payment_reference text, currency text, amount_minor bigint, base_amount_minor bigint, created_at timestamptz
    )
  `)
}

/** Closes the open items of facts that were reversed. */
export async function reverseSupplierPayables(
  tx: Tx,
  facts: readonly { end_customer_id: string; source_fact_id: string }[],
): Promise<void> {
  if (facts.length === 0) return
  await tx.query(sql.type(row())`
    update supplier_payables payable set state = 'reversed', open_amount_minor = 0, base_open_amount_minor = 0
    from ${sql.unnest(
      facts.map((fact) => [fact.end_customer_id, fact.source_fact_id]),
      ['uuid', 'uuid'],
    )} as fact (end_customer_id, source_fact_id)
    where payable.end_customer_id = fact.end_customer_id and payable.source_fact_id = fact.source_fact_id
  `)
}

export type SupplierPayableRow = {
  end_customer_id: string
  supplier_payable_id: string
  source_fact_id: string
  journal_entry_id: string
  account_code: string
  supplier_name: string
  supplier_reference: string | null
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
  state: 'open' | 'settled' | 'reversed'
  created_at: string
}

const payables = sql.fragment`
  select payable.end_customer_id, supplier_payable_id, source_fact_id, journal_entry_id, account_code, supplier_name,
    supplier_reference, document_number, document_date, due_date, payment_reference, currency, base_currency,
    amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state, payable.created_at
  from supplier_payables payable join end_customers using (end_customer_id)
`

export function findSupplierPayable(db: Db, supplier_payable_id: string, visible: Visibility) {
  return db.maybeOne(sql.type(row<SupplierPayableRow>())`
    ${payables}
    where supplier_payable_id = ${supplier_payable_id} and ${within(visible)}
  `)
}

/** Oldest first; one row more than the limit tells whether there are more. */
export function listSupplierPayables(
  db: Db,
  query: Omit<SupplierPayableQuery, 'source_fact_id'> & { limit: number; source_fact_uuid: string | null },
  after: string | null,
): Promise<readonly SupplierPayableRow[]> {
  const { end_customer_id, state = null, supplier_reference = null, source_fact_uuid, limit } = query
  return db.any(sql.type(row<SupplierPayableRow>())`
    ${payables}
    where payable.end_customer_id = ${end_customer_id}
      and (${state}::text is null or state = ${state})
      and (${supplier_reference}::text is null or supplier_reference = ${supplier_reference})
      and (${source_fact_uuid}::uuid is null or source_fact_id = ${source_fact_uuid}::uuid)
      and (${after}::uuid is null or supplier_payable_id > ${after}::uuid)
    order by supplier_payable_id
    limit ${limit + 1}
  `)
}

function within(visible: Visibility) {
  return visible === null
    ? sql.fragment`true`
    : sql.fragment`payable.end_customer_id = any(${sql.array(visible, 'uuid')})`
}
