import { partnerNameKey } from '../../accounting/documents/comparable-text.ts'
import { compact } from '../../camt053/matching/compare-texts.ts'
import { goesToOther, type OtherPartners, type SupplierOfRule } from '../../camt053/matching/meant/other-creditor.ts'
import { type RuledTransaction, ruledBankEntryOf } from '../../camt053/matching/ruled-bank-entry.ts'
import { eachInSteps, inTurns } from '../../process/in-turns.ts'
import { type Db, row, sql } from '../db/database.ts'
import { paidItems } from '../orders/paid-already/given-debits.ts'
import type { BankRuleRow } from './bank-rules.ts'
import type { EntryToRule } from './entries-to-rule.ts'
import { findPayablesOfRule } from './payables-of-rule.ts'

type PayingRule = Pick<BankRuleRow, 'rule_id' | 'end_customer_id' | 'action' | 'conditions'>

/** For whom an account was paid. */
type PaidFor = { readonly account: string; readonly partner_key: string }

/** So many of the debits to an account are looked at, the newest first. */
const MOST_DEBITS = 10
/** A collective debit goes to hundreds. */
const MOST_NAMES = 1_000

/** Ids of the debits that rules would take for payments of their suppliers, and that go to somebody else. */
export async function findDebitsToOthers(
  db: Db,
  end_customer_id: string,
  paying: readonly { readonly rule: PayingRule; readonly entry: EntryToRule }[],
): Promise<ReadonlySet<string>> {
  if (paying.length === 0) return new Set()
  const told = await inTurns(
    eachInSteps(paying, ({ rule, entry }) => ({ rule, entry, sides: ruledBankEntryOf(entry).transactions })),
  )
  const sides = told.flatMap((one) => one.sides)
  const paid = await findPaidFor(db, end_customer_id, sides)
  const names = await findKnownNames(db, end_customer_id, sides)
  const found: string[] = []
  for (const [, own] of Map.groupBy(told, ({ rule }) => rule.rule_id)) {
    const [first] = own
    const known = first && (await knownOf(db, first.rule, paid, names))
    if (!known) continue
    const toOthers = eachInSteps(own, ({ entry, sides: all }) =>
      all.some((side) => goesToOther(side, known.supplier, known.others)) ? [entry.entry_id] : [],
    )
    found.push(...(await inTurns(toOthers)).flat())
  }
  return new Set(found)
}

/** Null where nothing is open of the supplier: the rule pays nothing. */
async function knownOf(
  db: Db,
  rule: PayingRule,
  paid: readonly PaidFor[],
  names: ReadonlySet<string>,
): Promise<{ readonly supplier: SupplierOfRule; readonly others: OtherPartners } | null> {
  const { own } = await findPayablesOfRule(db, rule)
  if (own.length === 0) return null
  const keys = [...new Set(own.map(({ partner_key }) => partner_key))]
  const accounts = new Set([
    ...own.flatMap(({ iban }) => iban ?? []),
    ...(await findOrderedAccounts(db, rule.end_customer_id, keys)),
    ...paid.filter(({ partner_key }) => keys.includes(partner_key)).map(({ account }) => account),
  ])
  const { counterparty_iban: iban, counterparty_name: name = null } = rule.conditions
  const named_by_rule = { iban: iban === undefined ? null : compact(iban), name }
  return {
    supplier: { names: [...new Set(own.map(({ partner_name }) => partner_name))], accounts, named_by_rule },
    others: { names, accounts: new Set(paid.map(({ account }) => account)).difference(accounts) },
  }
}

function findOrderedAccounts(db: Db, end_customer_id: string, partner_keys: readonly string[]) {
  return db.anyFirst(sql.type(row<{ iban: string }>())`
    select distinct creditor_iban as iban
    from unnest(${sql.array(partner_keys, 'text')}) as wanted (partner_key)
    join payment_order_lines line
      on line.end_customer_id = ${end_customer_id} and left(line.partner_key, 100) = left(wanted.partner_key, 100)
        and line.partner_key = wanted.partner_key and line.state in ('ordered', 'paid')
  `)
}

/** By the settlements and vouchers that have used debits to these accounts. sql.md: lateral limit 1 */
async function findPaidFor(
  db: Db,
  end_customer_id: string,
  sides: readonly RuledTransaction[],
): Promise<readonly PaidFor[]> {
  const told = sides.flatMap(({ counterparty_iban }) => counterparty_iban ?? [])
  const accounts = [...new Set(told.map(compact))]
  if (accounts.length === 0) return []
  return db.any(sql.type(row<PaidFor>())`
    select distinct wanted.account, partner_key(item.partner_reference, item.partner_name) as partner_key
    from unnest(${sql.array(accounts, 'text')}) as wanted (account)
    cross join lateral (
      select end_customer_id, entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and used_minor > 0
        and left(payee_account, 100) = left(wanted.account, 100) and payee_account = wanted.account
      order by entry_id desc
      limit ${MOST_DEBITS}
    ) camt053_entries
    cross join lateral (${paidItems}) paid
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = paid.open_item_id
  `)
}

/** Of the names of the other sides, the keys of those that partners have, suppliers and customers: as they are folded, and of the items behind that. */
async function findKnownNames(
  db: Db,
  end_customer_id: string,
  sides: readonly RuledTransaction[],
): Promise<ReadonlySet<string>> {
  const keys = new Set(sides.flatMap(({ counterparty_names }) => counterparty_names.map(partnerNameKey)))
  if (keys.size === 0) return new Set()
  const wanted = sql.array([...keys].slice(0, MOST_NAMES), 'text')
  const found = await db.anyFirst(sql.type(row<{ name_key: string }>())`
    select name_key from partner_names where end_customer_id = ${end_customer_id} and name_key = any(${wanted})
    union
    select partner_name_key(partner_name)
    from (
      select distinct partner_name from open_items
      where end_customer_id = ${end_customer_id} and entry_number > coalesce((
          select named_entry_number from statement_watermarks where end_customer_id = ${end_customer_id}
        ), 0)
      offset 0
    ) behind
    where partner_name_key(partner_name) = any(${wanted})
  `)
  return new Set(found)
}
