import { row, sql, type Tx } from './database.ts'

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
