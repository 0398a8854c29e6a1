import { expect } from 'chai'
import { titleOf } from '../../../../api/print/pages/labels.ts'
import { nameInWords, WORDS_OF_NAMES } from '../../../../api/print/pages/words/words-of-names.ts'
import { wordOfValue } from '../../../../api/print/pages/words/words-of-values.ts'
import { endpoints } from '../../../../api/routes.ts'
import { WARNINGS } from '../../../../shared/accounting/facts/warnings.ts'
import { leftOutPayables, paymentWarnings } from '../../../../shared/contract/orders/told-of-orders.ts'
import type { Schema } from '../../../../shared/contract/schema.ts'
import { LOCALES } from '../../../../shared/contract/setup/settings.ts'
import { there } from '../../../support/there.ts'

/** Members whose values stay as they are. */
const CODES: Readonly<Record<string, string>> = {
  amount_source: 'an element of an ISO 20022 message',
  reference_type: 'a kind of reference of the QR-bill: QRR, SCOR',
  evidence_only: 'has no words',
}
/** Of these a page offers no choice. */
const NO_CHOICES = ['format', 'locale']

const SENT = /^\/v1\/source-facts\/[a-z-]+$/

const reads = endpoints.filter((endpoint) => endpoint.method === 'get')
const generic = reads.filter((endpoint) => !('formats' in endpoint && endpoint.formats && 'html' in endpoint.formats))

describe('every name on a page has words in each language', () => {
  const names = new Set<string>()
  const values = new Map<string, Set<string>>()
  const choices = new Map<string, Set<string>>()
  before(() => {
    for (const { operation_id, response } of generic) {
      walk('', response)
      if (!('object' in (response.properties ?? {}))) names.add(operation_id)
    }
    for (const { query } of reads)
      for (const [name, schema] of Object.entries(query.properties ?? {}))
        if (schema.enum && !NO_CHOICES.includes(name)) {
          names.add(name)
          addValues(choices, name, schema)
        }
    // An entry keeps what was sent, and its page shows that.
    for (const endpoint of endpoints) if ('body' in endpoint && SENT.test(endpoint.path)) walk('', endpoint.body)
    const paths = reads.map(({ path }) => path)
    for (const path of paths)
      for (const below of paths.filter((its) => its.startsWith(`${path}/`) && /\/:\w+$/.test(path)))
        if (!below.slice(path.length).includes(':')) names.add(below.slice(path.length + 1).replaceAll('-', '_'))
  })

  it('members, titles and parts of resources', () => {
    expect(names.size).to.be.greaterThan(400)
    const without = [...names].filter((name) => name !== 'object' && !isWhole(WORDS_OF_NAMES.get(name)))
    expect(without, 'add them to api/print/pages/words').to.deep.equal([])
  })

  it('values and choices of filters', () => {
    const missing = (of: typeof values, isKnown: (name: string, value: string) => boolean) =>
      [...of].flatMap(([name, its]) =>
        [...its].filter((value) => !(name in CODES) && !isKnown(name, value)).map((value) => `${name}.${value}`),
      )
    expect(missing(values, hasWord), 'add them to api/print/pages/words').to.deep.equal([])
    // A choice may be the name of a member: what a list is ordered by.
    const isChoice = (name: string, value: string) => hasWord(name, value) || isWhole(WORDS_OF_NAMES.get(value))
    expect(missing(choices, isChoice), 'add them to api/print/pages/words').to.deep.equal([])
  })

  it('of whatever stands in the way of a rule or of a QR-bill, of blockers in events, and of what the service changes itself', () => {
    const obstacles = ['not_booked_by_bank', 'booked', 'dismissed', 'repeat', 'rule_booking_waits', 'details_wait']
    const others = ['claimed_by_candidate', 'line_to_link', 'equal_line', 'no_open_payable', 'parts_exceed_entry']
    const ofBills = [
      'nothing_open',
      'currency_not_supported',
      'creditor_address_missing',
      'letters_not_latin',
      'iban_missing',
      'iban_ambiguous',
    ]
    for (const code of [...obstacles, ...others, ...ofBills]) expect(hasWord('code', code), code).to.equal(true)
    expect(wordOfValue('blocker_codes', 'supplier_missing', 'de')).to.equal('Lieferant fehlt')
    expect(wordOfValue('actor_id', 'end_customer', 'it')).to.equal('mandante')
    expect(wordOfValue('reason', 'vat_method of the end customer', 'fr')).to.equal('méthode du mandant')
  })

  it('of every warning, and of what a selection of payables leaves out', () => {
    const ofReviews = ['statements_contradict', 'statements_not_compared']
    // Their schemas say what each code is.
    const ofOrders = [leftOutPayables, paymentWarnings].flatMap(({ items }) => [
      ...items.properties.code.description.matchAll(/(?:^|; )([a-z_]+): /g).map(([, code]) => there(code)),
    ])
    expect(ofOrders).to.include.members(['discount_taken', 'debit_may_fit', 'debit_dismissed'])
    const conflicts = ['already_ordered', 'already_debited', 'already_sent', 'being_reversed', 'nothing_open']
    const references = ['reference_invalid', 'reference_does_not_fit', 'agent_missing']
    const defects = ['creditor_iban_missing', 'address_incomplete', 'iban_changed', ...references, ...conflicts]
    const others = ['discount_not_booked', 'payment_used', 'ordered_payment_booked', 'method_changed']
    const ofFacts = WARNINGS.map(({ code }) => code)
    for (const code of [...ofReviews, ...ofOrders, ...defects, ...others, ...ofFacts])
      for (const locale of LOCALES)
        expect(wordOfValue('code', code, locale), `${code}: add it to words/blockers.ts`).to.be.a('string').that.is.not
          .empty
  })

  it('of the trade, and not those of the interface', () => {
    expect(titleOf('acquisition_tax', 'de')).to.equal('Bezugsteuer')
    expect(titleOf('account_mapping', 'en')).to.equal(nameInWords('account_mapping'))
    const words = LOCALES.map((locale) => wordOfValue('entry_type', 'opening', locale))
    expect(words).to.deep.equal(['Eröffnung', 'ouverture', 'apertura', 'opening'])
    expect(wordOfValue('event_types', 'fact.posted', 'it')).to.equal('documento contabilizzato')
    expect(wordOfValue('booking_state', 'dismissed', 'fr')).to.equal('écarté')
    expect(wordOfValue('external_reference', 'opening', 'de')).to.equal(null)
  })

  function walk(name: string, schema: Schema): void {
    if (name === 'object' && typeof schema.const === 'string') names.add(schema.const)
    else addValues(values, name, schema)
    for (const [member, its] of Object.entries(schema.properties ?? {})) {
      names.add(member)
      walk(member, its)
    }
    if (schema.items) walk(name, schema.items)
    for (const one of schema.anyOf ?? []) walk(name, one)
    if (typeof schema.additionalProperties === 'object') walk(name, schema.additionalProperties)
  }

  function addValues(to: Map<string, Set<string>>, name: string, schema: Schema): void {
    if (name === 'object') return
    const its = [...(schema.enum ?? []), schema.const].filter((value) => typeof value === 'string')
    if (its.length > 0) to.set(name, new Set([...(to.get(name) ?? []), ...its]))
  }

  function hasWord(name: string, value: string): boolean {
    return isWhole(LOCALES.map((locale) => wordOfValue(name, value, locale)))
  }

  function isWhole(words: readonly (string | null)[] | undefined): boolean {
    return words?.length === LOCALES.length && words.every((word) => word !== null && word.trim() !== '')
  }
})
