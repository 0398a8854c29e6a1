import fc from 'fast-check'

/** Everything that uses or orders open items, payments and bank entries or gives them back. Numbers choose among what is there. */
const KINDS = [
  'allocate', 'settle', 'settle_evidence', 'book_entry', 'give_credit', 'refund', 'write_off', 'set_off', 'revalue',
  'park', 'link', 'unlink', 'dismiss', 'undismiss', 'import', 'reverse_allocation', 'reverse_settlement', 'reverse_fact',
  'order', 'order_part', 'withdraw_order', 'reject_payment',
] as const // biome-ignore format: a set of names reads better in rows

export type Command = {
  readonly kind: (typeof KINDS)[number]
  readonly a: number
  readonly b: number
  readonly share: number
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...KINDS),
  a: fc.nat(30),
  b: fc.nat(30),
  share: fc.integer({ min: 10, max: 110 }),
})

/** Commands of a round are sent at once; a round begins when nothing of the one before is under way. */
export const rounds = fc.array(fc.array(command, { minLength: 12, maxLength: 24 }), { minLength: 3, maxLength: 4 })
