import { isQrIban } from '../../../shared/accounting/bank/iban.ts'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import {
  findFirstDayOf,
  findUnequalMapping,
  listBankAccounts,
  saveBankAccount,
} from '../../../shared/store/bank/accounts/bank-accounts.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { listAccountMappings } from '../../../shared/store/setup/account-mappings.ts'
import { partQrIban } from './part-qr-iban.ts'

type BankMappings = AccountMappingsRequest['mappings']
const BANK = 'posting.bank.'

/** The account at the bank that a mapping is of; null for every other mapping. */
export function bankNameOf({ mapping_key }: BankMappings[number]): string | null {
  return mapping_key.startsWith(BANK) ? mapping_key.slice(BANK.length) : null
}

/** QR-IBANs that are none, or are said of what is no account at the bank. */
export function checkQrIbans(mappings: BankMappings): ErrorDetail[] {
  const owners = new Map<string, string>()
  return mappings.flatMap((mapping, index) => {
    const { qr_iban } = mapping
    if (qr_iban === undefined) return []
    const iban = bankNameOf(mapping)
    const at = (message: string): ErrorDetail[] => [
      { pointer: `/mappings/${index}/qr_iban`, code: 'invalid_qr_iban', message },
    ]
    if (iban === null) return at('Only posting.bank.<IBAN> has a QR-IBAN.')
    if (isQrIban(iban))
      return at(`${iban} is a QR-IBAN itself. Map posting.bank.<IBAN> of its account, and name it there.`)
    if (qr_iban === null) return []
    if (!isQrIban(qr_iban))
      return at(
        'A QR-IBAN has an institution (digits 5 to 9) from 30000 to 31999 and right check digits, without blanks.',
      )
    const owner = owners.get(qr_iban) ?? iban
    owners.set(qr_iban, iban)
    return owner === iban ? [] : at(`${qr_iban} is the QR-IBAN of one account only, and ${owner} has it.`)
  })
}

/**
 * Keeps the QR-IBANs that a request names, once its mappings are saved.
 *
 * @returns whether bank entries of two names wait to be compared
 * @throws ApiError state_conflict where the pair before has become one account
 */
export async function saveQrIbans(tx: Tx, end_customer_id: string, mappings: BankMappings): Promise<boolean> {
  let isWaiting = false
  for (const [index, mapping] of mappings.entries()) {
    const { qr_iban } = mapping
    const iban = bankNameOf(mapping)
    if (qr_iban === undefined || iban === null) continue
    const conflict = (message: string) =>
      new ApiError('state_conflict', message, [{ pointer: `/mappings/${index}/qr_iban`, code: 'in_use', message }])
    const known = await listBankAccounts(tx, end_customer_id)
    const before = known.find((account) => account.iban === iban)
    const owner = known.find((account) => qr_iban !== null && account.qr_iban === qr_iban)
    if (owner && owner.iban !== iban)
      throw conflict(`${qr_iban} is the QR-IBAN of ${owner.iban}. Take it from there first ("qr_iban": null).`)
    if (before?.qr_iban && before.qr_iban !== qr_iban) {
      const obstacle = await partQrIban(tx, end_customer_id, iban, before.qr_iban)
      if (obstacle !== null) throw conflict(obstacle)
    }
    if (before && before.qr_iban === qr_iban) continue
    const is_joined = qr_iban === null || (await findFirstDayOf(tx, end_customer_id, qr_iban)) === null
    await saveBankAccount(tx, end_customer_id, { iban, qr_iban, stated_by: 'request', is_joined })
    isWaiting ||= !is_joined
  }
  return isWaiting
}

/** Mappings of an IBAN are those of its QR-IBAN, too; one that has none yet gets all that the IBAN has. */
export async function mirroredMappings(tx: Tx, end_customer_id: string, mappings: BankMappings): Promise<BankMappings> {
  const sent = new Set(mappings.map(({ mapping_key }) => mapping_key))
  const mirrored: BankMappings[number][] = []
  for (const { iban, qr_iban } of await listBankAccounts(tx, end_customer_id)) {
    const ofIban = mappings.filter((mapping) => bankNameOf(mapping) === iban)
    const mapping_key = `${BANK}${qr_iban}`
    if (qr_iban === null || ofIban.length === 0 || sent.has(mapping_key)) continue
    const listed = async (key: string) =>
      (await listAccountMappings(tx, { end_customer_id, mapping_key: key, limit: MOST_VERSIONS }, null)).rows
    const isNew = (await listed(mapping_key)).length === 0
    const wanted = isNew ? await listed(`${BANK}${iban}`) : ofIban
    mirrored.push(...wanted.map(({ account_code, valid_from }) => ({ mapping_key, account_code, valid_from })))
  }
  return mirrored
}

const MOST_VERSIONS = 1_000

/** @throws ApiError state_conflict where the two names of an account stand on different ledger accounts on any day that counts */
export async function requireOneLedgerAccount(tx: Tx, end_customer_id: string, mappings: BankMappings): Promise<void> {
  for (const { iban, qr_iban } of await listBankAccounts(tx, end_customer_id)) {
    if (qr_iban === null) continue
    const days = mappings.flatMap((mapping) => {
      return [iban, qr_iban].includes(bankNameOf(mapping) ?? '') ? [mapping.valid_from] : []
    })
    if (days.length === 0) continue
    const first = await findFirstDayOf(tx, end_customer_id, qr_iban)
    const [since = ''] = [...days, ...(first === null ? [] : [first])].sort()
    const unequal = await findUnequalMapping(tx, end_customer_id, iban, qr_iban, since)
    if (!unequal) continue
    const { day, account_code, qr_account_code } = unequal
    const message = `${qr_iban} is the QR-IBAN of ${iban}: both are one account. From ${day} on they would stand on ${qr_account_code} and ${account_code}. Map posting.bank.${iban} and posting.bank.${qr_iban} to one ledger account for that day.`
    throw new ApiError('state_conflict', message, [{ pointer: '/mappings', code: 'in_use', message }])
  }
}
