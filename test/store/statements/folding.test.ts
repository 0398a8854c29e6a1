import { expect } from 'chai'
import type { QuerySqlToken } from 'slonik'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { foldPart, refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { findings } from '../../support/books.ts'
import { service } from '../../support/service.ts'
import { journalInSql, type Line } from '../journal/journal-in-sql.ts'

const AMOUNT: Line[] = [
  ['6500', 100, 0],
  ['1520', 0, 100],
]
const FOLDS = ['fold_lines', 'fold_partners', 'fold_tax_records', 'fold_taxed_movements']

describe('folding posted lines into totals', () => {
  const { customer, query, insert } = journalInSql()

  const refresh = () => refreshWhole(service().web.pool, [customer()])
  const totals = async (table: string) =>
    (await query(`select * from ${table} where end_customer_id = $1 order by 1, 2, 3, 4, 5`, [customer()])).rows
  const takeBack = async (table: string, watermark: string) => {
    await query('begin') // the locked watermark keeps a refresh of the worker away
    await query(`update statement_watermarks set ${watermark} = 0 where end_customer_id = $1`, [customer()])
    await query(`delete from ${table} where end_customer_id = $1`, [customer()])
    await query('commit')
  }

  it('keeps entries of each type and of each period apart', async () => {
    await insert({ entry_type: 'opening' }, AMOUNT)
    await insert({ posting_date: '2026-07-01', entry_type: 'takeover' }, AMOUNT)
    await insert({ posting_date: '2026-07-31' }, AMOUNT)
    await insert({ posting_date: '2026-07-31', entry_type: 'closing' }, AMOUNT)
    await refresh()
    const { rows } = await query(
      `select period_start::text, entry_type, debit_minor::int from account_period_totals
      where end_customer_id = $1 and account_code = '6500' and period_start > '2026-04-30' order by 1, 2`,
      [customer()],
    )
    expect(rows.map(Object.values)).to.deep.equal([
      ['2026-05-01', 'opening', 100],
      ['2026-07-01', 'closing', 100],
      ['2026-07-01', 'standard', 100],
      ['2026-07-01', 'takeover', 100],
    ])
  })

  it('groups by hash what it folds, and does not sort all of it', async () => {
    const { rows } = await query(
      `select proname from pg_proc
      where proname = any($1) and not coalesce(proconfig, '{}') @> '{enable_sort=off,enable_incremental_sort=off}'`,
      [FOLDS],
    )
    expect(rows).to.deep.equal([])
  })

  it('leaves sorts to what a fold calls: settings are handed on, and a session keeps the plan of its first call', async () => {
    const { rows } = await query(
      `select proname from pg_proc
      where proname = 'taxed_movements_between' and not proconfig @> '{enable_sort=on,enable_incremental_sort=on}'`,
    )
    expect(rows).to.deep.equal([])
  })

  /** The folds of one part, each behind what goes first. */
  async function foldsOf(behind: { tax_behind?: number; movements_behind?: number }): Promise<string[]> {
    const done: string[] = []
    await service().web.pool.transaction(async (tx) => {
      const watched = new Proxy(tx, {
        get: (target, name) =>
          name === 'query'
            ? (query: QuerySqlToken) => {
                done.push(...query.sql.matchAll(/fold_\w+/g).map(([fold]) => fold))
                return target.query(query)
              }
            : Reflect.get(target, name),
      })
      await foldPart(watched, [customer()], { ...behind, pause: async () => void done.push('others') })
    })
    return done
  }
  const withOthers = (folds: readonly string[]) => folds.flatMap((fold) => ['others', fold])

  it('lets others go first before each of its folds, which are a query each', async () => {
    await insert({ posting_date: '2026-06-30' }, AMOUNT)
    expect(await foldsOf({ tax_behind: 1, movements_behind: 1 })).to.deep.equal(withOthers(FOLDS))
  })

  it('asks for no tax and no movements where too little of them is behind, each for itself', async () => {
    await insert({ posting_date: '2026-06-30' }, AMOUNT)
    const [lines, partners, tax, movements] = FOLDS as [string, string, string, string]
    expect(await foldsOf({})).to.deep.equal(withOthers([lines, partners]))
    expect(await foldsOf({ tax_behind: 1 })).to.deep.equal(withOthers([lines, partners, tax]))
    expect(await foldsOf({ movements_behind: 1 })).to.deep.equal(withOthers([lines, partners, movements]))
  })

  /** How many entries it reads to fold a new one. */
  async function readToFold(): Promise<bigint> {
    await refresh()
    await insert({ posting_date: '2026-06-30' }, AMOUNT)
    return service().web.pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local enable_seqscan = off`) // as in a worker; and what comes by an index is counted
      const before = await entriesRead(tx) // a session tells also what it read of late in other transactions
      await foldPart(tx, [customer()])
      return (await entriesRead(tx)) - before
    })
  }

  function entriesRead(tx: Tx): Promise<bigint> {
    return tx.oneFirst(sql.type(row<{ read: bigint }>())`
      select coalesce(sum(pg_stat_get_xact_tuples_fetched(relation)), 0)::bigint as read
      from (
        select 'journal_entries'::regclass::oid as relation
        union all select indexrelid from pg_index where indrelid = 'journal_entries'::regclass
      ) relations
    `)
  }

  it('reads none of the entries before the last refresh, however many have tax to fold, where new ones have few lines', async () => {
    const before = await readToFold()
    for (let entries = 0; entries < 20; entries += 1) await insert({ posting_date: '2026-06-30' }, AMOUNT)
    const after = await readToFold()
    // An entry is read by several queries, and by one more where its page is not known as visible.
    expect(Number(after - before)).to.be.below(20)
  })

  it('looks at all that is behind where nothing is new', async () => {
    await insert({ posting_date: '2026-06-30' }, Array.from({ length: 499 }, () => AMOUNT).flat())
    await insert({ posting_date: '2026-06-30' }, AMOUNT)
    await refresh()
    await query(
      `update statement_watermarks set tax_entry_number = 0, tax_account_entry_number = 0 where end_customer_id = $1`,
      [customer()],
    )
    await query(`delete from tax_period_totals where end_customer_id = $1`, [customer()])
    await query(`delete from tax_account_totals where end_customer_id = $1`, [customer()])
    expect(await foldsOf({})).to.include('fold_tax_records')
  })

  it('folds tax and movements of few entries with many lines, and not yet those of few lines', async () => {
    const folded = async () => {
      await refresh()
      const { rows } = await query(
        `select tax_entry_number = entry_number as tax, movement_entry_number = entry_number as movements
        from statement_watermarks where end_customer_id = $1`,
        [customer()],
      )
      return rows[0]
    }
    for (let entries = 0; entries < 4; entries += 1) await insert({ posting_date: '2026-06-30' }, AMOUNT)
    expect(await folded()).to.deep.equal({ tax: false, movements: false })
    for (const is_folded of [true, false, true, false]) {
      await insert({ posting_date: '2026-06-30' }, Array.from({ length: 499 }, () => AMOUNT).flat())
      expect(await folded()).to.deep.equal({ tax: is_folded, movements: is_folded })
    }
  })

  for (const [ahead, table, watermark] of [
    ['the totals of control accounts are', 'account_period_totals', 'entry_number'],
    ['the totals of accounts are', 'control_account_totals', 'control_entry_number'],
  ] as const)
    it(`adds nothing twice where ${ahead} ahead`, async () => {
      await insert({ posting_date: '2026-06-30' }, AMOUNT)
      await refresh()
      const before = await Promise.all([totals('account_period_totals'), totals('control_account_totals')])
      await takeBack(table, watermark)
      await refresh()
      expect(await Promise.all([totals('account_period_totals'), totals('control_account_totals')])).to.deep.equal(
        before,
      )
      expect(before.every((rows) => rows.length > 0)).to.equal(true)
      expect((await findings(customer())).filter(({ check }) => /total|watermark/.test(check))).to.deep.equal([])
    })
})
