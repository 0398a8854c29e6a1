import { billOfDocument } from '../../shared/accounting/qr-bills/bill-of-document.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findBilled } from '../qr-bills/read-payment-part.ts'
import { readOpenItem } from './read-open-item.ts'

const readDocument = readOpenItem('document')

/** What the page of a document shows: with the way to its QR-bill, one for each account that may be named there, or why there is none. */
export async function readDocumentPage(deps: ApiDeps, request: ReadRequest<OneQuery>) {
  const document = await readDocument(deps, request)
  const { item, accounts } = await findBilled(deps, request)
  const address = `/v1/documents/${request.params.document_id}/qr-bill`
  const bills = accounts.flatMap((account) => {
    const bill = billOfDocument(item, [account])
    return 'length' in bill ? [] : [{ iban: bill.iban, qr_bill: `${address}?iban=${bill.iban}` }]
  })
  if (bills.length > 1) return { ...document, qr_bill: bills }
  if (bills.length === 1) return { ...document, qr_bill: address }
  const refusals = billOfDocument(item, accounts)
  return {
    ...document,
    qr_bill: 'length' in refusals ? refusals.map(({ code, message }) => ({ code, message })) : address,
  }
}
