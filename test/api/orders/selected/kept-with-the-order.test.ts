import { expect } from 'chai'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { get } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { linksOf, newPass, openPage } from '../../print/pages/browser.ts'
import { booksToOrder, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const EISEN = 'Metallbau Eisen AG'
const OTHER = {
  supplier: holz({ name: EISEN, iban: OTHER_IBAN }),
  supplier_external_reference: 'L-8',
}
const TO_HOLZ = '<TxDtls><RltdPties><Cdtr><Pty><Nm>Schreinerei Holz GmbH</Nm></Pty></Cdtr></RltdPties></TxDtls>'
const HEADINGS = {
  de: ['Nicht beauftragt', 'Hinweise', 'Eine Belastung ist nicht verbucht'],
  fr: ['Non ordonné', 'Remarques', 'Un débit n’est pas comptabilisé'],
  it: ['Non ordinato', 'Avvisi', 'Un addebito non è contabilizzato'],
  en: ['Not ordered', 'Warnings', 'debit not booked'],
}

/** Programs select at night, and somebody opens the order in the morning. */
describe('what an order has left out, and what it warns of', () => {
  const { customer, owedToHolz, order, withdraw, paid, list } = booksToOrder()
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
  const select = { select: { currency: 'CHF' } }
  const read = async (id: string) => (await get(`/v1/payment-orders/${id}`)).body
  const made = async () => {
    const [held, other] = [
      await owed(10_000, { document_number: 'H-4711' }),
      await owed(5_000, { ...OTHER, document_number: 'Счёт-7' }),
    ]
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details: TO_HOLZ }))
    const { status, body, text } = await order(select)
    expect(status, text).to.equal(201)
    expect(body.left_out.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal([
      [held.id, 'debit_not_booked'],
    ])
    expect(body.warnings.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal([
      [other.id, 'letters_not_latin'],
    ])
    const { supplier_name, document_number, amount } = there(body.left_out[0])
    expect([supplier_name, document_number, amount]).to.deep.equal(['Schreinerei Holz GmbH', 'H-4711', chf(10_000)])
    const warned = there(body.warnings[0])
    expect([warned.supplier_name, warned.document_number, warned.amount]).to.deep.equal([EISEN, 'Счёт-7', chf(5_000)])
    return { held, order: body }
  }

  it('stays with it as it was answered, whatever becomes of its payments and of the debit', async () => {
    const { order: first, held } = await made()
    const { left_out, warnings } = first
    const { id: debit } = there((await list('camt-053/entries'))[0])
    expect(await read(first.id)).to.deep.equal(first)
    const { body: withdrawn } = await withdraw(first.id)
    expect(withdrawn).to.deep.include({ state: 'withdrawn', left_out, warnings })
    const again = await order({ payables: [held.id], accepted_debits: [debit] })
    expect(again.status, again.text).to.equal(201)
    expect(await read(first.id)).to.deep.include({ left_out, warnings })
    expect(await read(again.body.id)).to.deep.include({ left_out: [], warnings: again.body.warnings })
  })

  it('stands on its page in each language, with a link to the payable', async () => {
    const { held, order: first } = await made()
    const pass = await newPass([customer()])
    for (const locale of LOCALES) {
      const page = await openPage(`/v1/payment-orders/${first.id}`, pass, locale)
      for (const words of HEADINGS[locale]) expect(page.html, locale).to.include(words)
      // What the payments of the order do not have.
      for (const words of ['Schreinerei Holz GmbH', 'H-4711', '100.00']) expect(page.html, locale).to.include(words)
      expect(linksOf(page).filter((link) => link.includes(held.id))).not.to.deep.equal([])
      const [, heading] = HEADINGS[locale]
      const [, warned = ''] = new RegExp(`>${heading}</caption>(.*?)</table>`, 's').exec(page.html) ?? []
      for (const words of [EISEN, 'Счёт-7', '50.00']) expect(warned, locale).to.include(words)
    }
  })

  it('is null of an order from before it was kept, and no list has it', async () => {
    const { order: first } = await made()
    const id = uuidOf('payment_order', first.id)
    await service().owner.transaction(async (tx) => {
      await tx.query(sql.unsafe`set local session_replication_role = replica`)
      await tx.query(
        sql.type(row())`update payment_orders set left_out = null, warnings = null where payment_order_id = ${id}`,
      )
    })
    expect(await read(first.id)).to.deep.equal({ ...first, left_out: null, warnings: null })
    for (const listed of await list('payment-orders')) expect(listed).not.to.have.any.keys('left_out', 'warnings')
  })
})
