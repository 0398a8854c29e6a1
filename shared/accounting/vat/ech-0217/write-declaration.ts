import { optional, writeXml, type XmlElement } from '../../../canonical/write-xml.ts'
import { decimal } from '../../amounts/decimal.ts'
import type { ReturnLine } from '../return/lines-of-form.ts'
import type { VatReturn } from '../return/vat-return.ts'
import { methodElement, uidOfFile, type VatDeclaration } from './declaration.ts'

/** @source eCH-0217 2.0.0, "E-MWST"; every type is a sequence, so the order counts */
const NAMESPACES = {
  'eCH-0058': 'http://www.ech.ch/xmlns/eCH-0058/5',
  'eCH-0108': 'http://www.ech.ch/xmlns/eCH-0108/7',
  'eCH-0217': 'http://www.ech.ch/xmlns/eCH-0217/2',
}
const SUBMISSION = { first: '1', correction: '2', annual_reconciliation: '3' } as const
const CONSIDERATION = { agreed: '1', received: '2' } as const
/** Turnover in the file is net: the tax is not part of it. */
const NET = '1'

/** Elements of the figures that have one of their own. */
const TURNOVER: readonly [element: string, figure: string][] = [
  ['suppliesToForeignCountries', '220'],
  ['suppliesAbroad', '221'],
  ['transferNotificationProcedure', '225'],
  ['suppliesExemptFromTax', '230'],
  ['reductionOfConsideration', '235'],
]
const INPUT_TAX: readonly [element: string, figure: string][] = [
  ['inputTaxMaterialAndServices', '400'],
  ['inputTaxInvestments', '405'],
  ['subsequentInputTaxDeduction', '410'],
  ['inputTaxCorrections', '415'],
  ['inputTaxReductions', '420'],
]
const OTHER_FLOWS: readonly [element: string, figure: string][] = [
  ['subsidies', '900'],
  ['donations', '910'],
]

/** What eCH-0058 takes of the version. */
const LONGEST_VERSION = 10

/**
 * The return as an eCH-0217 file: the same bytes for the same return. Figures without an amount are left out.
 *
 * @source eCH-0217 2.0.0
 */
export function writeDeclaration(declaration: VatDeclaration): string {
  const { vat_return } = declaration
  const flows = elementsOf(vat_return, OTHER_FLOWS)
  const root: XmlElement = [
    'eCH-0217:VATDeclaration',
    [
      ['eCH-0217:generalInformation', generalInformation(declaration)],
      ['eCH-0217:turnoverComputation', turnoverComputation(declaration)],
      [`eCH-0217:${methodElement(declaration)}`, methodElements(declaration)],
      ['eCH-0217:payableTax', amount(vat_return.payable_minor)],
      ...optional(flows.length > 0, ['eCH-0217:otherFlowsOfFunds', flows]),
    ],
  ]
  return writeXml(root, NAMESPACES)
}

function generalInformation(declaration: VatDeclaration): XmlElement[] {
  const { uid, organisation_name, generated_at, from, to, submission, consideration } = declaration
  const { business_reference, product_version } = declaration
  return [
    ['eCH-0217:uid', uidOfFile(uid ?? '')],
    ['eCH-0217:organisationName', organisation_name ?? ''],
    ['eCH-0217:generationTime', generated_at],
    ['eCH-0217:reportingPeriodFrom', from],
    ['eCH-0217:reportingPeriodTill', to],
    ['eCH-0217:typeOfSubmission', SUBMISSION[submission]],
    ['eCH-0217:formOfReporting', CONSIDERATION[consideration]],
    ['eCH-0217:businessReferenceId', business_reference],
    [
      'eCH-0217:sendingApplication',
      [
        ['eCH-0058:manufacturer', 'Hauptbuch'],
        ['eCH-0058:product', 'Hauptbuch'],
        ['eCH-0058:productVersion', product_version.slice(0, LONGEST_VERSION)],
      ],
    ],
  ]
}

function turnoverComputation({ vat_return, various_deduction }: VatDeclaration): XmlElement[] {
  const other = amountOf(vat_return, '280')
  return [
    ['eCH-0217:totalConsideration', amount(amountOf(vat_return, '200'))],
    ...elementsOf(vat_return, TURNOVER),
    ...optional(other !== 0n, [
      'eCH-0217:variousDeduction',
      [
        ['eCH-0217:amountVariousDeduction', amount(other)],
        ['eCH-0217:descriptionVariousDeduction', various_deduction],
      ],
    ]),
  ]
}

function methodElements(declaration: VatDeclaration): XmlElement[] {
  const { vat_return } = declaration
  const acquisition = perRate('acquisitionTax', linesWith(vat_return, /^38/))
  switch (methodElement(declaration)) {
    case 'effectiveReportingMethod':
      return [
        ['eCH-0217:grossOrNet', NET],
        ...elementsOf(vat_return, [['opted', '205']]),
        ...perRate('suppliesPerTaxRate', linesWith(vat_return, /^3[0-7]/)),
        ...acquisition,
        ...elementsOf(vat_return, INPUT_TAX),
      ]
    case 'netTaxRateMethod':
      return [...perRate('suppliesPerTaxRate', activities(vat_return)), ...acquisition]
    default:
      return [
        ...activities(vat_return).flatMap(ofActivity),
        ...acquisition,
        ...elementsOf(vat_return, [['inputTaxCorrections', '415']]),
      ]
  }
}

/** One element for each rate, also where the form has two lines of it. */
function perRate(name: string, lines: readonly ReturnLine[]): XmlElement[] {
  const rates = Map.groupBy(lines, ({ rate_bp }) => rate_bp ?? 0n)
  return [...rates].flatMap(([rate_bp, its]) => {
    const turnover = its.reduce((sum, { base_minor }) => sum + (base_minor ?? 0n), 0n)
    return optional(turnover !== 0n, [`eCH-0217:${name}`, [rate(rate_bp), ['eCH-0217:turnover', amount(turnover)]]])
  })
}

function ofActivity({ activity_id, rate_bp, base_minor }: ReturnLine): XmlElement[] {
  const turnover: XmlElement = ['eCH-0217:turnover', amount(base_minor ?? 0n)]
  return optional(base_minor !== 0n, [
    'eCH-0217:suppliesPerTaxRate',
    [['eCH-0217:activityID', activity_id ?? ''], rate(rate_bp ?? 0n), turnover],
  ])
}

function elementsOf(vat_return: VatReturn, elements: readonly [element: string, figure: string][]): XmlElement[] {
  return elements.flatMap(([element, figure]) => {
    const minor = amountOf(vat_return, figure)
    return optional(minor !== 0n, [`eCH-0217:${element}`, amount(minor)])
  })
}

function linesWith({ lines }: VatReturn, figures: RegExp): ReturnLine[] {
  return lines.filter(({ figure }) => figures.test(figure ?? ''))
}

function activities({ lines }: VatReturn): ReturnLine[] {
  return lines.filter(({ activity_id }) => activity_id !== null)
}

function amountOf({ lines }: VatReturn, wanted: string): bigint {
  const line = lines.find(({ figure }) => figure === wanted)
  return line?.base_minor ?? line?.tax_minor ?? 0n
}

function rate(rate_bp: bigint): XmlElement {
  return ['eCH-0217:taxRate', amount(rate_bp)]
}

/** Francs, and percent, have two digits behind the point. */
function amount(minor: bigint): string {
  return decimal(minor, 'CHF')
}
