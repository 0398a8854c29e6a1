import { expect } from 'chai'
import fc from 'fast-check'
import { deduct } from '../../../shared/accounting/settlement/deductions/deduct.ts'
import { findUnfitReduction } from '../../../shared/accounting/settlement/deductions/reductions.ts'
import type { TakenTax } from '../../../shared/accounting/settlement/deductions/reductions-so-far.ts'
import type { DocumentOfItem } from '../../../shared/accounting/settlement/deductions/taxed-document.ts'
import type { Leg } from '../../../shared/accounting/settlement/leg.ts'
import { reducedOtherwise } from '../../../shared/accounting/settlement/reduced-as-deducted.ts'
import { takenBeyond } from '../../../shared/accounting/settlement/reducible-taxes.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'
import { documentOf, madeWithAcquired, takenOf, taxesOf } from './documents-to-deduct-from.ts'

const context = { settings: SETTINGS, day: '2026-04-15', tax: null }
const sum = (of: readonly bigint[]) => of.reduce((total, minor) => total + minor, 0n)

const steps = fc.array(
  fc.record({ share: fc.integer({ min: 1, max: 1_000 }), named: fc.option(fc.nat(5)), is_undone: fc.boolean() }),
  { minLength: 1, maxLength: 25 },
)
const sides = fc.constantFrom('receivable' as const, 'payable' as const)

function deductionOf(amount_minor: number): Deduction {
  return { type: 'discount', amount: { amount_minor, currency: 'CHF' } }
}

/** What a discount takes of each tax. */
function takenBy(document: DocumentOfItem, minor: number) {
  const { legs } = deduct(document, [deductionOf(minor)], context)
  return takenOf(legs).map(({ tax_code, gross_minor, tax_minor }) => [tax_code, gross_minor, tax_minor])
}

/** As releases before have booked it: a discount of 2 % took 2 % of each tax, that of the customs office too. */
const IMPORTED: DocumentOfItem = (() => {
  const record = { rate_bp: 0, form_figure: '400', supply_date: '2026-03-14', currency: 'CHF', base_minor: 0n }
  const tax = { ...record, tax_code: 'E100M', direction: 'import_material', tax_minor: 81_000n }
  const lines = [{ account_code: '1170', debit_minor: 81_000n, credit_minor: 0n, tax, line_number: 2 }]
  const whole = { amount_minor: 81_000n, base_amount_minor: 81_000n }
  const booked: Deduction[] = [deductionOf(1_620)]
  const of = { is_acquired: false, is_of_voucher: false, is_named: true } as const
  const taken = [{ ...of, tax_code: 'E100M', gross_minor: 1_620n, base_minor: 0n, tax_minor: 1_620n }]
  return { ...documentOf('payable', [], false), ...whole, lines, reduced: { booked, pending: [], taken } }
})()

