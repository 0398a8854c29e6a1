import { expect } from 'chai'
import { balance, bankEntry, camt053Message, IBAN } from '../../../../camt053/messages.ts'
import { get, post, put, upload } from '../../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { newPass, openPage } from '../browser.ts'

const SECOND_IBAN = 'CH5604835012345678009'

type Line = { readonly account_code: string; readonly debit: Amount | null; readonly credit: Amount | null }
type Figures = { readonly amount: Amount; readonly credit_debit_indicator: string }
/** What the pages that it leads to have. */
type Answered = Figures & {
  readonly unbooked_amount: Amount
  readonly carried_forward: Amount
  readonly closing_balance: Amount
  readonly lines: readonly Line[]
  readonly data: readonly Figures[]
  readonly statements: readonly [
    {
      readonly opening_balance: { readonly amount: Amount }
      readonly closing_balance: { readonly amount: Amount }
      readonly sums: readonly [{ readonly booked_credits: Amount; readonly booked_debits: Amount }]
    },
  ]
}
type Amount = { readonly amount_minor: number }

describe('the page of a bank reconciliation', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newKmuCustomer()
    pass = await newPass([customer])
    await book('2025-12-30', [debit('1020', 60_000), credit('3400', 60_000)])
    await book('2026-03-01', [debit('1020', 35_000), credit('3400', 35_000)])
    await book('2026-03-10', [debit('1020', 6_000), credit('6950', 6_000)])
    await book('2026-04-05', [debit('6940', 2_500), credit('1020', 2_500)])
    await statement(
      1,
      ['2026-03-01', '2026-03-31'],
      ['1000.00', '1080.00'],
      [
        ['100.00', '2026-03-10'],
        ['-20.00', '2026-03-20'],
      ],
    )
    await statement(2, ['2026-04-01', '2026-04-30'], ['1095.00', '1070.00'], [['-25.00', '2026-04-05']])
  })

  for (const day of ['2026-03-31', '2026-03-15', '2026-04-10', '2026-05-31'])
    it(`leads from every amount to what adds up to it: ${day}`, async () => {
      expect(await amountsThatDoNotAddUp('1020', day)).to.deep.equal([])
    })

  it('leads from a balance of several accounts to each of them on the same page', async () => {
    const { status } = await put('/v1/account-mappings', {
      end_customer_id: customer,
      mappings: [{ mapping_key: `posting.bank.${SECOND_IBAN}`, account_code: '1020', valid_from: '2025-01-01' }],
    })
    expect(status).to.equal(202)
    await statement(7, ['2026-03-01', '2026-03-31'], ['5.00', '7.00'], [['2.00', '2026-03-11']], SECOND_IBAN)
    const page = await opened('1020', '2026-05-31')
    const rows = rowsOf(page.html)
    const bank = there(rows.find(({ label }) => label === 'Saldo der Bank'))
    expect(bank.href).to.equal('#parts-CHF')
    const parts = rows.slice(rows.indexOf(bank) + 1).filter(({ label }) => !label.startsWith('Anfangsdifferenz: '))
    expect(page.html).to.include('id="parts-CHF"')
    expect(parts.map(({ amount_minor }) => amount_minor)).to.have.members([107_000, 700])
    expect(await amountsThatDoNotAddUp('1020', '2026-05-31')).to.deep.equal([])
  })

  it('leads from the last bank statement to its import', async () => {
    const { html, url } = await opened('1020', '2026-03-31')
    const [, href = ''] = /<footer>.*<a href="([^"]+)">Letzter Auszug: [^<]*S-1, 31\.03\.2026<\/a>/s.exec(html) ?? []
    const { status, html: shown } = await openPage(new URL(href, url).href, pass)
    expect([status, shown.includes('S-1'), shown.includes("1'080.00 CHF")]).to.deep.equal([200, true, true])
    expect(shown).to.match(/<a href="[^"]*camt-053\/entries\?[^"]*import_id=imp_\w+">Bankbewegungen<\/a>/)
  })

  it('refuses an account ledger up to a day of another year, or beside what is of the whole year', async () => {
    const path = `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2026&account_code=1020`
    const refused = await Promise.all(
      ['to_date=2025-12-31', 'to_date=2026-05-01&granularity=month'].map((more) => get(`${path}&${more}`)),
    )
    const details = refused.map(({ status, body }) => [status, body.error.details[0]?.pointer])
    expect(details).to.deep.equal([
      [400, '/to_date'],
      [400, '/granularity'],
    ])
  })

  const book = async (business_date: string, lines: object[]) => {
    const { body } = await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }

  const statement = async (
    number: number,
    [from, to]: [string, string],
    [opening, closing]: [string, string],
    entries: readonly (readonly [amount: string, date: string])[],
    iban = IBAN,
  ) => {
    const dated = (type: string, amount: string, day: string) => balance(type, amount).replace('2026-03-31', day)
    const message = camt053Message({
      header: `<Id>S-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb>
        <FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
      balances: dated('OPBD', opening, from) + dated('CLBD', closing, to),
      bankEntries: entries
        .map(([amount, date]) => {
          const direction = amount.startsWith('-') ? ('DBIT' as const) : ('CRDT' as const)
          return bankEntry({ amount: amount.replace('-', ''), date, direction, text: `S-${number} ${date}` })
        })
        .join(''),
    })
    const { body } = await upload(customer, message.replaceAll(IBAN, iban), { wait: 20 })
    expect(body.state, JSON.stringify(body)).to.equal('imported')
  }

  const opened = (bank_account: string, date: string) =>
    openPage(
      `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${bank_account}&date=${date}`,
      pass,
    )

  function rowsOf(html: string) {
    const rows = [...html.matchAll(/<tr class="\w+ level\d"[^>]*>(.*?)<\/tr>/g)]
    return rows.map(([, cells = '']) => {
      const [, label = ''] = /<td class="first">(?:<a [^>]*>)?([^<]*)/.exec(cells) ?? []
      const [, href = '', amount = ''] = /<td class="amount">(?:<a href="([^"]+)">)?(-?[\d'.]+)/.exec(cells) ?? []
      return { label, href: href.replaceAll('&amp;', '&'), amount_minor: Number(amount.replaceAll(/['.]/g, '')) }
    })
  }

  async function amountsThatDoNotAddUp(bank_account: string, day: string): Promise<string[]> {
    const { html, url, status } = await opened(bank_account, day)
    expect(status).to.equal(200)
    const rows = rowsOf(html)
    expect(rows.length).to.be.greaterThan(2)
    const wrong: string[] = []
    for (const { label, href, amount_minor } of rows.filter((row) => row.amount_minor !== 0)) {
      const behind = href.startsWith('#') && rows.slice(rows.findIndex((row) => row.href === href) + 1)
      const sums = behind ? [sumBehind(href, behind)] : await sumsAt(new URL(href, url))
      if (href === '' || !sums.includes(amount_minor)) wrong.push(`${label} ${amount_minor} ${href}: ${sums}`)
    }
    return wrong
  }

  /** What a page shows that adds up, by what it answers as JSON. */
  async function sumsAt({ pathname, search }: URL): Promise<number[]> {
    const answer = await fetch(service().base_url + pathname + search, {
      headers: { authorization: `Bearer ${service().key}`, accept: 'application/json' },
    })
    const body = (await answer.json()) as Answered
    expect(answer.status, pathname + search).to.equal(200)
    if (pathname.endsWith('/account-ledger')) {
      const { carried_forward, closing_balance, lines } = body
      const moved = sumOf(lines.map((line) => amountOf(line.debit) - amountOf(line.credit)))
      const sum = amountOf(carried_forward) + moved
      expect(sum).to.equal(amountOf(closing_balance))
      return [sum]
    }
    if (pathname.includes('/camt-053/imports/')) {
      const [{ opening_balance, closing_balance, sums }] = body.statements
      const moved = amountOf(sums[0].booked_credits) - amountOf(sums[0].booked_debits)
      expect(amountOf(opening_balance.amount) + moved).to.equal(amountOf(closing_balance.amount))
      // A gap is between this opening balance and the closing balance of the first one.
      const opening_minor = amountOf(opening_balance.amount)
      return [amountOf(closing_balance.amount), opening_minor, opening_minor - 108_000]
    }
    if (pathname.endsWith('/camt-053/entries')) return [sumOf(body.data.map(signedOf))]
    if (pathname.includes('/camt-053/entries/')) return [signedOf({ ...body, amount: body.unbooked_amount })]
    const lines = body.lines.filter(({ account_code }) => account_code === '1020')
    return lines.map((line) => amountOf(line.credit) - amountOf(line.debit))
  }
})

/** The opening balances of the bank less that of the ledger, or the parts of the balance of the bank. */
function sumBehind(href: string, rows: readonly { readonly label: string; readonly amount_minor: number }[]): number {
  const isOpening = href.startsWith('#opening-')
  const named = rows.filter(({ label }) => label.startsWith('Anfangsdifferenz: ') === isOpening)
  const less = 'Anfangsdifferenz: Saldo der Buchhaltung'
  return sumOf(named.map(({ label, amount_minor }) => (label === less ? -amount_minor : amount_minor)))
}

function signedOf({ amount, credit_debit_indicator }: Figures): number {
  return credit_debit_indicator === 'DBIT' ? -amount.amount_minor : amount.amount_minor
}

function amountOf(amount: Amount | null): number {
  return amount?.amount_minor ?? 0
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
