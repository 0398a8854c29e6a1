import { expect } from 'chai'
import { IBAN } from '../../camt053/messages.ts'
import { get, put } from '../../support/client.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

const QR_IBAN = 'CH4431999123000889012'
const OTHER = 'CH0204835000626882001'

describe('the account that a QR-bill is asked for', () => {
  const { customer, invoiced } = booksToSettle()
  const knownAs = (...ibans: readonly string[]) =>
    put('/v1/account-mappings', {
      end_customer_id: customer(),
      mappings: ibans.map((iban) => ({
        mapping_key: `posting.bank.${iban}`,
        account_code: '1020',
        valid_from: '2020-01-01',
      })),
    })

  it('is refused where it is not known, beside those that are', async () => {
    const { id } = await invoiced(10_810, {})
    const told = async (iban: string) => {
      const { status, body } = await get(
        `/v1/documents/${id}/qr-bill?end_customer_id=${customer()}&iban=${encodeURIComponent(iban)}`,
      )
      expect(status).to.equal(409)
      const [detail, ...others] = body.error.details.filter(({ pointer }) => pointer === '/iban')
      expect([detail?.code, others]).to.deep.equal(['not_found', []])
      return detail?.message
    }
    expect(await told(OTHER)).to.include('none is known')
    await knownAs(IBAN, QR_IBAN)
    const message = await told('ch02 0483 5000 6268 8200 1')
    expect(message).to.include(`${OTHER} is no known account`).and.to.include(IBAN).and.to.include(QR_IBAN)
  })
})
