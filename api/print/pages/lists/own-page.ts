import { isAmount, isMembers, type ShownMembers } from '../shown-value.ts'

/** Lists of objects that people look for in a row already. */
const SOUGHT_IN_ROWS = ['blockers', 'warnings', 'transaction_details', 'reasons', 'action', 'conditions']
/** What only somebody who has opened the page of a thing asks for. */
const DETAILS = [
  ...[
    'actor_id',
    'actor_type',
    'request_id',
    'created_at',
    'rule_version',
    'occurrence',
    'import_ids',
    'evidence_used',
  ],
  ...[
    'is_booked',
    'booked_amount',
    'account_servicer_reference',
    'entry_reference',
    'bank_transaction_code',
    'charges',
  ],
  ...['amount_details', 'target_bank_rule_version'],
]

/**
 * Whether a member is left to the page of each item of a list, so that a row has no more than some lines: hashes, lists of parts,
 * what none of them has, and amounts in base currency that are those beside them.
 */
export function isOnItsPage(name: string, items: readonly ShownMembers[]): boolean {
  if (DETAILS.includes(name) || name.startsWith('has_more') || /_(?:hash|hashes|sha256)$/.test(name)) return true
  const values = items.map((item) => item[name])
  if (values.every((value) => value === false)) return true
  if (name.startsWith('base_') && items.every((item) => isSameAmount(item[name], item[name.slice('base_'.length)])))
    return true
  return !SOUGHT_IN_ROWS.includes(name) && values.some((value) => Array.isArray(value) && value.some(isMembers))
}

/** Of records of journal entries: the page of the entry has its hash and its evidence. */
export function isOnPageOfEntry(name: string, items: readonly ShownMembers[]): boolean {
  return OF_ENTRIES.includes(name) && items.every(({ journal_entry_id: id }) => typeof id === 'string')
}

const OF_ENTRIES = ['evidence_hashes', 'entry_hash']

function isSameAmount(one: unknown, other: unknown): boolean {
  if (!isAmount(one) || !isAmount(other)) return false
  return one.currency === other.currency && JSON.stringify(one.amount_minor) === JSON.stringify(other.amount_minor)
}
