import { expect } from 'chai'
import { queryRows, readFirstBuildRows, restoreFirstBuild } from '../../support/first-build.ts'
import { release } from '../../support/service.ts'

/** Two vouchers on the account at the bank, as if each had named a bank entry of its direction that something else uses as evidence. */
const NAME_EVIDENCE = `
  set session_replication_role = replica;
  with voucher as (
    select distinct on (credit_debit) bank_entry.end_customer_id, entry.source_id, canonical_entry_hash
    from camt053_entries bank_entry
    join journal_entries entry using (end_customer_id)
    join journal_lines line using (end_customer_id, entry_number)
    where (bank_entry.used_minor > 0 or entry_id in (select entry_id from payments where booked_by is not null))
      and source_type = 'journal_voucher' and line.account_code = '1020'
      and case credit_debit when 'CRDT' then line.debit_minor else line.credit_minor end > 0
    order by credit_debit, entry_number
  )
  update source_facts set request = request || jsonb_build_object('evidence_links',
    jsonb_build_array(jsonb_build_object('sha256', canonical_entry_hash, 'type', 'source_export')))
  from voucher where source_facts.source_fact_id = voucher.source_id`
const TWICE_BOOKED = `
  select regexp_replace(found, '[0-9a-z]{26}', '…', 'g') as found from end_customers customer
  cross join lateral evidence_findings(customer.end_customer_id) order by 1`

describe('bank entries of databases from before their uses were kept', () => {
  it('have the uses of allocations and settlements, and proposals and findings for vouchers that named one', async () => {
    const database_url = await restoreFirstBuild(await readFirstBuildRows())
    await queryRows(database_url, NAME_EVIDENCE)
    await release(database_url)
    const uses = await queryRows<{ used_by: string; state: string }>(
      database_url,
      `select used_by, used.state, is_right from bank_entry_uses used
      join camt053_entries entry using (end_customer_id, entry_id)
      cross join lateral (select sum(amount_minor) = entry.used_minor as is_right from bank_entry_uses of_entry
        where of_entry.entry_id = used.entry_id) sums
      where is_right is not true`,
    )
    expect(uses).to.deep.equal([])
    const misplaced = `select customer.end_customer_id, found.* from end_customers customer
      cross join lateral use_place_findings(customer.end_customer_id) found`
    expect(await queryRows(database_url, misplaced)).to.deep.equal([])
    const [placed] = await queryRows(
      database_url,
      `select count(*) filter (where state = 'posted')::integer > 0 as posted, count(*) filter (where state = 'posted'
        and is_whole_line and account_code is not null and bank_account is not null)::integer > 0 as placed
      from bank_entry_uses`,
    )
    expect(placed).to.deep.equal({ posted: true, placed: true })
    const [counts] = await queryRows(
      database_url,
      `select (select count(*)::integer from bank_entry_uses where used_by = 'allocation') > 0 as allocations,
        (select count(*)::integer from bank_entry_uses where used_by = 'settlement') > 0 as settlements,
        (select count(*)::integer from bank_entry_link_proposals) as proposals,
        (select count(*)::integer from bank_entry_uses where used_by = 'link') as links`,
    )
    expect(counts).to.deep.equal({ allocations: true, settlements: true, proposals: 2, links: 0 })
    expect(await queryRows(database_url, TWICE_BOOKED)).to.deep.equal([
      { found: '324300 by line 1 of je_…, and 324300 by alloc_…' },
      { found: '64860 by line 3 of je_…, and 64860 by settle_…' },
    ])
  })
})
