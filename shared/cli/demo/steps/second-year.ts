import { type DemoDocument, SPOILED, type Spoiled } from '../company/documents.ts'
import type { DemoInvoice } from '../company/invoices.ts'
import { accrualReversed, appropriation, payroll, yearEnd } from '../company/vouchers.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { feed } from '../feed.ts'
import { printBlockers } from '../prints.ts'
import { listFacts, untilDecided } from '../queries.ts'
import { closeYear } from './close-year.ts'
import { type OrStatements, readStatements, statementFigures } from './statements.ts'

/** The last kinds of spoiled documents stay blocked to the end. */
const NEVER_CORRECTED = 2
const REVERSED = 4

/** @returns the documents that were sent spoiled, as they should be, and all the others */
export async function sendSecondYear(
  demo: Demo,
  documents: readonly DemoDocument[],
  invoices: readonly DemoInvoice[],
): Promise<{ spoiled: DemoDocument[]; sound: DemoDocument[] }> {
  say('\n4. The year 2025 is sent; some documents are spoiled on purpose, one is sent twice under another reference.')
  const { client } = demo
  const spoiled = pickSpoiled(documents)
  const broken = new Map(spoiled.map(({ document, spoil }) => [document.external_reference, spoil(document)]))
  await feed('expense documents', documents, (document) =>
    client.recordExpenseDocument({ body: broken.get(document.external_reference) ?? document }),
  )
  await feed('invoices', invoices, (body) => client.recordCustomerInvoice({ body }))
  const sound = documents.filter(({ external_reference }) => !broken.has(external_reference))
  const twice = { ...(sound[0] as DemoDocument), external_reference: 'E-TWICE', idempotency_key: 'E-TWICE' }
  await client.recordExpenseDocument({ body: twice })
  await untilDecided(demo)
  await printBlockers(demo, 'Blockers after the year')
  return { spoiled: spoiled.map(({ document }) => document), sound }
}

/** @returns the documents that are never corrected */
export async function correctSpoiled(demo: Demo, spoiled: readonly DemoDocument[]): Promise<DemoDocument[]> {
  say('\n5. The source system sends better versions under the same references; they supersede the blocked ones.')
  const corrected = spoiled
    .slice(0, -NEVER_CORRECTED)
    .map((document) => ({ ...document, idempotency_key: `${document.external_reference}-v2` }))
  await feed('corrections', corrected, (body) => demo.client.recordExpenseDocument({ body }))
  await untilDecided(demo)
  return spoiled.slice(-NEVER_CORRECTED)
}

/** @returns the documents that stay reversed */
export async function reverseSome(demo: Demo, sound: readonly DemoDocument[]): Promise<DemoDocument[]> {
  say('\n6. Some postings are reversed, and one of the documents is sent again.')
  const { client, customer } = demo
  const reversed = sound.slice(Math.min(40, sound.length - REVERSED)).slice(0, REVERSED)
  const ids = new Map((await listFacts(demo, 'posted')).map((fact) => [fact.external_reference, fact.id]))
  await feed('reversals', reversed, ({ external_reference }) =>
    client.reverseSourceFact(
      {
        source_fact_id: ids.get(external_reference) ?? '',
        body: { end_customer_id: customer, reason: 'booked by mistake' },
      },
      DECIDED,
    ),
  )
  const again = { ...(reversed[0] as DemoDocument), idempotency_key: 'sent-again' }
  const rebooked = await client.recordExpenseDocument({ body: again }, DECIDED)
  expectEqual('the document that was sent again', rebooked.state, 'posted')
  return reversed.slice(1)
}

/** @param profit of the first year, in Rappen */
export async function closeSecondYear(
  demo: Demo,
  profit: number,
): Promise<{ statements: OrStatements; voucher_count: number }> {
  say('\n7. Payroll, appropriation of the profit, year-end and closing of 2025.')
  const { client, customer } = demo
  const vouchers = [
    accrualReversed(customer, 2025),
    ...payroll(customer, 2025),
    appropriation(customer, 2025, profit),
    ...yearEnd(customer, 2025),
  ]
  await feed('vouchers', vouchers, (body) => client.recordJournalVoucher({ body }))
  await untilDecided(demo)
  const before = await readStatements(demo)
  await closeYear(demo, 2025)
  const after = await readStatements(demo)
  expectEqual('the statements after the closing entries', statementFigures(after), statementFigures(before))
  say('   The statements say the same before and after the closing entries.')
  return { statements: after, voucher_count: vouchers.length }
}

/** A document for each kind of spoiling, each another one, across the year. */
function pickSpoiled(documents: readonly DemoDocument[]): (Spoiled & { readonly document: DemoDocument })[] {
  const taken = new Set<DemoDocument>()
  return SPOILED.map((kind, index) => {
    const from = (index * 7 + 3) % documents.length
    const inTurn = [...documents.slice(from), ...documents.slice(0, from)]
    const document = inTurn.find((one) => !taken.has(one) && isFitFor(kind, one))
    if (!document) throw new Error('too few documents; ask for more with --documents')
    taken.add(document)
    return { ...kind, document }
  })
}

/** An invoice, with the UID of its supplier where that is spoiled. */
function isFitFor({ blocker }: Spoiled, { payload }: DemoDocument): boolean {
  if (payload.gross_amount.amount_minor <= 0) return false
  return blocker !== 'supplier_uid_invalid' || 'uid_mwst_number' in payload.supplier
}
