import { type Kind, publicId, uuidOf } from '../../shared/process/ids.ts'

/** Kinds of the sources of entries, besides source facts. */
const KINDS: Readonly<Record<string, Kind>> = {
  payment_allocation: 'payment_allocation',
  supplier_payable_settlement: 'supplier_payable_settlement',
  vat_filing: 'vat_filing',
  vat_transfer: 'vat_transfer',
}

export function sourceId(source_type: string, source_id: string): string {
  return publicId(KINDS[source_type] ?? 'source_fact', source_id)
}

/** The UUID behind the id of a source of any kind, or null. */
export function sourceUuid(text: string): string | null {
  for (const kind of ['source_fact', ...Object.values(KINDS)] as Kind[]) {
    const uuid = uuidOf(kind, text)
    if (uuid !== null) return uuid
  }
  return null
}
