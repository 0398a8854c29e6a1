import { expect } from 'chai'
import { matchReturnedInSteps } from '../../../shared/camt053/returns/match-returned.ts'

const NAMES = { uetr: [], end_to_end_id: [], acct_svcr_ref: [], reference: [] }

const paid = (subject_id: string, left_minor: bigint) => ({
  subject_id,
  names: NAMES,
  is_taken_back: false,
  left_minor,
  original_entry_id: 'debit',
  batch_ids: ['HB1-B1'],
  booking_ref: null,
  elsewhere_minor: 3_000n,
  creditor: null,
})

/** A credit that names the batch, and no payment of it. */
const back = (left_minor: bigint) => ({
  parts: [],
  batch_ids: ['HB1-B1'],
  booking_refs: [],
  sent_by: null,
  left_minor,
  next_part_number: 2,
})

function matchesOf(left_minor: bigint, ...subjects: ReturnType<typeof paid>[]) {
  const steps = matchReturnedInSteps(back(left_minor), subjects)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value.map(({ subject, part }) => [subject.subject_id, part.amount_minor])
}

describe('a batch of which something is given back already', () => {
  for (const [said, left_minor] of [
    ['all that is left', 6_000n],
    ['also what is booked otherwise of it', 9_000n],
  ] as const)
    it(`brings back what is left, and nothing of what is not: ${said}`, () => {
      expect(matchesOf(left_minor, paid('a', 0n), paid('b', 6_000n))).to.deep.equal([['b', 6_000n]])
    })

  it('brings nothing back of payments where only what is booked otherwise is left', () => {
    expect(matchesOf(3_000n, paid('a', 0n), paid('b', 0n))).to.deep.equal([])
  })
})
