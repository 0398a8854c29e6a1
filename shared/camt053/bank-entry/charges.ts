import { type Element, find, findAll, firstText, textOf } from '../element.ts'
import { amountOf, type Direction, isTrue, type OptionalAmount, optionalDirection } from '../figures.ts'

type ChargeRecord = OptionalAmount & {
  readonly credit_debit: Direction | null
  readonly included: boolean | null
  readonly bearer: string | null
  readonly type: string | null
}

export type Charges = {
  readonly total_minor: bigint | null
  readonly total_currency: string | null
  readonly records: readonly ChargeRecord[]
}

export function chargesOf(parent: Element): Charges | null {
  const charges = findAll(parent, 'Chrgs')
  if (charges.length === 0) return null
  const total = amountOf(charges.map((element) => find(element, 'TtlChrgsAndTaxAmt')).find(Boolean))
  return {
    total_minor: total?.amount_minor ?? null,
    total_currency: total?.currency ?? null,
    records: charges.flatMap(recordElements).map(chargeRecordOf),
  }
}

/** Up to .02 the figures stand in `Chrgs` itself, later in its records. */
function recordElements(charges: Element): Element[] {
  const records = findAll(charges, 'Rcrd')
  return records.length > 0 || !find(charges, 'Amt') ? records : [charges]
}

function chargeRecordOf(record: Element): ChargeRecord {
  const amount = amountOf(find(record, 'Amt'))
  const included = textOf(record, 'ChrgInclInd')
  return {
    amount_minor: amount?.amount_minor ?? null,
    currency: amount?.currency ?? null,
    credit_debit: optionalDirection(record),
    included: included === null ? null : isTrue(included),
    bearer: textOf(record, 'Br'),
    type: firstText(record, ['Tp', 'Cd'], ['Tp', 'Prtry', 'Id'], ['Tp', 'Prtry']),
  }
}
