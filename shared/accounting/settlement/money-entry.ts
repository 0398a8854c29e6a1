import type { CanonicalValue } from '../../canonical/canonical-json.ts'
import { hashOf } from '../../canonical/hash.ts'
import type { MoneyEntry } from './entry-of-legs.ts'

type Requested = {
  readonly end_customer_id: string
  readonly currency: string
  readonly actor_id: string
  readonly request_id: string
}

type AllocationToBook = Requested & {
  readonly allocation_id: string
  readonly posting_date: string
  readonly request: CanonicalValue
  readonly lines: readonly { readonly partner_name: string }[]
  /** False where items are closed against each other. */
  readonly moves_money: boolean
  /** What the lines with deductions close of their documents; empty without any. */
  readonly closed: readonly { readonly document_id: string; readonly amount_minor: string }[]
}

type PaymentToBook = {
  readonly payment_id: string
  readonly account: string
  readonly debtor_name: string | null
  /** Hash of its bank entry. */
  readonly canonical_entry_hash: string
}

type SettlementToBook = Requested & {
  readonly settlement_id: string
  readonly supplier_payable_id: string
  readonly settlement_date: string
  /** As the request has it. */
  readonly settled_minor: bigint
  readonly bank_reference: string | null
  readonly evidence_sha256: string | null
  readonly reviewer_justification: string
  readonly supplier_name: string
  readonly bank_account: string | null
  readonly terms: { readonly [name: string]: CanonicalValue } | null
}

type FilingToBook = {
  readonly end_customer_id: string
  readonly filing_id: string
  readonly filing_number: number
  readonly period: string
  readonly submission: string
  readonly content_sha256: string
  readonly xml_sha256: string
  readonly posting_date: string
  readonly currency: string
  readonly actor_id: string
  readonly request_id: string
}

/**
 * The entry of an allocation without its lines. The hash covers its snapshot and description.
 *
 * @param payment null where the money stands on an account that the request names
 */
export function moneyEntryOfAllocation(allocation: AllocationToBook, payment: PaymentToBook | null): MoneyEntry {
  const { end_customer_id, allocation_id, posting_date, currency, request, actor_id, request_id } = allocation
  const request_hash = hashOf(request)
  const source_snapshot: CanonicalValue = {
    request,
    request_hash,
    ...(allocation.closed.length > 0 && { closed: allocation.closed }),
    ...(payment && { payment_id: payment.payment_id, canonical_entry_hash: payment.canonical_entry_hash }),
    evidence_hashes: {
      attachment_hashes: [],
      evidence_link_hashes: payment ? [payment.canonical_entry_hash] : [],
      source_hash: payment?.canonical_entry_hash ?? request_hash,
      source_payload_hash: request_hash,
    },
  }
  return {
    end_customer_id,
    source_type: 'payment_allocation',
    source_id: allocation_id,
    source_snapshot,
    posting_date,
    description: `${payment || allocation.moves_money ? 'Zahlung' : 'Verrechnung'} ${payment ? (payment.debtor_name ?? payment.account) : partnersOf(allocation)}`,
    currency,
    bank_account: payment?.account ?? null,
    actor_id,
    request_id,
  }
}

/** A few of them, so that the text stays short. */
function partnersOf({ lines }: AllocationToBook): string {
  const names = [...new Set(lines.map(({ partner_name }) => partner_name))]
  return [...names.slice(0, 3), ...(names.length > 3 ? ['…'] : [])].join(', ')
}

/** The entry of a settlement without its lines. The hash covers its snapshot and description. */
export function moneyEntryOfSettlement(settlement: SettlementToBook): MoneyEntry {
  const { end_customer_id, settlement_id, supplier_payable_id, evidence_sha256, bank_reference } = settlement
  const request = {
    supplier_payable_id,
    settlement_date: settlement.settlement_date,
    amount_minor: String(settlement.settled_minor),
    currency: settlement.currency,
    bank_reference,
    evidence_sha256,
    reviewer_justification: settlement.reviewer_justification,
    ...settlement.terms,
  }
  const request_hash = hashOf(request)
  const source_snapshot: CanonicalValue = {
    request,
    request_hash,
    evidence_hashes: {
      attachment_hashes: [],
      evidence_link_hashes: evidence_sha256 === null ? [] : [evidence_sha256],
      source_hash: evidence_sha256 ?? request_hash,
      source_payload_hash: request_hash,
    },
  }
  return {
    end_customer_id,
    source_type: 'supplier_payable_settlement',
    source_id: settlement_id,
    source_snapshot,
    posting_date: settlement.settlement_date,
    description: [`Zahlung an ${settlement.supplier_name}`, bank_reference].filter(Boolean).join(' '),
    currency: settlement.currency,
    bank_account: settlement.bank_account,
    actor_id: settlement.actor_id,
    request_id: settlement.request_id,
  }
}

/** The transfer entry without its lines: its hash covers those of the return and of its file. */
export function moneyEntryOfFiling(filed: FilingToBook): MoneyEntry {
  const { end_customer_id, filing_id, filing_number, period, submission, content_sha256, xml_sha256 } = filed
  return {
    end_customer_id,
    source_type: 'vat_filing',
    source_id: filing_id,
    source_snapshot: {
      filing: { filing_id, filing_number, period, submission },
      evidence_hashes: {
        attachment_hashes: [],
        evidence_link_hashes: [xml_sha256],
        source_hash: content_sha256,
        source_payload_hash: content_sha256,
      },
    },
    posting_date: filed.posting_date,
    description: `MWST-Abrechnung ${period}`,
    currency: filed.currency,
    bank_account: null,
    actor_id: filed.actor_id,
    request_id: filed.request_id,
  }
}
