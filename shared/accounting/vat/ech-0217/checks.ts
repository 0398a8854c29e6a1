import { tokenOf } from '../../../canonical/write-xml.ts'
import { amountInWords } from '../../amounts/decimal.ts'
import { isUid } from '../../documents/uid.ts'
import { FILING_PERIODS_OF } from '../filing-periods.ts'
import { SINCE_ACTIVITIES } from '../return/tax-of-rates.ts'
import { methodElement, uidOfFile, type VatDeclaration } from './declaration.ts'

/** What stops a file, and what to do about it. */
type DeclarationFinding = { readonly message: string; readonly remedy: string }

type DeclarationCheck = {
  /** `MWST-…`: the number that the portal reports; else a rule of this service. */
  readonly code: string
  readonly rule: string
  readonly find: (declaration: VatDeclaration) => DeclarationFinding[]
}

const MAX_LINES = 100
const MAX_NAME = 255
const MAX_REFERENCE = 50
const SETTINGS = 'PUT /v1/end-customers/{end_customer_id}'
const REGISTRATION = 'PUT /v1/vat-registrations'

/**
 * Checks that must hold before a file is given out: rules of the portal that its schema knows and that it does not know,
 * and those that keep a wrong return from looking right.
 *
 * @source eCH-0217 2.0.0 and the messages of the portal of the federal tax administration
 */
export const DECLARATION_CHECKS = [
  {
    code: 'MWST-0001',
    rule: 'The file is valid against the schema of eCH-0217',
    find: (declaration) => [...schemaFindings(declaration), ...activityFindings(declaration)],
  },
  {
    code: 'MWST-0002',
    rule: 'The part of the method fits the period',
    find: (declaration) => {
      const { from, to, submission } = declaration
      const isMixed = methodElement(declaration) !== methodElement({ ...declaration, to: from })
      return findingsIf(
        isMixed,
        `The period from ${from} to ${to} has days before and after ${SINCE_ACTIVITIES}, with different parts of the file.`,
        submission === 'annual_reconciliation'
          ? 'Reverse the facts with vat_period annual_reconciliation, and send them again with vat_period correction: each then counts in the return of its own period.'
          : 'Ask for the periods before and after this day.',
      )
    },
  },
  {
    code: 'MWST-0003',
    rule: 'The period is one that the method is filed for',
    find: ({ method, period, is_cut, filing_period, submission }) => [
      ...findingsIf(
        submission === 'annual_reconciliation' && period.filing_period !== 'year',
        `${period.name} is no year.`,
        'Ask for the reconciliation of a year: 2026.',
      ),
      ...findingsIf(
        submission !== 'annual_reconciliation' &&
          !is_cut &&
          !(FILING_PERIODS_OF[method] as readonly string[]).includes(period.filing_period),
        `${period.name} is no period that the method ${method} is filed for.`,
        `Ask for a period of the kind ${FILING_PERIODS_OF[method].join(', ')}.`,
      ),
      ...findingsIf(
        submission !== 'annual_reconciliation' && period.filing_period !== filing_period,
        `The end customer files by ${filing_period}, and ${period.name} is of the kind ${period.filing_period}.`,
        `Ask for a period of the kind ${filing_period}, or change the filing_period with ${REGISTRATION}.`,
      ),
    ],
  },
  {
    code: 'MWST-0005',
    rule: 'The consideration less all deductions is the turnover of all rates or activities',
    find: ({ vat_return: { lines } }) => {
      const taxable = lines.find(({ figure }) => figure === '299')?.base_minor ?? 0n
      const supplies = lines.filter(({ figure, activity_id }) => activity_id !== null || /^3[0-7]/.test(figure ?? ''))
      const sum = supplies.reduce((total, { base_minor }) => total + (base_minor ?? 0n), 0n)
      return findingsIf(
        taxable !== sum,
        `Figure 299 is ${amountInWords(taxable, 'CHF')}, and the turnover below it is ${amountInWords(sum, 'CHF')}.`,
        'Correct the tax records that have no line, which the check records_have_a_line names.',
      )
    },
  },
  {
    code: 'MWST-0009',
    rule: 'The check digit of the UID is right',
    find: ({ uid }) => findingsIf(uid !== null && !isUid(uid), `${uid} is no UID.`, `Send the uid with ${SETTINGS}.`),
  },
  {
    code: 'records_have_a_line',
    rule: 'Every tax record of the period has a line of the return',
    find: ({ vat_return: { without_place }, method }) =>
      without_place.map(({ tax_code, base_minor, tax_minor, activity_id }) => ({
        message: `${tax_code}${activity_id === null ? '' : ` of activity ${activity_id}`} with ${amountInWords(base_minor, 'CHF')} and tax of ${amountInWords(tax_minor, 'CHF')} has no line of the method ${method}.`,
        remedy: `Reverse the entries of these records and send their facts again with another code or activity, or complete the registration with ${REGISTRATION}. What a reversal has left is cancelled by a voucher of its day with the opposite amount, the same code, supply_date and activity, vat_period: current, and that day as tax_date.`,
      })),
  },
  {
    code: 'one_registration',
    rule: 'One method and one kind of consideration holds on all days of the period',
    find: ({ changes_within, period, submission }) =>
      findingsIf(
        changes_within,
        `The registration changes within ${period.name}.`,
        submission === 'annual_reconciliation'
          ? 'One file has one method: correct the periods of the errors, with vat_period correction.'
          : `A registration changes on the first day of a period: correct valid_from with ${REGISTRATION}.`,
      ),
  },
  {
    code: 'swiss_francs',
    rule: 'The return is in Swiss francs',
    find: ({ base_currency }) =>
      findingsIf(
        base_currency !== 'CHF',
        `The books are kept in ${base_currency}.`,
        'File the return by hand, at the rates of the tax administration.',
      ),
  },
] as const satisfies readonly DeclarationCheck[]