describe('reductions one after the other', () => {
  it('stay as they are where a release before has reduced import tax, which has nothing more to take back', () => {
    expect([takenBeyond(IMPORTED, SETTINGS), reducedOtherwise(IMPORTED, SETTINGS)]).to.deep.equal([[], []])
    const more: Deduction = { type: 'write_off', amount: { amount_minor: 79_380, currency: 'CHF' } }
    expect(findUnfitReduction(IMPORTED, [more], SETTINGS, null)).to.equal(null)
    const { legs } = deduct(IMPORTED, [more], context)
    expect(legs.map(({ base_minor, tax }) => [base_minor, tax])).to.deep.equal([[-79_380n, undefined]])
  })

  it('share out what nobody has named, also where a release before has named import tax', () => {
    const rest = { credit_minor: 0n, tax: null }
    const [record] = IMPORTED.lines.map(({ tax }) => tax)
    if (!record) throw new Error('import tax has a record')
    const tax = { ...record, tax_code: 'I81', direction: 'input_operating', base_minor: 10_000n, tax_minor: 810n }
    const lines = [
      ...IMPORTED.lines,
      { ...rest, account_code: '6500', debit_minor: 10_000n, line_number: 3 },
      { ...rest, account_code: '1171', debit_minor: 810n, tax, line_number: 4 },
      { ...rest, account_code: '6500', debit_minor: 5_000n, line_number: 5 },
    ]
    const named: Deduction = { ...deductionOf(5_000), type: 'other', account_code: '6500', tax_code: 'E100M' }
    const taken = IMPORTED.reduced.taken.map((one) => ({ ...one, gross_minor: 5_000n, tax_minor: 5_000n }))
    const whole = { amount_minor: 96_810n, base_amount_minor: 96_810n, lines }
    const bill = { ...IMPORTED, ...whole, reduced: { booked: [named], pending: [], taken } }
    // 19.36 × 108.10 / (968.10 − 50.00) = 2.28, and of that 0.17 tax.
    expect(takenBy(bill, 1_936)).to.deep.equal([['I81', 228n, 17n]])
  })

  it('never take more of a tax than there is, and exactly that once nothing is left', () => {
    fc.assert(
      fc.property(
        sides,
        madeWithAcquired,
        fc.boolean(),
        fc.integer({ min: 50, max: 150 }),
        steps,
        (side, made, isNote, rate, wanted) => {
          const franc = documentOf(side, made, isNote)
          // In a foreign currency the item has another amount than its document is worth.
          const document = { ...franc, amount_minor: (franc.base_amount_minor * 100n) / BigInt(rate) }
          if (document.amount_minor === 0n) return
          const taxes = taxesOf(document)
          let open = document.amount_minor
          let entries: { deduction: Deduction; legs: readonly Leg[] }[] = []
          const reduce = (deduction: Deduction) => {
            const reduced = {
              booked: entries.map((entry) => entry.deduction),
              pending: [],
              taken: entries.flatMap(({ legs }) => takenOf(legs)),
            }
            if (findUnfitReduction({ ...document, reduced }, [deduction], SETTINGS, null)) return false
            const { legs } = deduct({ ...document, reduced }, [deduction], context)
            entries = [...entries, { deduction, legs }]
            open -= BigInt(deduction.amount.amount_minor)
            const size = (minor: bigint) => (minor < 0n ? -minor : minor)
            for (const [code, tax] of taxes) {
              const its = entries.flatMap((entry) => takenOf(entry.legs)).filter(({ tax_code }) => tax_code === code)
              const taken = sum(its.map(({ tax_minor }) => tax_minor))
              expect(size(taken) <= size(tax) && taken * tax >= 0n, `${code}: ${taken} of ${tax}`).to.equal(true)
            }
            return true
          }
          for (const { share, named, is_undone } of wanted) {
            const minor = (open * BigInt(share)) / 1_000n
            if (minor === 0n) continue
            const tax_code = named === null ? undefined : [...taxes.keys()][named]
            const amount = { amount_minor: Number(minor), currency: 'CHF' }
            const deduction: Deduction =
              tax_code === undefined
                ? { type: 'discount', amount }
                : { type: 'other', amount, account_code: '3800', tax_code }
            const isDone = reduce(deduction)
            const [undone, ...others] = entries
            if (isDone && is_undone && undone && others.length > 0) {
              entries = others
              open += BigInt(undone.deduction.amount.amount_minor)
            }
          }
          if (open !== 0n && !reduce({ type: 'discount', amount: { amount_minor: Number(open), currency: 'CHF' } }))
            throw new Error('the rest of a document can always be reduced')
          const taken = entries.flatMap(({ legs }) => takenOf(legs))
          const left = sum([...taxes.values()]) - sum(taken.map(({ tax_minor }) => tax_minor))
          expect(left, `${left} left`).to.equal(0n)
        },
      ),
      { numRuns: 1_000, seed: 43 },
    )
  })

  it('sum up to what one reduction would take', () => {
    const document = documentOf('receivable', [{ code: '81', net: 100_000 }], false)
    const tenth: Deduction = { type: 'discount', amount: { amount_minor: 20, currency: 'CHF' } }
    let booked: Deduction[] = []
    let taken: TakenTax[] = []
    for (let step = 0; step < 100; step++) {
      const { legs } = deduct({ ...document, reduced: { booked, pending: [], taken } }, [tenth], context)
      booked = [...booked, tenth]
      taken = [...taken, ...takenOf(legs)]
    }
    expect(sum(taken.map(({ tax_minor }) => tax_minor))).to.equal(150n)
  })
})
