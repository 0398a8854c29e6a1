import { shareOf } from '../../amounts/share-of.ts'
import type { Invoice, TaxLine } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { hasReceivedConsideration } from '../../vat/due-with-payment.ts'
import { type PaidByAdvance, setOffAgainst } from '../../vat/received.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'
import type { Movement } from '../journal-entry.ts'
import { advanceAccountOf } from './advance-line.ts'

/**
 * What the advance has paid that a document takes off: of what is supplied, and not of the next advance that it asks for.
 *
 * @returns null where it takes none off
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2
 */
export function paidByAdvance(document: Invoice, settings: PostingSettings): PaidByAdvance | null {
  const { gross, tax_lines } = document
  if (gross === null || tax_lines.length < 2 || !hasReceivedConsideration(settings)) return null
  const advances = tax_lines.filter((line) => advanceAccountOf(document, line, settings) !== null).map(grossOf)
  const sum = (some: readonly bigint[]) => some.reduce((total, minor) => total + minor, 0n)
  const supplied_minor = gross.amount_minor - sum(advances)
  const advance_minor = sum(advances.filter((minor) => isTakenOff(minor, supplied_minor)))
  return setOffAgainst(advance_minor, supplied_minor + advance_minor)
}

function isTakenOff(advance_minor: bigint, supplied_minor: bigint): boolean {
  return advance_minor * supplied_minor < 0n
}

/** Acquisition tax is no amount of the document. */
function grossOf({ tax_code, net, tax }: TaxLine): bigint {
  return net.amount_minor + (TAX_CODES.get(tax_code)?.direction === 'acquisition' ? 0n : tax.amount_minor)
}

/**
 * The movements of a line whose tax is due with the payment, in two parts: tax of what the advance has paid is due at once, and so is that
 * of the line that takes the advance off. The two parts are the whole. What asks for the next advance waits for its own money.
 */
export function withPaidPart(
  movements: readonly Movement[],
  paid: PaidByAdvance | null,
  { document, settings, line }: { document: Invoice; settings: PostingSettings; line: TaxLine },
): readonly Movement[] {
  if (!movements.some(isNotDue)) return movements
  // Nothing is left to pay, so no payment would ever make it due.
  if (document.gross?.amount_minor === 0n) return movements.map(dueAtOnce)
  if (paid === null) return movements
  if (advanceAccountOf(document, line, settings) !== null)
    return isTakenOff(grossOf(line), paid.whole_minor) ? movements.map(dueAtOnce) : movements
  const parts = movements.map((movement) => inTwo(movement, paid))
  return [withRecord(parts.map(([part]) => part)), withRecord(parts.map(([, rest]) => rest))].flat()
}

/** What the advance has paid of a movement, with tax that is due at once, and the rest. */
export function inTwo(movement: Movement, { paid_minor, whole_minor }: PaidByAdvance): readonly [Movement, Movement] {
  const share = (minor: bigint) => shareOf(minor, paid_minor, whole_minor)
  const { tax, amount_minor, transaction_minor } = movement
  const part = {
    ...movement,
    amount_minor: share(amount_minor),
    transaction_minor: share(transaction_minor),
    ...(tax && { tax: { ...tax, base_minor: share(tax.base_minor), tax_minor: share(tax.tax_minor) } }),
  }
  const rest = {
    ...movement,
    amount_minor: amount_minor - part.amount_minor,
    transaction_minor: transaction_minor - part.transaction_minor,
    ...(tax && { tax: restOf(tax, share) }),
  }
  return [dueAtOnce(part), rest]
}

function restOf(tax: TaxSnapshot, share: (minor: bigint) => bigint): TaxSnapshot {
  const { base_minor, tax_minor, document } = tax
  const left = (minor: bigint) => minor - share(minor)
  return {
    ...tax,
    base_minor: left(base_minor),
    tax_minor: left(tax_minor),
    ...(document && {
      document: { ...document, base_minor: left(document.base_minor), tax_minor: left(document.tax_minor) },
    }),
  }
}

/** The amounts of the document settle what payments make due, so tax that is due has none. */
function dueAtOnce(movement: Movement): Movement {
  if (movement.tax?.kind !== 'not_due') return movement
  const { document: _, ...tax } = movement.tax
  return { ...movement, tax: { ...tax, kind: 'due' } }
}

/** A line of nothing is not booked: its record stands on the taxed line, as that of a tax of nothing does. */
function withRecord(movements: readonly Movement[]): readonly Movement[] {
  const [main, of] = movements
  if (!main || !of?.tax || main.tax || of.amount_minor !== 0n) return movements
  return [{ ...main, tax: of.tax }]
}

function isNotDue({ tax }: Movement): boolean {
  return tax?.kind === 'not_due'
}
