import fc from 'fast-check'
import { bankEntry, camt053Message } from '../../../../camt053/messages.ts'

/** What happens to the books of a bank account, one thing after the other; numbers choose among what is there. */
export type Step =
  | { readonly does: 'book' | 'part'; readonly entry: number; readonly day: number }
  | { readonly does: 'line' | 'opening'; readonly day: number; readonly amount: number }
  | { readonly does: 'link' | 'link_by_old_process'; readonly entry: number; readonly fact: number }
  | { readonly does: 'reserve_by_old_process' | 'dismiss' | 'undismiss' | 'unlink'; readonly entry: number }
  | { readonly does: 'reverse'; readonly fact: number; readonly day: number }
  | { readonly does: 'map'; readonly day: number }
export type BankHistory = { readonly steps: readonly Step[]; readonly hasRepeat: boolean }

const number = fc.nat(20)
const day = fc.integer({ min: -3, max: 12 })
const amount = fc.constantFrom(1_000, -1_000, 2_000, -500)
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constantFrom('book' as const, 'book' as const, 'part' as const), entry: number, day }),
    fc.record({ does: fc.constantFrom('line' as const, 'line' as const, 'opening' as const), day, amount }),
    fc.record({ does: fc.constantFrom('link' as const, 'link_by_old_process' as const), entry: number, fact: number }),
    fc.record({
      does: fc.constantFrom(
        'reserve_by_old_process' as const,
        'dismiss' as const,
        'undismiss' as const,
        'unlink' as const,
      ),
      entry: number,
    }),
    fc.record({ does: fc.constant('reverse' as const), fact: number, day }),
    fc.record({ does: fc.constant('map' as const), day }),
  ),
  { minLength: 6, maxLength: 16 },
)

export const bankHistory: fc.Arbitrary<BankHistory> = fc.record({ steps, hasRepeat: fc.boolean() })

/** The first day of the bank statements is the 5th of March. */
export const dayOf = (index: number) => `2026-03-${String(5 + index).padStart(2, '0')}`

/** Two bank statements of five days each, and one that only repeats days of the first, with a bank entry of its own. */
export function filesOf({ hasRepeat }: BankHistory): string[] {
  const booking = (index: number, francs: number, text = '') =>
    bankEntry({
      amount: `${Math.abs(francs)}.00`,
      direction: francs > 0 ? 'CRDT' : 'DBIT',
      date: dayOf(index),
      text: text || `B${index} ${francs}`,
    })
  const first = fileOf(1, [0, 4], [100, 115], booking(0, 10) + booking(1, 20) + booking(3, -20) + booking(4, 5))
  const second = fileOf(2, [5, 9], [115, 120], booking(5, 20) + booking(7, -5) + booking(8, -10))
  const repeat = fileOf(1, [1, 2], [110, 140], booking(1, 20, 'beside 1') + booking(2, 10, 'beside 2'))
  return [first, second, ...(hasRepeat ? [repeat] : [])]
}

function fileOf(number: number, [from, to]: [number, number], [opening, closing]: [number, number], entries: string) {
  const balanceOf = (type: string, amount: number, index: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}.00</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${dayOf(index)}</Dt></Dt></Bal>`
  return camt053Message({
    header: `<Id>S-${from}-${to}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><FrToDt><FrDtTm>${dayOf(from)}T00:00:00</FrDtTm>
      <ToDtTm>${dayOf(to)}T23:59:59</ToDtTm></FrToDt>`,
    balances: balanceOf('OPBD', opening, from) + balanceOf('CLBD', closing, to),
    bankEntries: entries,
  })
}
