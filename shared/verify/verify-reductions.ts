import type { TaxAmounts } from '../accounting/documents/tax-record.ts'
import type { DocumentOfItem } from '../accounting/settlement/deductions/taxed-document.ts'
import { reducedOtherwise } from '../accounting/settlement/reduced-as-deducted.ts'
import { takenBeyond } from '../accounting/settlement/reducible-taxes.ts'
import { restsOfLines } from '../accounting/settlement/tax-of-rest.ts'
import { publicId } from '../process/ids.ts'
import type { Db } from '../store/db/database.ts'
import { findDocumentsOfItems } from '../store/journal/documents-of-items.ts'
import { readPostingSettings } from '../store/setup/posting-settings.ts'
import { readReducedItems } from '../store/verify/reduced-items.ts'
import { readTransferredRests } from '../store/verify/transferred-rests.ts'
import type { Report } from './verify-chain.ts'

/** Adds up what each document was reduced by, tax by tax: never more than it has, and what its deductions take. */
export async function verifyReductions(db: Db, end_customer_id: string, report: Report): Promise<void> {
  const settings = (await readPostingSettings(db, [end_customer_id])).get(end_customer_id)
  if (!settings) return
  for await (const ids of readReducedItems(db, end_customer_id)) {
    const documents = await findDocumentsOfItems(db, end_customer_id, ids)
    for (const document of documents.values())
      for (const { tax_code, tax_minor, taken_minor } of takenBeyond(document, settings))
        report(
          'reductions of a document take no more of its tax than it has',
          `open item ${nameOf(document)}, ${tax_code}`,
          `at most ${tax_minor}`,
          taken_minor,
        )
    for (const document of documents.values())
      for (const { of, expected_minor, found_minor } of reducedOtherwise(document, settings))
        report(
          'deductions reduce the taxes of their document',
          `open item ${nameOf(document)}, ${of}`,
          expected_minor,
          found_minor,
        )
  }
}

/** Compares what changes of consideration have transferred of documents that take an advance off with the rest of each line. */
export async function verifyTransferredRests(db: Db, end_customer_id: string, report: Report): Promise<void> {
  for await (const transferred of readTransferredRests(db, end_customer_id)) {
    const ids = new Set(transferred.map(({ open_item_id }) => open_item_id))
    const documents = await findDocumentsOfItems(db, end_customer_id, [...ids])
    const rests = new Map([...documents].map(([id, document]) => [id, restsOfLines(document)]))
    for (const { open_item_id, line_number, rest } of transferred) {
      const document = documents.get(open_item_id)
      const expected = rests.get(open_item_id)?.get(line_number)
      if (document && inWords(expected) !== inWords(rest))
        report(
          'what a change of consideration transfers is what no advance has paid',
          `open item ${nameOf(document)}, line ${line_number}`,
          inWords(expected),
          inWords(rest),
        )
    }
  }
}

function inWords(rest: TaxAmounts | undefined): string {
  return rest ? `base ${rest.base_minor}, tax ${rest.tax_minor}` : 'all of it'
}

function nameOf({ side, open_item_id }: Pick<DocumentOfItem, 'side' | 'open_item_id'>): string {
  return publicId(side === 'payable' ? 'supplier_payable' : 'document', open_item_id)
}
