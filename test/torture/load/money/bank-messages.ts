import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { bankEntry, camt053Message, camt054Message, transaction } from '../../../camt053/messages.ts'
import { pick, postingDate } from '../bodies.ts'

/**
 * Bank entries; some of them are in other bank statements too, and some pay a receivable.
 *
 * @param named those that name a payment, which they make or bring back
 */
export function statementXml(
  random: Random,
  name: string,
  open_amounts: readonly number[],
  named: readonly string[] = [],
): string {
  const entries = Array.from({ length: random.between(1, 5) }, (_, index) => {
    if (random.isOneIn(5)) return batchOf(random.between(1, BATCHES), () => '')
    const isRepeated = random.isOneIn(6)
    const isFitting = open_amounts.length > 0 && !random.isOneIn(3)
    const minor = isFitting && !isRepeated ? pick(random, open_amounts) : random.between(100, 90_000)
    const text = isRepeated ? `repeated ${random.between(1, 8)}` : `${name} ${index}`
    const direction = !isRepeated && random.isOneIn(4) ? 'DBIT' : 'CRDT'
    const amount = isRepeated ? '77.70' : (minor / 100).toFixed(2)
    const details = direction === 'CRDT' && !isRepeated ? transaction().replace('NOTPROVIDED', `${name}-${index}`) : ''
    return bankEntry({ amount, text, direction, details, date: isRepeated ? '2026-05-05' : postingDate(random) })
  })
  return camt053Message({ header: `<Id>${name}</Id>`, bankEntries: [...entries, ...named].join('') })
}

type NamedMove = {
  readonly amount_minor: number
  readonly direction: 'CRDT' | 'DBIT'
  readonly date: string
  readonly text: string
  readonly refs: string
  readonly back?: 'reversal' | 'return'
}

/** A bank entry that names what it pays, or what it brings back. */
export function namedEntry({ amount_minor, direction, date, text, refs, back }: NamedMove): string {
  const amount = (amount_minor / 100).toFixed(2)
  const reason = back === 'return' ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''
  const details = `<TxDtls><Refs>${refs}</Refs><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reason}</TxDtls>`
  return bankEntry({ amount, direction, date, text, details, ...(back === 'reversal' && { reversal: 'true' }) })
}

type OrderedBatch = {
  readonly id: string
  readonly date: string
  readonly payments: readonly { readonly end_to_end_id: string; readonly amount: { readonly amount_minor: number } }[]
}

/** The debit of a batch that was ordered: a bank statement has it as a whole, a notification with each payment. */
export function orderedBatch({ id, date, payments }: OrderedBatch, has_details: boolean): string {
  const francs = (minor: number) => (minor / 100).toFixed(2)
  const batch = `<Btch><PmtInfId>${id}</PmtInfId></Btch>`
  const details = payments.map(
    ({ end_to_end_id, amount: { amount_minor } }) =>
      `<TxDtls><Refs><PmtInfId>${id}</PmtInfId><EndToEndId>${end_to_end_id}</EndToEndId></Refs><Amt Ccy="CHF">${francs(amount_minor)}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`,
  )
  const amount = francs(payments.reduce((sum, payment) => sum + payment.amount.amount_minor, 0))
  const all = has_details ? batch + details.join('') : batch
  const written = bankEntry({ amount, direction: 'DBIT', date, text: `ordered ${id}`, details: all })
  return written.replace('</ValDt>', `</ValDt><AcctSvcrRef>ORDER-${id}</AcctSvcrRef>`)
}

/** Batches of the bank come without their details, which notifications bring, before them or after them. */
const BATCHES = 30

function batchOf(number: number, detailsOf: (francs: number) => string): string {
  const amount = `${number}0.00`
  const written = bankEntry({ amount, date: '2026-05-06', details: detailsOf(number * 10), text: `batch ${number}` })
  return written.replace('</ValDt>', `</ValDt><AcctSvcrRef>BATCH-${number}</AcctSvcrRef>`)
}

/** Details of some of these batches; some come again and again. */
export function notificationXml(random: Random, name: string, ordered: readonly string[]): string {
  const split = (francs: number) => transaction({ amount: '1.00' }) + transaction({ amount: `${francs - 1}.00` })
  const batches = Array.from({ length: random.between(1, 4) }, () => batchOf(random.between(1, BATCHES), split))
  return camt054Message({ header: `<Id>${name}</Id>`, bankEntries: [...batches, ...ordered].join('') })
}
