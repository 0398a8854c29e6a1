import type {
  PaidBack,
  RefundableAdvance,
  TaxOfAdvance,
  TaxPaidBack,
} from '../../../accounting/settlement/refunds/tax-left-of-advance.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { type AmountsAsText, amountsFromText } from '../../db/json.ts'
import { findLeftBesideFinalInvoices } from './left-beside-final-invoices.ts'
import { paidBackOfItem } from './paid-back-of-advances.ts'

type AdvanceRow = Omit<RefundableAdvance, 'taxes' | 'paid_back'> & {
  readonly open_item_id: string
  readonly taxes: readonly AmountsAsText<TaxOfAdvance>[]
  readonly paid_back: { readonly amount_minor: string; readonly taxes: readonly AmountsAsText<TaxPaidBack>[] }
}

/**
 * Of these advances whose tax is declared, those whose entry tells it: their own line is the record, or the records beside it are those of this
 * item alone. By id; one in another currency than the books is not there, as its tax has a rate of its own, nor one of which final invoices have
 * taken all off. Of others no more is open than they have left.
 */
export async function findAdvancesToRefund(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RefundableAdvance>> {
  const found = await db.any(sql.type(row<AdvanceRow>())`
    select open_item_id, own.account_code, -item.amount_minor as amount_minor, -item.open_amount_minor as open_amount_minor,
      own.tax is not null as is_own, beside.taxes, back.paid_back
    from open_items item
    join journal_lines own on own.end_customer_id = item.end_customer_id and own.entry_number = item.entry_number
      and own.line_number = item.line_number
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
          'account_code', account_code, 'tax_code', tax ->> 'tax_code', 'direction', tax ->> 'direction',
          'base_minor', tax ->> 'base_minor', 'tax_minor', tax ->> 'tax_minor', 'supply_date', tax ->> 'supply_date',
          'activity_id', tax ->> 'activity_id'
        ) order by line_number) filter (where tax is not null and (own.tax is null or is_own_line)), '[]'
        ) as taxes,
        count(*) filter (where is_item and not is_own_line) as other_items,
        sum(case when tax is not null then (tax ->> 'base_minor')::numeric when is_item then 0 else -debit_minor - credit_minor end)
          filter (where not is_own_line) as base_minor,
        bool_and(tax is null or (tax ->> 'tax_minor')::numeric > 0) filter (where not is_own_line) as is_taxed_alone
      from (
        select line.line_number, line.account_code, line.tax, line.debit_minor, line.credit_minor,
          line.line_number = own.line_number as is_own_line, line.open_item is not null or exists (
          select from open_items opened where opened.end_customer_id = line.end_customer_id
            and opened.entry_number = line.entry_number and opened.line_number = line.line_number
        ) as is_item
        from journal_lines line
        where line.end_customer_id = item.end_customer_id and line.entry_number = item.entry_number
          and (line.debit_minor > 0) = (own.debit_minor > 0)
      ) of_side
    ) beside
    cross join lateral (${paidBackOfItem}) back
    where item.end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and item.currency = (select base_currency from end_customers where end_customer_id = ${end_customer_id})
      and (own.tax is not null or other_items = 0 and is_taxed_alone and base_minor = -item.amount_minor)
  `)
  const left = await findLeftBesideFinalInvoices(db, end_customer_id, ids)
  return new Map(
    found.flatMap((row) => {
      const advance = advanceOf(row)
      const left_minor = left.get(row.open_item_id) ?? advance.open_amount_minor
      const open_amount_minor = left_minor < advance.open_amount_minor ? left_minor : advance.open_amount_minor
      return open_amount_minor > 0n ? [[row.open_item_id, { ...advance, open_amount_minor }]] : []
    }),
  )
}

function advanceOf({ open_item_id, taxes, paid_back, ...advance }: AdvanceRow): RefundableAdvance {
  return {
    ...advance,
    taxes: taxes.map((tax) => amountsFromText<TaxOfAdvance>(tax)),
    paid_back: paidBackOf(paid_back),
  }
}

function paidBackOf({ amount_minor, taxes }: AdvanceRow['paid_back']): PaidBack {
  return { amount_minor: BigInt(amount_minor), taxes: taxes.map((tax) => amountsFromText<TaxPaidBack>(tax)) }
}
