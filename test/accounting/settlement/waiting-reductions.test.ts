import { expect } from 'chai'
import fc from 'fast-check'
import { deduct } from '../../../shared/accounting/settlement/deductions/deduct.ts'
import { findUnfitReduction } from '../../../shared/accounting/settlement/deductions/reductions.ts'
import type { ReducedSoFar } from '../../../shared/accounting/settlement/deductions/reductions-so-far.ts'
import { namedByOthers } from '../../../shared/accounting/settlement/deductions/reductions-so-far.ts'
import { reducibleTaxes } from '../../../shared/accounting/settlement/reducible-taxes.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'
import { documentOf, madeWithAcquired, takenOf, taxesOf } from './documents-to-deduct-from.ts'

const context = { settings: SETTINGS, day: '2026-04-15', tax: null }
const steps = fc.array(
  fc.record({
    share: fc.integer({ min: 1, max: 1_000 }),
    named: fc.option(fc.nat(5)),
    /** Which of those that wait is booked then, if any. */
    booked: fc.option(fc.nat(9)),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('reductions that wait', () => {
  it('are booked in any order once they are accepted, and leave others no tax beyond what there is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('receivable', 'payable'),
        madeWithAcquired,
        fc.boolean(),
        steps,
        (side, made, isNote, all) => {
          const document = documentOf(side, made, isNote)
          const taxes = taxesOf(document)
          let open = document.amount_minor
          let reduced: ReducedSoFar = { booked: [], pending: [], taken: [] }
          const accept = (deduction: Deduction, request_id: string) => {
            if (findUnfitReduction({ ...document, reduced }, [deduction], SETTINGS, null)) return
            open -= BigInt(deduction.amount.amount_minor)
            reduced = { ...reduced, pending: [...reduced.pending, { request_id, deductions: [deduction] }] }
          }
          const book = (at: number) => {
            const own = reduced.pending[at % reduced.pending.length]
            if (!own) return
            const { request_id, deductions } = own
            const now = { ...document, reduced: namedByOthers(reduced, request_id) }
            expect(findUnfitReduction(now, deductions, SETTINGS, null)).to.equal(null)
            const { legs } = deduct(now, deductions, context)
            reduced = {
              booked: [...reduced.booked, ...deductions],
              pending: reduced.pending.filter((one) => one !== own),
              taken: [...reduced.taken, ...takenOf(legs)],
            }
          }
          for (const [index, { share, named, booked }] of all.entries()) {
            const minor = (open * BigInt(share)) / 1_000n
            const tax_code = named === null ? undefined : [...taxes.keys()][named]
            if (minor !== 0n) accept(deductionOf(minor, tax_code), `${index}`)
            if (booked !== null) book(booked)
            const left = reducibleTaxes({ ...document, reduced }, SETTINGS) ?? []
            const sign = document.amount_minor < 0n ? -1n : 1n
            expect(
              left.every(({ tax_minor, gross_minor }) => sign * tax_minor >= 0n && sign * gross_minor >= 0n),
            ).to.equal(true)
          }
          if (open !== 0n) accept(deductionOf(open, undefined), 'rest')
          for (let at = 7; reduced.pending.length > 0; at += 3) book(at)
          for (const [code, tax] of taxes) {
            const its = reduced.taken.filter(({ tax_code }) => tax_code === code)
            expect(its.reduce((sum, { tax_minor }) => sum + tax_minor, 0n)).to.equal(tax)
          }
        },
      ),
      { numRuns: Number(process.env.WAITING_RUNS ?? 200), seed: Number(process.env.WAITING_SEED ?? 43) },
    )
  })
})

function deductionOf(minor: bigint, tax_code: string | undefined): Deduction {
  const amount = { amount_minor: Number(minor), currency: 'CHF' }
  return tax_code === undefined
    ? { type: 'discount', amount }
    : { type: 'other', amount, account_code: '3800', tax_code }
}
