import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Client } from 'pg'
import { readFirstBuildRows, restoreFirstBuild } from '../../support/first-build.ts'
import { ownerUrl, release } from '../../support/service.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')
const KEYS = join(MIGRATIONS, '0043-know-partners-by-one-key.sql')
const NAMES = join(MIGRATIONS, '0046-fill-names-of-partners.sql')

/** As the release before had it. */
const KEY_BEFORE = `create or replace function partner_key(partner_reference text, partner_name text)
  returns text language sql immutable parallel safe as $$
    select coalesce('#' || partner_reference, '=' || partner_name)
  $$`

describe('folds of partners from before names were compared without letter case and blanks', function () {
  this.timeout(180_000)
  let client: Client
  before(async () => {
    const database_url = await restoreFirstBuild(await readFirstBuildRows())
    await release(database_url)
    client = new Client({ connectionString: ownerUrl(database_url) })
    await client.connect()
  })
  after(() => client.end())

  const rows = async (text: string, ...values: unknown[]) =>
    (await client.query({ text, values, rowMode: 'array' })).rows

  it('are made anew, credit of nobody with them, and relations keep one key a day', async () => {
    const [[customer]] = (await rows(`
      select end_customer_id from open_items where kind = 'receivable'
      group by 1 having count(*) > 1 order by count(*) desc limit 1
    `)) as [[string]]
    await client.query(KEY_BEFORE)
    await rows(
      `update open_items set partner_reference = null, partner_name = case when entry_number % 2 = 0 then 'Muster AG' else 'MUSTER  AG ' end
      where end_customer_id = $1 and kind = 'receivable'`,
      customer,
    )
    await client.query(`update open_items item set partner_name = account, partner_reference = null
      from payments where item.payment_id = payments.payment_id`)
    await rows(
      `insert into partner_relations (
        end_customer_id, partner_relation_id, partner_key, partner_name, related_to, valid_from, actor_id
      )
      select $1, ('00000000-0000-7000-8000-00000000000' || place)::uuid, partner_key(null, name), name, 'holders',
        '2026-01-01', 'x'
      from (values (1, 'muster ag'), (2, 'MUSTER AG'), (3, 'Other AG')) relation (place, name)`,
      customer,
    )
    await client.query(`
      delete from partner_period_totals;
      delete from other_side_totals;
      update statement_watermarks set partner_entry_number = 0;
      select fold_partners(array(select end_customer_id from statement_watermarks))
    `)
    const keys = `select distinct partner_key from partner_period_totals
      where end_customer_id = $1 and partner_key ilike '=muster%' order by 1`
    expect((await rows(keys, customer)).flat()).to.have.members(['=MUSTER  AG ', '=Muster AG'])

    await client.query(`begin; ${await readFile(KEYS, 'utf8')}; commit`)
    await client.query('delete from partner_names; update statement_watermarks set named_entry_number = 0')
    await client.query(`begin; ${await readFile(NAMES, 'utf8')}; commit`)

    expect(await rows(keys, customer)).to.deep.equal([['=muster ag']])
    const of_payments = await rows('select distinct partner_name from open_items where payment_id is not null')
    expect(of_payments).to.deep.equal([['']])
    expect(
      await rows(`select partner_name, partner_key from partner_relations order by partner_relation_id`),
    ).to.deep.equal([
      ['muster ag', '=muster ag of 00000000-0000-7000-8000-000000000001'],
      ['MUSTER AG', '=muster ag'],
      ['Other AG', '=other ag'],
    ])
    expect(
      await rows(`select finding.* from statement_watermarks
        cross join lateral verification_findings(end_customer_id) finding where "check" ~ 'partners'`),
    ).to.deep.equal([])
  })
})
