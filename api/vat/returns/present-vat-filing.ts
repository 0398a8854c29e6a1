import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { VatFilingRow } from '../../../shared/store/vat/filings.ts'
import { presentMoney } from '../../http/present-money.ts'

export function presentVatFiling(filing: VatFilingRow, currency: string) {
  const { end_customer_id, filing_number, period, journal_entry_id } = filing
  const query = new URLSearchParams({ end_customer_id, filing_number: String(filing_number) })
  return {
    object: 'vat_filing',
    id: publicId('vat_filing', filing.filing_id),
    end_customer_id,
    filing_number,
    period,
    submission: filing.submission,
    period_start: filing.period_start,
    period_end: filing.period_end,
    payable_tax: presentMoney(filing.payable_minor, currency),
    added_tax: presentMoney(filing.added_minor, currency),
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    ledger_position: { entry_number: jsonInteger(filing.entry_number), entry_hash: filing.entry_hash },
    return_sha256: filing.content_sha256,
    file_sha256: filing.xml_sha256,
    vat_return: `/v1/vat-returns/${period}?${query}`,
    actor_id: filing.actor_id,
    created_at: filing.created_at,
  }
}
