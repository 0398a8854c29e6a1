/** What people look for in a list, in the order in which it stands: how it is, whose, which one, how much, when, why. */
const SOUGHT = [
  ...['state', 'booking_state', 'name', 'partner_name', 'customer_name', 'supplier_name', 'debtor_name'],
  ...[
    'document_number',
    'entry_number',
    'line_number',
    'amount',
    'proposed_amount',
    'open_amount',
    'unbooked_amount',
    'tax_code',
    'base_amount',
    'tax_amount',
    'change_of_tax_not_due',
    'score',
  ],
  ...['posting_date', 'booking_date', 'business_date', 'document_date', 'due_date', 'execution_date'],
  ...['credit_debit_indicator', 'description', 'transaction_details', 'reasons', 'blockers', 'warnings'],
]

/** The first of these that a row has leads to its page. */
const NAMING = [
  ...['name', 'partner_name', 'customer_name', 'supplier_name', 'debtor_name', 'document_number', 'entry_number'],
  ...['description', 'message_id', 'booking_date', 'posting_date', 'score', 'state'],
]

/** Columns of a list of things with ids: what people look for first, ids and hashes last. All others keep their order. */
export function columnsInOrder(names: readonly string[]): readonly string[] {
  return names.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function namingColumn(names: readonly string[]): string | undefined {
  return NAMING.find((name) => names.includes(name))
}

function placeOf(name: string): number {
  const place = SOUGHT.indexOf(name)
  if (place !== -1) return place
  return SOUGHT.length + (isIdentifier(name) ? 1 : 0)
}

function isIdentifier(name: string): boolean {
  return name === 'id' || /_(?:ids?|hash|sha256)$/.test(name)
}
