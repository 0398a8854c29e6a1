import { by, type CodeFault, fault, put } from '../code-fault.ts'

const BILLED = 'shared/store/settlement/doubts/billed-elsewhere.ts'
const CREDITS = 'api/settlement/evidence/credits-of-others'
const BEFORE = 'api/settlement/evidence/lines-booked-before'
const VOUCHERS = 'api/settlement/evidence/vouchers-beside-open-items'

/** What is told of money that names something else than what it is used for. */
export const EVIDENCE_FAULTS: readonly CodeFault[] = [
  fault(
    'evidence: a voucher books as revenue what names an open invoice, in silence',
    'the customer who has paid is dunned',
    'shared/accounting/facts/rules/evidence-names-other.ts',
    put('...named_beside,', '...named_beside.slice(named_beside.length),'),
    by(VOUCHERS, 'is warned of where a credit has its reference'),
  ),
  fault(
    'evidence: a voucher is warned of an item that the rest of the money pays',
    'warnings that nobody reads any more',
    'shared/accounting/bank/named-beside.ts',
    put('left < (taken_minor ?? amount_minor)', 'left <= (taken_minor ?? amount_minor)'),
    by(VOUCHERS, 'is booked in silence where enough is left for the item'),
  ),
  fault(
    'evidence: a payment of another customer is allocated in silence',
    'the one who has paid is dunned, and the other one never pays',
    BILLED,
    put('partner_name_key(other.partner_name) = payer.name or', 'false or'),
    by(CREDITS, 'is warned of where it has the name of another customer'),
  ),
  fault(
    'evidence: the account of another customer says nothing of a payment',
    'the one who has paid is dunned, and the other one never pays',
    BILLED,
    put('any(payer.partners))', "any(array['']))"),
    by(CREDITS, 'is warned of where it has an account that has paid for another customer'),
  ),
  fault(
    'evidence: a standing order is warned of each month',
    'warnings that nobody reads any more',
    'shared/camt053/matching/orders/doubt-of-payment.ts',
    put('[paid_up, paid_before].some', '[paid_up].some'),
    by(CREDITS, 'has the first reference of a standing order in silence'),
  ),
  fault(
    'evidence: a debit settles a bill that a voucher has taken from the bank before, in silence',
    'the money leaves the bank once, and the books twice',
    'api/settlement/settlements/present-settlement.ts',
    put(
      "...warnOfEqualLine(settlement.equal_line, '/evidence_sha256'),",
      "...warnOfEqualLine(null, '/evidence_sha256'),",
    ),
    by(BEFORE, 'is told and proposed beside the settlement of a bill: one of its amount the day before'),
  ),
]
