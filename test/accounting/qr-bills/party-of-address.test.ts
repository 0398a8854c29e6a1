import { expect } from 'chai'
import { partyOfAddress } from '../../../shared/accounting/qr-bills/party-of-address.ts'

const BERN = { post_code: '3000', town_name: 'Bern', country: 'CH' }

describe('a party of a QR-bill', () => {
  it('has its letters whole, however their accents were sent', () =>
    expect(partyOfAddress('Mu\u0308ller\n& So\u0308hne 漢', BERN)?.name).to.equal('Müller & Söhne .'))

  it('is known by the usual names of the members of its address', () =>
    expect(partyOfAddress('A', { Street: 'Weg 3', zip: '3000', city: 'Bern', country: 'ch' })).to.deep.equal({
      name: 'A',
      address_type: 'S',
      street_or_line: 'Weg 3',
      number_or_line: null,
      post_code: '3000',
      town_name: 'Bern',
      country: 'CH',
    }))

  for (const member of ['post_code', 'town_name', 'country'])
    it(`is none without ${member}`, () => expect(partyOfAddress('A', { ...BERN, [member]: ' ' })).to.equal(null))
})
