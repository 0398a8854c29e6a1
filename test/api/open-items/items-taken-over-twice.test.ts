import { expect } from 'chai'
import { get, post } from '../../support/client.ts'
import { credit, debit, newEndCustomer, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { bookedVoucher, reverse } from './items-of-customer.ts'

type Item = { name: string; reference?: string; number?: string; paid_with?: string; amount: number; account: string }

const FIRST: Item = { name: 'Kundin GmbH', number: 'RE-7', amount: 108_100, account: '1100' }
const OPENING = { entry_type: 'opening' }

function lineOf({ name, reference, number, paid_with, amount, account }: Item) {
  const partner = { name, ...(reference && { reference }) }
  const open_item = { new: { partner, document_number: number, payment_reference: paid_with } }
  return account === '2000' ? credit(account, amount, { open_item }) : debit(account, amount, { open_item })
}

/** Items against the account of the opening balance sheet. */
function linesOf(...items: Item[]) {
  return items.flatMap((item) => {
    const { amount, account } = item
    return [lineOf(item), account === '2000' ? debit('9100', amount) : credit('9100', amount)]
  })
}

type Told = { readonly warnings?: readonly { code: string; pointer: string; message: string }[] }
const toldOf = ({ warnings = [] }: Told) => warnings.map(({ code, pointer }) => `${code} ${pointer}`)
const TWICE = ['possible_duplicate_item /payload/lines/0/open_item']

describe('open items of another system that are taken over twice', () => {
  const cases: readonly [string, Partial<Item>, readonly string[]][] = [
    ['the same once more', {}, TWICE],
    ['the same under another spelling of the name', { name: ' KUNDIN, G.m.b.H.' }, TWICE],
    ['another number', { number: 'RE-8' }, []],
    ['another amount', { amount: 108_000 }, []],
    ['another partner', { name: 'Andere AG' }, []],
    ['a payable', { account: '2000' }, []],
  ]
  for (const [name, change, expected] of cases) {
    it(`${name}: booked with ${expected.length === 0 ? 'no' : 'a'} warning, alone and in one batch`, async () => {
      const customer = await newEndCustomer()
      const first = await bookedVoucher(customer, linesOf(FIRST), OPENING)
      const second = await bookedVoucher(customer, linesOf({ ...FIRST, ...change }), OPENING)
      expect(toldOf(first)).to.deep.equal([])
      expect(toldOf(second)).to.deep.equal(expected)
      if (expected.length > 0) expect(second.warnings?.[0]?.message).to.include(first.external_reference)
      const other = await newEndCustomer()
      const items = [FIRST, { ...FIRST, ...change }].map((item) =>
        voucher(other, { payload: { ...OPENING, lines: linesOf(item) } }),
      )
      const { body } = await post('/v1/source-facts/batch', { items }, { wait: 10 })
      const together = await get(`/v1/source-facts/${there(there(body.data[1]).source_fact).id}`)
      expect([together.body.state, ...toldOf(together.body)]).to.deep.equal(['posted', ...expected])
    })
  }

  it('in one voucher the second one is told', async () => {
    const customer = await newEndCustomer()
    const fact = await bookedVoucher(customer, linesOf(FIRST, FIRST), OPENING)
    expect(toldOf(fact)).to.deep.equal(['possible_duplicate_item /payload/lines/2/open_item'])
    expect(fact.warnings?.[0]?.message).to.include('line 1.')
  })

  it('the same partner is known by its reference, and an item without a number by its payment reference', async () => {
    const customer = await newEndCustomer()
    const paid_with = 'RF18539007547034'
    const item: Item = { name: 'Muster AG', reference: 'S-1', paid_with, amount: 5_000, account: '2000' }
    await bookedVoucher(customer, linesOf(item), OPENING)
    const again = await bookedVoucher(customer, linesOf({ ...item, name: 'Papeterie Muster' }), OPENING)
    expect(toldOf(again)).to.deep.equal(TWICE)
  })

  it('without any number two equal items are two; so are new ones that come from no other system', async () => {
    const customer = await newEndCustomer()
    const { number, ...unnumbered } = FIRST
    for (const payload of [OPENING, OPENING])
      expect(toldOf(await bookedVoucher(customer, linesOf(unnumbered), payload))).to.deep.equal([])
    await bookedVoucher(customer, linesOf({ ...unnumbered, number: number ?? '' }), OPENING)
    expect(toldOf(await bookedVoucher(customer, linesOf(FIRST)))).to.deep.equal([])
  })

  it('an item whose voucher is reversed may come again', async () => {
    const customer = await newEndCustomer()
    const first = await bookedVoucher(customer, linesOf(FIRST), OPENING)
    await reverse(customer, `/v1/source-facts/${first.id}`)
    expect(toldOf(await bookedVoucher(customer, linesOf(FIRST), OPENING))).to.deep.equal([])
  })

  it('a voucher that is there as a whole is blocked and not told item by item', async () => {
    const customer = await newEndCustomer()
    const payload = { ...OPENING, document_number: 'EB-1' }
    await bookedVoucher(customer, linesOf(FIRST), payload)
    const { body } = await post(
      '/v1/source-facts/journal-vouchers',
      voucher(customer, { payload: { ...payload, lines: linesOf(FIRST) } }),
      { wait: 10 },
    )
    expect([body.blockers.map(({ code }) => code), toldOf(body)]).to.deep.equal([['duplicate_document'], []])
  })
})
