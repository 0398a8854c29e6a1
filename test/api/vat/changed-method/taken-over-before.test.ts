import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { register } from '../register.ts'
import { filer, NET } from './filer.ts'

const REGISTRATION = { ...NET, consideration: 'received' }
const item = {
  partner: { name: 'Kundin GmbH' },
  document_date: '2025-11-01',
  tax_lines: [{ ...taxLine('V81', 100_000, 8_100), declared: false }],
}

describe('an item that is taken over from before the first registration', () => {
  it('warns, and with the registration from before its day 500.00 at 6.2 % are 31.00', async () => {
    const { customer, figures } = await filer([['2026-01-01', REGISTRATION]])
    const end_customer_id = customer
    const open = async () => {
      const lines = [debit('1100', 108_100, { open_item: { new: item } }), credit('9100', 108_100)]
      const payload = { entry_type: 'opening', lines }
      const request = voucher(customer, { business_date: '2026-01-01', payload })
      const { body } = await post(VOUCHERS, request, { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return body
    }
    const receive = async (source_fact_id: string) => {
      const { id } = await firstOf('documents', customer, `&source_fact_id=${source_fact_id}`)
      const lines = [{ document_id: id, amount: chf(50_000) }]
      const request = { end_customer_id, account_code: '1000', posting_date: '2026-02-01', lines }
      return (await post('/v1/allocations', request, { wait: 10 })).body
    }
    const undo = async (path: string) => {
      const asked = { end_customer_id, reason: 'x' } as never
      const answer = await post(`${path}/reverse` as '/v1/allocations/{allocation_id}/reverse', asked, { wait: 10 })
      expect(answer.status, JSON.stringify(answer.body)).to.be.lessThan(300)
    }

    const opening = await open()
    expect((opening.warnings ?? []).map(({ code, message, pointer }) => [code, message, pointer])).to.deep.equal([
      [
        'item_before_registration',
        'The document of 2025-11-01 is older than the registration from 2026-01-01 on, so its tax is taken over by the effective method, which holds before it. On 2026-01-01 the net tax rate method holds.',
        '/payload/lines/0/open_item/new/document_date',
      ],
    ])
    const blocked = await receive(opening.id)
    const blocker = there(there(blocked.intents[0]).blockers[0])
    expect(blocker.code).to.equal('tax_of_other_method')
    expect(blocker.remedy).to.match(/^Look at the registration first: .* PUT \/v1\/vat-registrations/)

    // What the remedy says.
    await undo(`/v1/allocations/${blocked.id}`)
    await undo(`/v1/source-facts/${opening.id}`)
    const registered = await register(customer, '2025-01-01', REGISTRATION)
    expect(registered.status, JSON.stringify(registered.body)).to.equal(202)
    const again = await open()
    expect(again.warnings ?? []).to.deep.equal([])
    expect((await receive(again.id)).state).to.equal('posted')
    expect(await figures('2026-H1')).to.deep.include(['85591 620', 50_000, 3_100])
    expect(await findings(customer)).to.deep.equal([])
  })
})
