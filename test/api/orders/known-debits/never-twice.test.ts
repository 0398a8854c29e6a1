import { expect } from 'chai'
import fc from 'fast-check'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'
import { type Debit, isGivenAway, type Payable, pays } from './known-debits.ts'

/** Other runs than those of the suite: KNOWN_DEBITS_RUNS=50 KNOWN_DEBITS_SEED=7. */
const numRuns = Number(process.env.KNOWN_DEBITS_RUNS ?? 2)
const seed = Number(process.env.KNOWN_DEBITS_SEED ?? 1)

const date = todayInSwitzerland()
const SUPPLIERS = [
  { supplier: holz(), supplier_external_reference: 'L-7', iban: HOLZ_IBAN },
  {
    supplier: holz({ name: 'Metallbau Eisen AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' }),
    supplier_external_reference: 'L-8',
    iban: OTHER_IBAN,
  },
] as const
const REFERENCES = ['RF18539007547034', 'RF712348231', 'RF45G72UUR'] as const

/** That of the bill which is entered as one of so many, or will be. */
const numberOf = (count: number) => `STR-2026-100${count}`

const at = fc.nat(5)
const amount = fc.constantFrom(10_000, 20_000, 30_000)
const supplier = fc.constantFrom(0, 1)
const reference = fc.option(fc.constantFrom(...REFERENCES))
const names = fc.option(fc.nat(5))
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bill' as const), amount, supplier, reference }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('debit' as const),
      amount,
      supplier,
      reference,
      names,
      is_pending: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('book' as const), debit: at }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('order' as const), at, is_by_word: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), at, debit: at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), at }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe('payables beside debits that are known', () => {
  const { owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()

  async function follow(steps: readonly Step[]) {
    const payables: Payable[] = []
    const debits: Debit[] = []
    const one = <Item>(items: readonly Item[], which: number) => items[which % items.length]
    let ordered = 0
    const known = new Set((await list('camt-053/entries', '&limit=500')).map(({ id }) => id))
    const tell = async (entry: string) => {
      await paid(entry)
      const { id, canonical_entry_hash: hash } = there(
        (await list('camt-053/entries', '&limit=500')).find((one) => !known.has(one.id)),
      )
      known.add(id)
      return { id, hash }
    }
    const happen = {
      async bill({ amount: open, supplier: of, reference: own }: Extract<Step, { kind: 'bill' }>) {
        const { iban: _, ...more } = there(SUPPLIERS[of])
        const document_number = numberOf(payables.length)
        const dated = { document_number, document_date: date, due_date: date }
        const payload = { ...dated, ...more, ...(own && { payment_reference: own }) }
        const { id } = await owedToHolz(open, payload)
        payables.push({ id, supplier: of, reference: own, number: document_number, open, order_id: null })
      },
      async debit(drawn: Extract<Step, { kind: 'debit' }>) {
        const { amount: left, supplier: of, reference: own, names: count, is_pending } = drawn
        const account = `<RltdPties><CdtrAcct><Id><IBAN>${there(SUPPLIERS[of]).iban}</IBAN></Id></CdtrAcct></RltdPties>`
        const number = count === null ? null : numberOf(count)
        const structured = own ? `<Strd><CdtrRefInf><Ref>${own}</Ref></CdtrRefInf></Strd>` : ''
        const named = `${number ? `<Ustrd>Rechnung ${number}</Ustrd>` : ''}${structured}`
        const details = `<TxDtls>${account}<RmtInf>${named}</RmtInf></TxDtls>`
        const text = `Belastung ${crypto.randomUUID()}`
        const told = (code: string) => {
          const status = `<Sts><Cd>${code}</Cd></Sts>`
          return bankEntry({ amount: (left / 100).toFixed(2), direction: 'DBIT', date, details, text, status })
        }
        const found = await tell(told(is_pending ? 'PDNG' : 'BOOK'))
        const pending = is_pending ? told : null
        debits.push({ ...found, supplier: of, reference: own, number, left, given_to: null, pending })
      },
      /** Its announcement counts no more: a word for it is none for the booking. */
      async book({ debit: which }: Extract<Step, { kind: 'book' }>) {
        const debit = one(debits, which)
        if (!debit?.pending) return
        Object.assign(debit, await tell(debit.pending('BOOK')), { pending: null })
      },
      async order({ at: which, is_by_word }: Extract<Step, { kind: 'order' }>) {
        const payable = one(payables, which)
        if (!payable) return
        const accepted_debits = debits.filter(({ left }) => left > 0).map(({ id }) => id)
        const { status, body, text } = await order({
          payables: [payable.id],
          execution_date: date,
          ...(is_by_word && { accepted_debits }),
        })
        if (payable.open === 0 || payable.order_id !== null) {
          expect(status, text).to.equal(409)
          return
        }
        const isWaiting = payables.some(({ order_id, open }) => order_id !== null && open > 0)
        const paying = debits.filter((debit) => pays(debit, payable, isWaiting))
        if (is_by_word) expect(status, text).to.equal(201)
        else if (paying.length > 0)
          expect([status, ...detailsOf(text)], text).to.deep.equal([422, '/payables/0 debit_not_booked'])
        if (status !== 201) return
        const given = debits.filter((debit) => isGivenAway(debit, payable)).map(({ id }) => id)
        expect(body.warnings.map(({ entry_id }) => entry_id)).to.include.members(given)
        payable.order_id = body.id
        ordered += 1
      },
      async settle({ at: which, debit: by }: Extract<Step, { kind: 'settle' }>) {
        const [payable, debit] = [one(payables, which), one(debits, by)]
        if (!payable || !debit || debit.pending || payable.open !== debit.left) return
        const more = { evidence_sha256: debit.hash, settlement_date: date }
        const { status, text } = await settle(payable.id, payable.open, more)
        if (payable.order_id !== null && status === 409) return
        expect(status, text).to.equal(payable.open === 0 ? 422 : 201)
        if (status !== 201) return
        payable.open = 0
        debit.left = 0
        debit.given_to = payable
      },
      async withdraw({ at: which }: Extract<Step, { kind: 'withdraw' }>) {
        const payable = one(payables, which)
        if (!payable || payable.order_id === null || payable.open === 0) return
        expect((await withdraw(payable.order_id)).status).to.equal(201)
        payable.order_id = null
      },
    }
    for (const drawn of steps) await happen[drawn.kind](drawn as never)
    return ordered
  }

  it('are ordered by word only where a debit pays them, and with it always', async () => {
    const always: Step[] = [
      { kind: 'bill', amount: 10_000, supplier: 0, reference: REFERENCES[0] },
      { kind: 'debit', amount: 20_000, supplier: 1, reference: REFERENCES[0], names: null, is_pending: true },
      { kind: 'order', at: 0, is_by_word: false },
      { kind: 'book', debit: 0 },
      { kind: 'order', at: 0, is_by_word: false },
      { kind: 'order', at: 0, is_by_word: true },
      { kind: 'withdraw', at: 0 },
    ]
    expect(await follow(always)).to.equal(1)
  })

  it('are ordered with a warning where a debit of their number has paid the bill before', async () => {
    const always: Step[] = [
      { kind: 'bill', amount: 10_000, supplier: 0, reference: null },
      { kind: 'debit', amount: 10_000, supplier: 0, reference: null, names: 1, is_pending: false },
      { kind: 'order', at: 0, is_by_word: true },
      { kind: 'withdraw', at: 0 },
      { kind: 'settle', at: 0, debit: 0 },
      { kind: 'bill', amount: 10_000, supplier: 0, reference: null },
      { kind: 'order', at: 1, is_by_word: false },
    ]
    expect(await follow(always)).to.equal(2)
  })

  for (let run = 0; run < numRuns; run += 1)
    it(`are never ordered in silence beside one, whatever happens: run ${run + 1}`, async () => {
      const drawn = fc.sample(fc.array(step, { minLength: 10, maxLength: 16 }), { numRuns: 1, seed: seed + run })
      await follow(there(drawn[0]))
    }).timeout(120_000)
})
