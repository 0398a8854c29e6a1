import { returnOfKept } from '../accounting/vat/filing/return-read.ts'
import { taxedAsKept } from '../accounting/vat/filing/taxed-as-kept.ts'
import { vatReturnOf } from '../accounting/vat/return/vat-return.ts'
import { sha256Of } from '../canonical/hash.ts'
import type { Db } from '../store/db/database.ts'
import { type FilingToVerify, readFilings, sumFiledTax } from '../store/verify/vat-filings.ts'
import type { Report } from './verify-chain.ts'

/**
 * Verifies every VAT return that was filed: what is kept of it and its file against their hashes, its place in the ledger,
 * and its figures against the lines up to there.
 */
export async function verifyFilings(db: Db, end_customer_id: string, report: Report): Promise<void> {
  for await (const filing of readFilings(db, end_customer_id)) {
    const subject = `filing ${filing.filing_number} of ${filing.period}`
    if (filing.entry_hash !== filing.hash_in_journal)
      report('a filing names an entry of its ledger', subject, filing.entry_hash, filing.hash_in_journal)
    const hashes = [
      [filing.content_sha256, sha256Of(filing.content)],
      [filing.xml_sha256, sha256Of(filing.xml)],
    ]
    for (const [expected, found] of hashes)
      if (expected !== found) report('a filed return is as it was kept', subject, expected, found)
    if (hashes.every(([expected, found]) => expected === found))
      await verifyFigures(db, end_customer_id, filing, subject, report)
  }
}

async function verifyFigures(
  db: Db,
  end_customer_id: string,
  filing: FilingToVerify,
  subject: string,
  report: Report,
): Promise<void> {
  const read = returnOfKept(filing.content)
  const { declaration, activities, is_by_rate = false } = read
  const { method, to, vat_return } = declaration
  const totals = taxedAsKept(await sumFiledTax(db, end_customer_id, filing), read)
  const { lines, payable_minor } = vatReturnOf(totals, { method, activities, last_day: to, is_by_rate })
  for (const [index, { figure, activity_id, base_minor, tax_minor }] of lines.entries()) {
    const kept = vat_return.lines[index]
    const [expected, found] = [`${base_minor}, tax ${tax_minor}`, `${kept?.base_minor}, tax ${kept?.tax_minor}`]
    if (expected !== found)
      report('filed figures equal the lines', `${subject}, ${figure ?? activity_id}`, expected, found)
  }
  if (payable_minor !== filing.payable_minor)
    report('filed figures equal the lines', `${subject}, 500`, payable_minor, filing.payable_minor)
}
