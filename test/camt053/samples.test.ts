import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import type { BankEntry } from '../../shared/camt053/bank-entry/bank-entry.ts'
import type { BankMessageEvent } from '../../shared/camt053/reader/bank-message-event.ts'
import { findings } from '../support/books.ts'
import { get, upload } from '../support/client.ts'
import { readAll } from './read-message.ts'

const FOLDER = resolve(import.meta.dirname, '../../../shared/camt053')

/** Real statements from public test suites, where they lie beside the project, with the figures that are expected. */
describe('camt.053 samples', () => {
  if (!existsSync(FOLDER)) return pending()
  const { files } = JSON.parse(readFileSync(`${FOLDER}/expected.json`, 'utf8'))
  for (const name of readdirSync(`${FOLDER}/samples`)) {
    it(name, () => {
      const events = readAll(readFileSync(`${FOLDER}/samples/${name}`))
      expect(asExpected(events)).to.deep.equal(expectedOf(files[name]))
    })
  }
})

/** Not every checkout has the samples; a run without them reports so. */
function pending(): void {
  it('needs shared/camt053 beside the project')
}

/** Amounts as numbers, as the expectations write them. */
function plain(value: unknown): any {
  return JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member)))
}

function asExpected(events: readonly BankMessageEvent[]) {
  const header = events.find((event) => event.kind === 'message')
  const headers = events.filter((event) => event.kind === 'bank_statement')
  const ends = events.filter((event) => event.kind === 'bank_statement_end')
  const entries: BankEntry[][] = []
  for (const event of events) {
    if (event.kind === 'bank_statement') entries.push([])
    if (event.kind === 'bank_entry') entries.at(-1)?.push(event.bankEntry)
  }
  return {
    ...plain(header?.header),
    statements: headers.map(({ header: bankStatementHeader }, index) => {
      const { balances, entry_count, sums_by_currency, arithmetic } = ends[index]?.end ?? ({} as never)
      return {
        ...plain(bankStatementHeader),
        balances: plain(balances),
        entry_count,
        sums_by_currency: plain(Object.fromEntries(sums_by_currency)),
        opening: plain(arithmetic.opening),
        closing: plain(arithmetic.closing),
        holds: arithmetic.holds,
        difference_minor: plain(arithmetic.difference_minor),
        entries: plain(entries[index]),
      }
    }),
  }
}

function expectedOf(file: any) {
  const { version, message_id, created, additional_info, page } = file
  return {
    version,
    message_id,
    created,
    additional_info,
    page,
    statements: file.statements.map((statement: any) => ({
      statement_id: statement.id,
      electronic_seq: statement.electronic_seq,
      legal_seq: statement.legal_seq,
      created: statement.created,
      from: statement.from,
      to: statement.to,
      page: statement.page,
      account_iban: statement.account_iban_compact,
      account_other_id: statement.account_other_id,
      account_currency: statement.account_currency,
      account_owner: statement.account_owner,
      servicer_bic: statement.servicer_bic,
      balances: statement.balances.map(balanceOf),
      entry_count: statement.entry_count,
      sums_by_currency: statement.sums_by_currency,
      opening: statement.opening && balanceOf(statement.opening),
      closing: statement.closing && balanceOf(statement.closing),
      holds: statement.arithmetic.holds,
      difference_minor: statement.arithmetic.difference_minor,
      entries: statement.entries.map(entryOf),
    })),
  }
}

const balanceOf = ({ raw, ...balance }: any) => balance
const accountOf = (account: any) =>
  account && { iban: account.iban, other: account.other, currency: account.currency, name: account.name }

function entryOf(entry: any) {
  // biome-ignore format: names read better in a row
  const {
    index, amount_raw, reversal_present, booking_datetime, value_datetime, tx_details_count, tx_sum_matches_entry, tx_details,
    issues, ...rest
  } = entry
  return {
    ...rest,
    tx_details: tx_details.map(({ issues: _, ...tx }: any) => ({
      ...tx,
      debtor_account: accountOf(tx.debtor_account),
      creditor_account: accountOf(tx.creditor_account),
    })),
  }
}

/** The same files through the service, as a client sends them. */
describe('camt.053 samples through the service', () => {
  if (!existsSync(FOLDER)) return pending()
  const { files } = JSON.parse(readFileSync(`${FOLDER}/expected.json`, 'utf8'))
  for (const name of readdirSync(`${FOLDER}/samples`)) {
    it(name, async () => {
      const customer = randomUUID()
      const [statement] = files[name].statements
      const { status, body } = await upload(customer, readFileSync(`${FOLDER}/samples/${name}`), { wait: 20 })
      expect([status, body.state]).to.deep.equal([202, statement.arithmetic.holds === false ? 'rejected' : 'imported'])
      const [imported] = body.statements
      expect([
        imported?.opening_balance?.amount.amount_minor,
        imported?.closing_balance?.amount.amount_minor,
        imported?.entry_count,
        imported?.difference?.amount_minor ?? null,
      ]).to.deep.equal([
        statement.opening?.signed_minor,
        statement.closing?.signed_minor,
        statement.entry_count,
        statement.arithmetic.difference_minor,
      ])
      const { body: list } = await get(`/v1/camt-053/entries?end_customer_id=${customer}&limit=500`)
      const counted = body.state === 'rejected' ? [] : statement.entries
      expect(list.data.map((entry: any) => [entry.amount.amount_minor, entry.credit_debit_indicator])).to.deep.equal(
        counted.map((entry: any) => [entry.amount_minor, entry.credit_debit]),
      )
      const again = await upload(customer, readFileSync(`${FOLDER}/samples/${name}`), { wait: 20 })
      if (body.state === 'imported') expect(again.body.new_entry_count).to.equal(0)
      expect(await findings(customer)).to.deep.equal([])
    })
  }
})
