import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { TaxRecordRow } from '../../shared/store/vat/tax-records.ts'
import { presentEvidence } from '../facts/present-source-fact.ts'
import { presentMoney } from '../http/present-money.ts'
import { sourceId } from '../journal/source-id.ts'

export function presentTaxRecord(record: TaxRecordRow) {
  const { currency, declares, line_number, source_type } = record
  const journal_entry_id = publicId('journal_entry', record.journal_entry_id)
  return {
    id: `${journal_entry_id}.${line_number}.${record.record_number}`,
    journal_entry_id,
    entry_number: jsonInteger(record.entry_number),
    line_number,
    account_code: record.account_code,
    posting_date: record.posting_date,
    kind: record.kind,
    tax_code: record.tax_code,
    direction: record.direction,
    rate_bp: record.code_rate_bp,
    net_rate_bp: record.activity_id === null ? null : record.rate_bp,
    form_figure: record.form_figure,
    activity_id: record.activity_id,
    supply_date: record.supply_date,
    base_amount: presentMoney(BigInt(record.base_minor), currency),
    tax_amount: presentMoney(BigInt(record.tax_minor), currency),
    is_sign_corrected: record.is_sign_corrected,
    vat_period: record.vat_period,
    declares: declares && {
      ...declares,
      journal_entry_id: publicId('journal_entry', declares.journal_entry_id),
    },
    source: { type: source_type, id: sourceId(source_type, record.source_id) },
    evidence_hashes: record.evidence_hashes ?? presentEvidence(record.request),
    entry_hash: record.entry_hash,
  }
}