/** Every check with what it found; a file is given out when none found anything. */
export function checkDeclaration(declaration: VatDeclaration) {
  return DECLARATION_CHECKS.map(({ code, rule, find }) => ({ code, rule, findings: find(declaration) }))
}

function schemaFindings(declaration: VatDeclaration): DeclarationFinding[] {
  const { uid, organisation_name, business_reference } = declaration
  const name = tokenOf(organisation_name ?? '')
  const isForm = uid === null || /^CHE[1-9]\d{8}$/.test(uidOfFile(uid))
  return [
    ...findingsIf(uid === null, 'The end customer has no UID.', `Send the uid with ${SETTINGS}.`),
    ...findingsIf(!isForm, `${uid} has not the form of a UID.`, `Send the uid with ${SETTINGS}.`),
    ...findingsIf(name === '', 'The end customer has no name.', `Send the name with ${SETTINGS}.`),
    ...findingsIf(
      name.length > MAX_NAME,
      `The name has ${name.length} characters, and the file ${MAX_NAME} at most.`,
      `Send a shorter name with ${SETTINGS}.`,
    ),
    ...findingsIf(
      business_reference.length > MAX_REFERENCE,
      `${business_reference} is longer than ${MAX_REFERENCE} characters.`,
      'Report this to whoever runs the service.',
    ),
    ...correctionFindings(declaration),
  ]
}

/** Up to 2024 the form of net rates had no line for corrections of input tax, and its element of the file has none. */
function correctionFindings(declaration: VatDeclaration): DeclarationFinding[] {
  const corrected = declaration.vat_return.lines.find(({ figure }) => figure === '415')?.tax_minor ?? 0n
  return findingsIf(
    corrected !== 0n && methodElement(declaration) === 'netTaxRateMethod',
    `Figure 415 is ${amountInWords(corrected, 'CHF')}, and the file of net rates has no element for it before ${SINCE_ACTIVITIES}.`,
    'Reverse the vouchers with K415 and send them again without the code; where the correction belongs to a change of method, send them with a day of the last period of the effective method. Else report it to the tax administration apart from the return.',
  )
}

function activityFindings({ vat_return: { lines }, ...declaration }: VatDeclaration): DeclarationFinding[] {
  const ids = lines.flatMap(({ activity_id }) => (activity_id === null ? [] : [activity_id]))
  const hasIds = methodElement(declaration) === 'simpleTaxRateMethod'
  return [
    ...ids
      .filter((id) => hasIds && tokenOf(id).length !== 5)
      .map((id) => ({
        message: `The activity ${id} has not the five characters that the tax administration has given to it.`,
        remedy: `Send the activity_id with ${REGISTRATION}.`,
      })),
    ...findingsIf(
      ids.length > MAX_LINES,
      `The return has ${ids.length} activities, and the file ${MAX_LINES} at most.`,
      `Send fewer activities with ${REGISTRATION}.`,
    ),
  ]
}

function findingsIf(isWrong: boolean, message: string, remedy: string): DeclarationFinding[] {
  return isWrong ? [{ message, remedy }] : []
}
