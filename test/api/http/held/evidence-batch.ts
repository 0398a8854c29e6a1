import { expense } from '../../../support/requests/examples.ts'

/** Facts with as many hashes of evidence as there is room for: an answer has each of them twice. */
export function evidenceBatch(...end_customer_ids: readonly string[]): {
  readonly path: string
  readonly body: string
} {
  const evidence_links = Array.from({ length: 9 }, (_, index) => ({
    sha256: String(index).padStart(64, '0'),
    type: 'receipt',
  }))
  const items = Array.from({ length: 500 }, (_, index) =>
    expense(end_customer_ids[index % end_customer_ids.length] ?? '', { evidence_links }),
  )
  return { path: '/v1/source-facts/batch', body: JSON.stringify({ items }) }
}
