import { expect } from 'chai'
import { bankEntry, camt053Message, camt054Message, transaction } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { notify, upload } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { createRule } from './rule-requests.ts'

const BACK = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'

describe('rules and details that came in a notification', () => {
  const { customer, proposals, trial, bookedLines, entry, vouchers, list } = booksWithRules()
  const conditions = { credit_debit_indicator: 'CRDT', counterparty_name: 'Kartenterminal' }
  const batch = (details: string) =>
    bankEntry({ amount: '30.00', text: 'Sammelgutschrift', details }).replace(
      '</ValDt>',
      '</ValDt><AcctSvcrRef>BANK-1</AcctSvcrRef>',
    )
  const paidBy = (amount: string, name: string) => transaction({ amount, name })
  const statement = () => upload(customer(), camt053Message({ bankEntries: batch('') }), { wait: 20 })
  const notification = (details: string) =>
    notify(customer(), camt054Message({ bankEntries: batch(details) }), { wait: 20 })
  const received = async (details: string) => {
    await statement()
    await notification(details)
    await quietly(customer())
    return there((await list('camt-053/entries'))[0]).id
  }
  const TERMINAL = paidBy('10.00', 'Kartenterminal AG') + paidBy('20.00', 'Kartenterminal AG')

  for (const [first, second] of [
    [statement, () => notification(TERMINAL)],
    [() => notification(TERMINAL), statement],
  ] as const)
    it(`an automatic rule books by them; the notification comes ${first === statement ? 'later' : 'first'}`, async () => {
      await createRule(customer(), { mode: 'automatic', state: 'on', conditions })
      await first()
      await quietly(customer())
      expect(await vouchers()).to.deep.equal([])
      await second()
      await quietly(customer())
      const { id } = there((await list('camt-053/entries'))[0])
      expect(await bookedLines(id)).to.deep.equal([
        ['1020', 3_000, 0],
        ['6500', 0, 3_000],
      ])
    })

  it('a rule is proposed, and tried, where its conditions hold for each of them', async () => {
    const { body: rule } = await createRule(customer(), { state: 'on', conditions })
    const others = { credit_debit_indicator: 'CRDT', counterparty_name: 'Beta' }
    const { body: other } = await createRule(customer(), { state: 'on', conditions: others })
    const id = await received(paidBy('10.00', 'Kartenterminal AG') + paidBy('20.00', 'Beta Kartenterminal'))
    expect((await proposals()).map(({ target_bank_rule_id }) => target_bank_rule_id)).to.deep.equal([rule.id])
    expect((await trial(rule.id)).data.map(({ entry_id, would_book }) => [entry_id, would_book])).to.deep.equal([
      [id, true],
    ])
    expect((await trial(other.id)).data).to.deep.equal([])
  })

  it('no rule applies to what comes back, though the notification alone says so', async () => {
    const { body: rule } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { ...conditions, text: 'Kaffee' },
    })
    const sold = transaction({ amount: '30.00', name: 'Kartenterminal AG', unstructured: 'Kaffee' })
    const id = await received(sold.replace('</TxDtls>', `${BACK}</TxDtls>`))
    expect((await entry(id)).booking_state).to.equal('unbooked')
    expect([await proposals(), (await trial(rule.id)).data]).to.deep.equal([[], []])
  })

  it('of more than a thousand only the bank entry itself', async () => {
    const { body: rule } = await createRule(customer(), { conditions })
    const { body: itself } = await createRule(customer(), {
      conditions: { credit_debit_indicator: 'CRDT', text: 'Sammelgutschrift' },
    })
    const many = Array.from({ length: 1_001 }, (_, index) => paidBy(index === 0 ? '20.00' : '0.01', 'Kartenterminal'))
    await received(many.join(''))
    expect((await trial(rule.id)).data).to.deep.equal([])
    expect((await trial(itself.id)).data).to.have.length(1)
  })

  it('a thousand details, some of them in two notifications, are looked at', async () => {
    const { body: rule } = await createRule(customer(), { conditions })
    const named = (index: number) => paidBy(index === 0 ? '20.01' : '0.01', `Kartenterminal ${index}`)
    const details = Array.from({ length: 1_000 }, (_, index) => named(index))
    await statement()
    await notification(details.slice(0, 600).join(''))
    await notification(details.slice(500).join(''))
    await quietly(customer())
    const { id } = there((await list('camt-053/entries'))[0])
    expect((await entry(id)).notification_ids).to.have.length(2)
    expect((await trial(rule.id)).data.map(({ entry_id }) => entry_id)).to.deep.equal([id])
  })
})
