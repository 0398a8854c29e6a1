import { decodeSvg } from '../../api/qr-bills/decode-svg.ts'
import { IBAN } from '../../camt053/messages.ts'
import type { Item } from '../../support/reply.ts'
import { CALM_PATIENCE_MS } from '../load/clients.ts'
import type { Evidence, Finding } from './evidence.ts'

type Billed = { readonly document: Item<'documents'>; readonly reference: string }

/** So many of each end customer are read as a bill; the drawings are one of each. */
const MOST_BILLS = 150
const LANGUAGES = ['de', 'fr', 'it', 'en'] as const

/**
 * The QR-bill of each open invoice says what is open of it, and says it to a scanner too; what has paid by its reference and
 * is not used up is proposed for it.
 */
export async function checkBills(evidence: Evidence): Promise<Finding> {
  const wrong: string[] = []
  let bills = 0
  let paid = 0
  for (const customer of evidence.plan.customers) {
    const billed = await readBills(evidence, customer, wrong)
    bills += billed.length
    paid += await checkPaid(evidence, customer, billed, wrong)
    const [first] = billed
    if (first) await checkDrawings(evidence, customer, first, wrong)
  }
  return {
    check: 'QR-bills say what is open, and what pays them is proposed',
    counted: `${bills} bills, ${paid} paid`,
    wrong,
  }
}

async function readBills({ client, all }: Evidence, customer: string, wrong: string[]): Promise<Billed[]> {
  const { one, scan } = client.readsOf(customer, CALM_PATIENCE_MS)
  const open = await all('/v1/documents', `end_customer_id=${customer}&state=open`)
  const billed: Billed[] = []
  for (const document of open.filter(isBilled).slice(0, MOST_BILLS)) {
    const bill = await one(`/v1/documents/${document.id}/qr-bill?iban=${IBAN}`)
    // Without a bank statement its account is not known.
    if (!bill) continue
    const scanned = await scan(bill.text)
    const said = [bill.amount, scanned?.amount].map((amount) => JSON.stringify(amount))
    if (said.some((amount) => amount !== JSON.stringify(document.open_amount)))
      wrong.push(`${document.id}: ${document.open_amount.amount_minor} is open, and its bill says ${said.join()}`)
    if (scanned?.reference !== bill.reference || scanned.defects.length > 0)
      wrong.push(
        `${document.id}: ${bill.reference} is scanned as ${scanned?.reference} ${JSON.stringify(scanned?.defects)}`,
      )
    billed.push({ document, reference: bill.reference })
  }
  return billed
}

function isBilled({ kind, open_amount: { amount_minor, currency } }: Item<'documents'>): boolean {
  return kind === 'receivable' && amount_minor > 0 && (currency === 'CHF' || currency === 'EUR')
}

/** @returns how many payments name one of the bills, and are open */
async function checkPaid({ all }: Evidence, customer: string, billed: readonly Billed[], wrong: string[]) {
  const payments = await all('/v1/payments', `end_customer_id=${customer}&open=true`)
  const proposals = await all('/v1/settlement-candidates', `end_customer_id=${customer}&target_type=document`)
  const proposed = new Map(proposals.map((one) => [`${one.payment_id} ${one.target_document_id}`, one.reasons]))
  const named = billed.flatMap(({ document, reference }) =>
    payments
      .filter(({ payment_references, amount }) => isFor(reference, payment_references) && isSame(amount, document))
      .map((payment) => ({ payment, document, reference })),
  )
  for (const { payment, document, reference } of named)
    if (!proposed.get(`${payment.id} ${document.id}`)?.includes('reference'))
      wrong.push(`${payment.id} names ${reference} and is not proposed for ${document.id}`)
  return named.length
}

function isFor(reference: string, named: readonly string[]): boolean {
  return named.some((one) => one.replaceAll(' ', '') === reference)
}

function isSame({ currency }: { readonly currency: string }, { open_amount }: Item<'documents'>): boolean {
  return open_amount.currency === currency
}

async function checkDrawings({ client }: Evidence, customer: string, { document, reference }: Billed, wrong: string[]) {
  const { drawn } = client.readsOf(customer, CALM_PATIENCE_MS)
  for (const language of LANGUAGES) {
    const path = `/v1/documents/${document.id}/qr-bill?iban=${IBAN}&language=${language}` as const
    const picture = await drawn(`${path}&format=svg`)
    const page = await drawn(`${path}&format=pdf`)
    if (!decodeSvg(picture ?? '')?.includes(reference))
      wrong.push(`${document.id}: the picture in ${language} says no ${reference}`)
    if (!page?.startsWith('%PDF-')) wrong.push(`${document.id}: there is no page in ${language}`)
  }
}
