import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import type { KnownPartner } from '../../../shared/camt053/matching/target-index.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'
import type { MadeUpLine } from './made-up-lines.ts'

/** Documents and credit by their ids. */
type Open = Pick<ReadonlyMap<string, OpenTarget>, 'get'>

/**
 * Accounts at banks of partners, and whom each has paid the last time. Some partners share one, some lines come from a new one, and
 * what somebody else pays comes from that one's account.
 */
export function madeUpAccounts(random: Random, partners: readonly string[]) {
  const accounts = new Map(partners.map((name, at) => [name, `IBAN-${random.isOneIn(20) ? at - 1 : at}`]))
  const paidLast = new Map<string, readonly KnownPartner[]>()
  let others = 0
  const partnerOf = ({ paid }: MadeUpLine, open: Open) => open.get(paid[0]?.id ?? '')?.partner_name ?? null
  return {
    accountOf: (line: MadeUpLine, open: Open): string => {
      others += 1
      const isOther = line.kind.includes('somebody else') || line.paid.length === 0
      const name = isOther ? line.payment.name : partnerOf(line, open)
      return random.isOneIn(12) ? `NEW-${others}` : (accounts.get(name ?? '') ?? `OF ${name}`)
    },
    knownOf: (account: string): readonly KnownPartner[] => paidLast.get(account) ?? [],
    remember: (account: string, line: MadeUpLine, open: Open): void => {
      const name = partnerOf(line, open)
      if (name !== null) paidLast.set(account, [{ name, reference: null }])
    },
  }
}
