import { expect } from 'chai'
import fc from 'fast-check'
import { pairTwins } from '../../../shared/camt053/matching/pair-twins.ts'
import { compareReferences } from '../../../shared/camt053/repeats/bank-references.ts'

type Twin = ReturnType<typeof twin>

/** Each of them compared with each other one. */
function pairedOneByOne(twins: readonly Twin[]) {
  return [...Map.groupBy(twins, ({ first_hash }) => first_hash).values()].flatMap((equal) => {
    const open = equal.filter(({ is_of_qr_iban }) => !is_of_qr_iban)
    return equal.flatMap((one) => {
      if (!one.is_of_qr_iban) return []
      const compared = open.map((other) => compareReferences(one.bank_references, other.bank_references))
      const same = compared.indexOf('same')
      const at = same >= 0 ? same : compared.indexOf('unknown')
      const [other] = at >= 0 ? open.splice(at, 1) : []
      return other ? [[one.entry_id, other.entry_id]] : []
    })
  })
}

function paired(twins: readonly Twin[]): { pairs: string[][]; steps: number } {
  const work = pairTwins(twins)
  for (let steps = 0; ; steps += 1) {
    const { done, value } = work.next()
    if (done) return { pairs: value.map(({ twin, other }) => [twin.entry_id, other.entry_id]), steps }
  }
}

const twin = (entry_id: string, is_of_qr_iban: boolean, bank_references: readonly string[], first_hash = 'a') => {
  return { entry_id, is_of_qr_iban, first_hash, bank_references, is_free: true }
}

const reference = (kind: string) => fc.option(fc.constantFrom(...['1', '2', '3'].map((value) => `${kind} ${value}`)))
const references = fc
  .tuple(...['entry', 'transactions', 'uetrs', 'amounts'].map(reference))
  .map((all) => all.filter((one) => one !== null))
const twins = fc
  .array(fc.tuple(fc.boolean(), references, fc.constantFrom('a', 'a', 'b')), { maxLength: 40 })
  .map((all) => all.map(([is_of_qr_iban, own, first_hash], index) => twin(`${index}`, is_of_qr_iban, own, first_hash)))

describe('equal bank entries under both names of an account', () => {
  it('are paired as if each were compared with each other one', () => {
    fc.assert(
      fc.property(twins, (some) => {
        expect(paired(some).pairs).to.deep.equal(pairedOneByOne(some))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are paired in steps, in which the references of each are read once', () => {
    for (const referencesOf of [
      () => [],
      (index: number) => [`entry ${index}`],
      (index: number) => [`entry ${index % 7}`],
    ])
      expect(readsOf(200, referencesOf)).to.equal(400)
  })
})

/** Each has its twin as far from it as can be. */
function readsOf(count: number, referencesOf: (index: number) => readonly string[]): number {
  let reads = 0
  const counted = (index: number, is_of_qr_iban: boolean) => ({
    ...twin(`${index} ${is_of_qr_iban}`, is_of_qr_iban, []),
    get bank_references() {
      reads += 1
      return referencesOf(index)
    },
  })
  const numbers = Array.from({ length: count }, (_, index) => index)
  const own = numbers.map((index) => counted(index, true))
  const { pairs, steps } = paired([...own, ...numbers.toReversed().map((index) => counted(index, false))])
  expect([pairs.length, steps]).to.deep.equal([count, count])
  return reads
}
