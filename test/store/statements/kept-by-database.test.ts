import { expect } from 'chai'
import { orRowOf } from '../../../shared/accounting/statements/or-rows/of-account.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import {
  book,
  changeYear,
  everyText,
  mapTo,
  renameAccounts,
  twoYears,
} from '../../api/statements/closings/closed-books.ts'
import { balanceSheet, findings } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense', 'closing'] as const

/** As a process of the release before closes a year: it keeps nothing, and records the change behind it. */
const closeAsBefore = (customer: string, fiscal_year_id: string) =>
  service().worker.pool.transaction(async (tx) => {
    await tx.query(sql.type(row())`
      update fiscal_years set state = 'closed'
      where end_customer_id = ${customer} and fiscal_year_id = ${fiscal_year_id}
    `)
    await tx.query(sql.type(row())`
      insert into fiscal_year_changes (end_customer_id, change_id, fiscal_year_id, state, reason, actor_id)
      values (${customer}, gen_random_uuid(), ${fiscal_year_id}, 'closed', 'before', 'somebody')
    `)
  })

describe('what the database keeps of a year', () => {
  it('every account stands on the row of its code', async () => {
    const rows = await service().worker.pool.any(
      sql.type(row<{ code: string; type: (typeof TYPES)[number]; row_key: string }>())`
        select code::text, type, row_by_code(code::text, type) as row_key
        from generate_series(1000, 9999) code cross join unnest(${sql.array(TYPES, 'text')}) type
      `,
    )
    const wrong = rows.filter(({ code, type, row_key }) => {
      const expected = orRowOf(code, type)
      return expected === undefined ? !/^(nicht_zugeordnete_|abschluss_)/.test(row_key) : row_key !== expected
    })
    expect([rows.length, wrong]).to.deep.equal([54_000, []])
  })

  it('a process of the release before closes a year, and it stands as that release has shown it', async () => {
    const customer = await twoYears(8_000_000)
    const before = [await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]
    await closeAsBefore(customer, 'FY2024')
    await closeAsBefore(customer, 'FY2025')
    const kept = [await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]
    const figures = (texts: Record<string, string>[]) =>
      texts.map((each) =>
        Object.values(each).map((text) =>
          text
            .replace(/"closing":(null|\{[^}]*\})|<p>Abgeschlossen am [^<]*<\/p>\n/, '')
            .replace(/("(?:entry_types_on|open_items_equal|bank_entries_within)\w+":)null/g, '$1true')
            .replace(/Nicht kontrolliert, weil vorher abgeschlossen: [^<]*/, 'Alle Kontrollen bestanden'),
        ),
      )
    expect(figures(kept)).to.deep.equal(figures(before))
    await mapTo(customer, 'or.immaterielle_werte', '1530', '2024-01-01')
    await renameAccounts(customer, '2020-01-01', (name) => `${name} alt`)
    await book(customer, '2026-02-28', [debit('1020', 111), credit('3400', 111)])
    expect([await everyText(customer, 'FY2024'), await everyText(customer, 'FY2025')]).to.deep.equal(kept)
    const { body } = await get(`/v1/fiscal-years/FY2025?end_customer_id=${customer}`)
    expect(body.changes.map(({ reason, closing }) => [reason, closing?.kept_by, closing?.rule_version])).to.deep.equal([
      ['before', 'migration', 1],
    ])
    expect(await findings(customer)).to.deep.equal([])
    const unknown = [
      'entry_types_on_their_accounts',
      'open_items_equal_control_accounts',
      'bank_entries_within_amounts',
    ]
    const { checks, check_details } = await balanceSheet(customer, 'FY2025')
    const isKnown = (check: string) => !unknown.includes(check)
    expect(checks).to.deep.equal(
      Object.fromEntries(Object.keys(checks).map((check) => [check, isKnown(check) || null])),
    )
    expect(check_details.filter(({ check }) => !isKnown(check))).to.deep.equal([])
    expect(Object.values(kept[1] ?? {}).join()).to.include('Nicht kontrolliert, weil vorher abgeschlossen: ')
    await changeYear(customer, 'FY2025', 'reopen')
    await changeYear(customer, 'FY2025', 'close')
    const again = await balanceSheet(customer, 'FY2025')
    expect([again.closing?.kept_by, new Set(Object.values(again.checks))]).to.deep.equal(['close', new Set([true])])
  })
})
