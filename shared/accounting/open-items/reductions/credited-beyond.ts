import { amountInWords } from '../../amounts/decimal.ts'
import { shareOf } from '../../amounts/share-of.ts'
import type { TaxAtRate, TaxToCredit } from '../../documents/tax-record.ts'

/** What is taken of an item, signed like it, by something that sets items off; without tax where no document has opened it. */
type SetOffItem = {
  readonly taken_minor: bigint
  readonly credit: TaxToCredit | null
  readonly pointer: string
}

/** The rounding of lines. */
const TOLERANCE_MINOR = 5n

/**
 * Credit notes that take back more tax at a rate than the documents have that they are set off against, each rate once. Nothing is told where all of
 * these came after the credit note, which is for another one then, nor where nobody knows the tax of one of them.
 *
 * @source MWSTG Art. 41: tax is corrected by what was taxed
 */
export function creditedBeyond(items: readonly SetOffItem[]): readonly { message: string; pointer: string }[] {
  const notes = items.filter(({ credit, taken_minor }) => credit && taken_minor < 0n && BigInt(credit.item_minor) < 0n)
  const credited = items.filter(({ taken_minor }) => taken_minor > 0n)
  const documents = credited.flatMap(({ credit }) => credit ?? [])
  const last = notes
    .map(({ credit }) => credit?.documented_on ?? '')
    .sort()
    .at(-1)
  if (last === undefined || documents.length < credited.length) return []
  if (!documents.some(({ documented_on }) => documented_on <= last)) return []
  const back = notes.flatMap(({ credit, taken_minor, pointer }) =>
    credit
      ? credit.taxes.map((tax) => ({ ...partOf(tax, taken_minor, credit), currency: credit.currency, pointer }))
      : [],
  )
  return [...Map.groupBy(back, keyOf)].flatMap(([key, its]) => {
    const taken = sumOf(its)
    const has = sumOf(documents.flatMap(({ taxes }) => taxes).filter((tax) => keyOf(tax) === key))
    const left = has < 0n ? 0n : has
    const [first] = its
    return first && taken > left + TOLERANCE_MINOR
      ? [{ message: inWords(first, taken, left), pointer: first.pointer }]
      : []
  })
}

function partOf(tax: TaxAtRate, taken_minor: bigint, { item_minor }: TaxToCredit): TaxAtRate {
  return { ...tax, minor: String(-shareOf(BigInt(tax.minor), taken_minor, BigInt(item_minor))) }
}

function keyOf({ rate_bp, net_rate_bp, activity_id }: TaxAtRate): string {
  return `${net_rate_bp === null ? rate_bp : ''} ${net_rate_bp ?? ''} ${activity_id ?? ''}`
}

function sumOf(taxes: readonly TaxAtRate[]): bigint {
  return taxes.reduce((sum, { minor }) => sum + BigInt(minor), 0n)
}

function inWords(tax: TaxAtRate & { readonly currency: string }, taken: bigint, left: bigint): string {
  const { rate_bp, net_rate_bp, activity_id, currency } = tax
  const words = (minor: bigint) => amountInWords(minor, currency)
  const of = net_rate_bp === null ? 'tax' : `turnover of activity ${activity_id}`
  const rate = `${(net_rate_bp ?? rate_bp) / 100} %`
  return `The credit note takes back ${words(taken)} of ${of} at ${rate}, and what it is set off against has ${words(left)} at that rate.`
}

/** What is told with it, wherever the two are set off. */
export const CREDIT_NOTE_BEYOND = {
  code: 'credit_note_beyond_document',
  remedy:
    'Where it credits these documents: reverse what sets them off and the credit note, and send the note again with a line for each rate of the documents. Nothing, where it credits another one, whose rate it has.',
  source: 'MWSTG Art. 24, 25 and 41',
} as const
