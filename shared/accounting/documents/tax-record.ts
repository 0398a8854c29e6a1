import type { FilingPeriod } from '../../contract/vat/registrations.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import type { SupplyPeriod } from './supply.ts'

/** Tax as it was on the day of posting. Later statements and returns read this, never the rate table. */
export type TaxSnapshot = {
  readonly tax_code: string
  readonly direction: string
  readonly rate_bp: number
  readonly form_figure: string | null
  /** The last day of supply. */
  readonly supply_date: string
  /** Only of a line that names its period. */
  readonly supply_period?: SupplyPeriod
  /** Only of turnover under the net tax rate method. */
  readonly activity_id?: string
  /** With it: the rate of the activity on the day of supply. Absent where it was posted before records had it. */
  readonly net_rate_bp?: number
  /** Only of tax that was posted into a filed period: where it counts. */
  readonly vat_period?: VatPeriod
  /** The day whose return has it, where that is not the one of the entry. */
  readonly tax_date?: string
  /**
   * What the record does; absent where its tax is due on the day of the posting. `due` where the rest of its document is not: the advance
   * that the document takes off has paid it.
   */
  readonly kind?: 'due' | 'not_due' | 'taken_over' | 'declared' | 'extinguished'
  /** Only of tax that was taken over with its item: where its balance stands. No line has booked it. */
  readonly account_code?: string
  /** The line with the tax that was not due, which it declares, extinguishes or values anew. */
  readonly declares?: DeclaredLine
  /** Only of tax that a change of consideration transfers: what the rest of its document follows from then on. */
  readonly consideration?: Consideration
  /**
   * Only of the first transfer of tax that was declared before its item was taken over, or of a line that an advance has paid in part: that
   * of the item, or of the rest, which nothing else has.
   */
  readonly whole?: TaxAmounts
  /** Of tax that is not due on the day of the posting: the amounts of a document in a foreign currency, which settle it. */
  readonly document?: { readonly currency: string; readonly base_minor: bigint; readonly tax_minor: bigint }
  /** The open item whose document a deduction reduces, by its UUID; absent where it was posted before records had it. */
  readonly reduces?: string
  /** Instead, where a line of a voucher reduces the documents of several open items: what of it reduces which of them. */
  readonly reduced_items?: readonly ReducedItem[]
  readonly currency: string
  /** Signed: negative on a credit note. */
  readonly base_minor: bigint
  readonly tax_minor: bigint
}

/** The part of a record that reduces the document of one open item; signed like the record. */
export type ReducedItem = { readonly open_item_id: string } & TaxAmounts

export type DeclaredLine = {
  readonly journal_entry_id: string
  readonly line_number: number
  /** Only of tax that was taken over: the number of its record in the `tax_due` of the line. */
  readonly record_number?: number
}

/** When tax is due: with the invoice, or with its payment. */
export type Consideration = 'agreed' | 'received'

export type TaxAmounts = { readonly base_minor: bigint; readonly tax_minor: bigint }

/**
 * Tax of a line that is due with payments, and what of it payments have declared and write-offs extinguished. Tax that was due
 * with its document counts as settled with it.
 */
export type NotDue = {
  readonly record: TaxSnapshot
  readonly line: DeclaredLine
  readonly account_code: string
  /** It was due with its document; absent where it was not. */
  readonly is_due?: boolean
  /**
   * No line has exactly this much, so the first transfer says it: what a memo tells of tax that was declared before its item was taken
   * over, or what an advance has not paid of a line.
   */
  readonly is_told_once?: boolean
  /** In the currency of the document. */
  readonly settled: TaxAmounts
  /** In the base currency, at the value that was booked with the document. */
  readonly settled_base: TaxAmounts
  /** The changes of consideration that have transferred it, in the order in which they were booked; absent without any. */
  readonly transfers?: readonly Transfer[]
}

/** A change of consideration that has transferred tax from a day on. */
export type Transfer = { readonly to: Consideration; readonly on: string; readonly entry_number: bigint }

/** An open item as its tax sees it, in the currency of the item and signed like it. */
export type TaxOfItem = {
  readonly amount_minor: bigint
  /** What is paid or written off of it. */
  readonly closed_minor: bigint
  readonly not_due: readonly NotDue[]
}

/** Tax of a sale that counts after the money that pays it. Amounts are text. */
export type SaleAfter = {
  readonly on: string
  /** That of the day of the money. */
  readonly filing_period: FilingPeriod
  readonly item_minor: string
  readonly taxes: readonly {
    readonly tax_code: string
    readonly currency: string
    readonly base_minor: string
    readonly tax_minor: string
  }[]
}

/** What of a document a credit note may take back, by rate; of a credit note what it takes back. Amounts are text and signed like the item. */
export type TaxToCredit = {
  readonly documented_on: string
  readonly currency: string
  readonly item_minor: string
  readonly taxes: readonly TaxAtRate[]
}
/** Tax at a rate of the law, or the turnover of an activity at its net tax rate. */
export type TaxAtRate = {
  readonly rate_bp: number
  readonly net_rate_bp: number | null
  readonly activity_id: string | null
  readonly minor: string
}
