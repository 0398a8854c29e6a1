import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Client } from 'pg'
import { readFirstBuildRows, restoreFirstBuild } from '../../support/first-build.ts'
import { ownerUrl, release } from '../../support/service.ts'

const MIGRATION = join(import.meta.dirname, '../../../sql/migrations/0052-fold-letters-of-names.sql')

/** As the release before had it. */
const KEY_BEFORE = `create or replace function partner_name_key(name text)
  returns text language sql immutable parallel safe as $$
    select left(btrim(regexp_replace(
      lower(normalize(name, NFKC) collate "und-x-icu"), '[\\u0009-\\u000d \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g'
    ), ' '), 600)
  $$`
const NAMES = ['Straße AG', 'STRASSE AG', 'İstanbul', 'istanbul', 'Muster\u200b AG', 'MUSTER AG', 'Ζεύς', 'Plain Ltd']

describe('folds of partners from before all forms of a letter were one', function () {
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

  it('get the new keys: two that are one are added up, on the side of their balance', async () => {
    const [[customer]] = (await rows(`
      select end_customer_id from open_items group by 1 order by count(*) desc limit 1
    `)) as [[string]]
    await client.query(KEY_BEFORE)
    // Of two that are one, one owes and the other is owed.
    await client.query(`begin; set local session_replication_role = replica`)
    await rows(
      `update open_items item set partner_reference = null, partner_name = ($2::text[])[1 + (place - 1) % 8],
        base_amount_minor = case place % 2 when 0 then -1 else 1 end * (100 + place)
      from (
        select open_item_id, row_number() over (order by account_code, entry_number)::int as place
        from open_items where end_customer_id = $1
      ) placed
      where item.end_customer_id = $1 and item.open_item_id = placed.open_item_id`,
      customer,
      NAMES,
    )
    await client.query('commit')
    await rows(
      `insert into partner_relations (
        end_customer_id, partner_relation_id, partner_key, partner_name, related_to, valid_from, actor_id
      )
      select $1, ('00000000-0000-7000-8000-00000000000' || place)::uuid, partner_key(null, name), name, 'holders',
        '2026-01-01', 'x'
      from unnest($2::text[]) with ordinality relation (name, place)`,
      customer,
      NAMES,
    )
    await client.query(`
      delete from partner_period_totals;
      delete from other_side_totals;
      delete from partner_names;
      update statement_watermarks set partner_entry_number = 0, named_entry_number = 0;
      select fold_partners(array(select end_customer_id from statement_watermarks))
    `)
    expect(await foundOfPartners()).to.deep.equal([])
    const before = await rows(
      'select distinct partner_name from other_side_totals where end_customer_id = $1',
      customer,
    )
    expect(before.length).to.be.greaterThan(2)

    await client.query(`begin; ${await readFile(MIGRATION, 'utf8')}; commit`)

    expect(await foundOfPartners()).to.deep.equal([])
    const keys = `select distinct partner_key from partner_period_totals 
      where end_customer_id = $1 and partner_key like '=%' order by 1`
    const expected = ['=istanbul', '=muster ag', '=plain ltd', '=strasse ag', '=ζεύσ']
    expect((await rows(keys, customer)).flat()).to.have.members(expected)
    expect((await rows(`select partner_key from partner_relations order by partner_relation_id`)).flat()).to.deep.equal(
      [
        '=strasse ag of 00000000-0000-7000-8000-000000000001',
        '=strasse ag',
        '=istanbul of 00000000-0000-7000-8000-000000000003',
        '=istanbul',
        '=muster ag of 00000000-0000-7000-8000-000000000005',
        '=muster ag',
        '=ζεύσ',
        '=plain ltd',
      ],
    )
  })

  const foundOfPartners = () =>
    rows(`select finding.* from statement_watermarks
      cross join lateral verification_findings(end_customer_id) finding where "check" ~ 'partners'`)
})
